C     mebdfi.f -- the argument lists of MEBDFI around implicit Euler steps of size HO, by one
C     iteration of Newton: for the test of its driver. Full matrices only.
C SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
      SUBROUTINE MEBDFI(N,T0,HO,Y0,YPRIME,TOUT,TEND,MF,IDID,LOUT,LWORK,
     +  WORK,LIWORK,IWORK,MBND,MAXDER,ITOL,RTOL,ATOL,RPAR,IPAR,PDERV,
     +  RESID,IERR)
      INTEGER N,MF,IDID,LOUT,LWORK,LIWORK,IWORK(LIWORK),MBND(4),MAXDER,
     +  ITOL,IPAR(*),IERR,MODE
      DOUBLE PRECISION T0,HO,Y0(N),YPRIME(N),TOUT,TEND,WORK(LWORK),RTOL,
     +  ATOL(N),RPAR(*),A(N,N),G(N),S,T,TOLD
      SAVE T,TOLD
      EXTERNAL PDERV,RESID
      MODE=IDID
      IDID=-4
      IF (MF.NE.21.OR.ITOL.NE.3.OR.HO.LE.0) RETURN
      IF (IWORK(1)+IWORK(2)+IWORK(3).NE.N) RETURN
      IDID=0
      IF (MODE.NE.0) GOTO 10
      S=(TOUT-TOLD)/(T-TOLD)
      Y0=WORK(1:N)+S*(WORK(N+1:2*N)-WORK(1:N))
      T0=TOUT
      RETURN
   10 IF (MODE.EQ.1) T=T0
      S=HO
      IF (MODE.EQ.2) S=MIN(S,TOUT-T)
      TOLD=T
      WORK(1:N)=Y0
      T=T+S
      IF (MODE.EQ.2.AND.S.LT.HO) T=TOUT
      YPRIME=0
      CALL RESID(N,T,Y0,G,YPRIME,IPAR,RPAR,IERR)
      CALL PDERV(T,Y0,A,N,YPRIME,N,S,IPAR,RPAR,IERR)
      IF (IERR.NE.0) IDID=-3
      CALL ELIMIN(N,A,G)
      Y0=Y0-G
      YPRIME=-G/S
      WORK(N+1:2*N)=Y0
      IWORK(9)=IWORK(9)+1
      T0=T
      IF (MODE.EQ.1) IDID=1
      END
