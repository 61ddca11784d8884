C     relay.f -- a small problem in the Fortran interface of the Test Set for IVP Solvers:
C
C         y1' = y3 - y1     y2' = y1 - y2     0 = y3 - y1 y2 / 2 - s(t)     s = 1, from t = 1 on 1/2
C
C SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
      subroutine prob(fullnm,problm,type,neqn,ndisc,t,numjac,mljac,
     &  mujac,nummas,mlmas,mumas,ind)
      character*(*) fullnm,problm,type
      integer neqn,ndisc,mljac,mujac,mlmas,mumas,ind(*)
      double precision t(0:*)
      logical numjac,nummas
      fullnm = 'Relay with a product'
      problm = 'relay'
      type = 'DAE'
      neqn = 3
      ndisc = 1
      t(0) = 0d0
      t(1) = 1d0
      t(2) = 3d0
      numjac = .false.
      mljac = neqn
      mujac = neqn
      nummas = .false.
      mlmas = 0
      mumas = 0
      ind(1) = 0
      ind(2) = 0
      ind(3) = 1
      end

      subroutine init(neqn,t,y,yprime,consis)
      integer neqn
      double precision t,y(neqn),yprime(neqn)
      logical consis
      y(1) = 1d0
      y(2) = 0d0
      y(3) = 1d0
      yprime(1) = 0d0
      yprime(2) = 1d0
      yprime(3) = 0.5d0
      consis = .true.
      end

      subroutine feval(neqn,t,y,yprime,f,ierr,rpar,ipar)
      integer neqn,ierr,ipar(*)
      double precision t,y(neqn),yprime(neqn),f(neqn),rpar(*),s
      s = 1d0
      if (t.gt.1d0) s = 0.5d0
      f(1) = y(3)-y(1)
      f(2) = y(1)-y(2)
      f(3) = y(3)-y(1)*y(2)/2-s
      end

      subroutine jeval(ldim,neqn,t,y,yprime,dfdy,ierr,rpar,ipar)
      integer ldim,neqn,ierr,ipar(*)
      double precision t,y(neqn),yprime(neqn),dfdy(ldim,neqn),rpar(*)
      integer i,j
      do 10 j=1,neqn
      do 10 i=1,neqn
   10 dfdy(i,j)=0d0
      dfdy(1,1) = -1d0
      dfdy(1,3) = 1d0
      dfdy(2,1) = 1d0
      dfdy(2,2) = -1d0
      dfdy(3,1) = -y(2)/2
      dfdy(3,2) = -y(1)/2
      dfdy(3,3) = 1d0
      end

      subroutine meval(ldim,neqn,t,y,yprime,dfddy,ierr,rpar,ipar)
      integer ldim,neqn,ierr,ipar(*)
      double precision t,y(neqn),yprime(neqn),dfddy(ldim,neqn),rpar(*)
      dfddy(1,1) = 1d0
      dfddy(1,2) = 1d0
      dfddy(1,3) = 0d0
      end

      subroutine solut(neqn,t,y)
      integer neqn
      double precision t,y(neqn)
      y(1) = 0.9940448143d0
      y(2) = 0.9710724711d0
      y(3) = 0.9826447771d0
      end
