C     NAME.f -- a mass on a spring with a damper, in the Fortran interface of the Test Set for IVP
C     Solvers: to be replaced.
C
C         y1' = y2     y2' = -(k y1 + d y2) / m,     m = 1 kg, d = 0.1 N s/m, k = 10 N/m
C
C         ivpbench plugin build --testset NAME.f
C         ivpbench plugin test NAME
C         export IVPBENCH_PLUGIN_PATH=$PWD/plugins
C         ivpbench try NAME --solver dopri5,ida --rtol 1e-6
C
      SUBROUTINE PROB(FULLNM,PROBLM,TYPE,NEQN,NDISC,T,NUMJAC,MLJAC,
     &  MUJAC,NUMMAS,MLMAS,MUMAS,IND)
      CHARACTER*(*) FULLNM,PROBLM,TYPE
      INTEGER NEQN,NDISC,MLJAC,MUJAC,MLMAS,MUMAS,IND(*)
      DOUBLE PRECISION T(0:*)
      LOGICAL NUMJAC,NUMMAS
      FULLNM='mass, spring and damper, in Fortran'
      PROBLM='NAME'
C     'DAE': M y' = f; 'IDE': f(t, y, y') = 0
      TYPE='ODE'
      NEQN=2
C     discontinuities at T(1), ..., T(NDISC); the end behind them
      NDISC=0
      T(0)=0D0
      T(1)=10D0
      NUMJAC=.FALSE.
      MLJAC=NEQN
      MUJAC=NEQN
      NUMMAS=.FALSE.
      MLMAS=0
      MUMAS=0
      END

      SUBROUTINE INIT(NEQN,T,Y,YPRIME,CONSIS)
      INTEGER NEQN
      DOUBLE PRECISION T,Y(NEQN),YPRIME(NEQN)
      LOGICAL CONSIS
      Y(1)=1D0
      Y(2)=0D0
      CONSIS=.TRUE.
      END

C     IERR = -1: f does not exist there
      SUBROUTINE FEVAL(NEQN,T,Y,YPRIME,F,IERR,RPAR,IPAR)
      INTEGER NEQN,IERR,IPAR(*)
      DOUBLE PRECISION T,Y(NEQN),YPRIME(NEQN),F(NEQN),RPAR(*)
      F(1)=Y(2)
      F(2)=-(10D0*Y(1)+0.1D0*Y(2))
      END

      SUBROUTINE JEVAL(LDIM,NEQN,T,Y,YPRIME,DFDY,IERR,RPAR,IPAR)
      INTEGER LDIM,NEQN,IERR,IPAR(*)
      DOUBLE PRECISION T,Y(NEQN),YPRIME(NEQN),DFDY(LDIM,NEQN),RPAR(*)
      DFDY(1,1)=0D0
      DFDY(1,2)=1D0
      DFDY(2,1)=-10D0
      DFDY(2,2)=-0.1D0
      END

C     the mass matrix, where there is one
      SUBROUTINE MEVAL(LDIM,NEQN,T,Y,YPRIME,DFDDY,IERR,RPAR,IPAR)
      INTEGER LDIM,NEQN,IERR,IPAR(*)
      DOUBLE PRECISION T,Y(NEQN),YPRIME(NEQN),DFDDY(LDIM,NEQN),RPAR(*)
      END

C     the exact solution at the end: y = exp(-a t) (cos(b t) + a/b sin(b t)), a = d/2, b^2 = k - a^2
      SUBROUTINE SOLUT(NEQN,T,Y)
      INTEGER NEQN
      DOUBLE PRECISION T,Y(NEQN),A,B
      A=0.05D0
      B=SQRT(10D0-A*A)
      Y(1)=EXP(-A*T)*(COS(B*T)+A/B*SIN(B*T))
      Y(2)=-EXP(-A*T)*10D0/B*SIN(B*T)
      END
