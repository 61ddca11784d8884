C     pside.f -- the argument lists of PSIDE around implicit Euler steps of size RWORK(1), by one
C     iteration of Newton: for the test of its driver. Full matrices only.
C SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
      SUBROUTINE PSIDE(N,Y,DY,GEVAL,JNUM,NLJ,NUJ,JEVAL,MNUM,NLM,NUM,
     +  MEVAL,T,TEND,RTOL,ATOL,IND,LRWORK,RWORK,LIWORK,IWORK,RPAR,IPAR,
     +  IDID)
      INTEGER N,NLJ,NUJ,NLM,NUM,IND(N),LRWORK,LIWORK,IWORK(LIWORK),
     +  IPAR(*),IDID,IERR,K
      DOUBLE PRECISION Y(N),DY(N),T,TEND,RTOL(N),ATOL(N),RWORK(LRWORK),
     +  RPAR(*),A(N,N),B(N,N),G(N),S,ZERO(N)
      LOGICAL JNUM,MNUM
      EXTERNAL GEVAL,JEVAL,MEVAL
      IDID=-2
      IF (JNUM.OR.MNUM.OR.NLJ.NE.N.OR.NLM.NE.N) RETURN
      IF (IWORK(1).NE.1.OR.IWORK(2).NE.1.OR.LRWORK.LT.20+27*N) RETURN
      ZERO=0
   10 S=1D-3
      IF (RWORK(1).GT.0) S=RWORK(1)
      IF (T+1.000001D0*S.GE.TEND) S=TEND-T
      CALL JEVAL(N,N,N,N,T,Y,DY,A,RPAR,IPAR)
      CALL MEVAL(N,N,N,N,T,Y,DY,B,RPAR,IPAR)
      IERR=0
      CALL GEVAL(N,T+S,Y,ZERO,G,IERR,RPAR,IPAR)
      IDID=-1
      IF (IERR.NE.0) RETURN
      A=A+B/S
      CALL ELIMIN(N,A,G)
      Y=Y-G
      DY=-G/S
      DO 20 K=8,11
   20 RWORK(21+K*N:20+(K+1)*N)=DY
      IWORK(13)=IWORK(13)+1
      IDID=1
      T=T+S
      IF (T+1D-12.GE.TEND) T=TEND
      IF (T.LT.TEND) GOTO 10
      END
