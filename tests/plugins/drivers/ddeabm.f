C     ddeabm.f -- the argument list of DDEABM around Heun's method in steps of 1e-3; each 500
C     steps it returns IDID = -1 without a step, as DDEABM does: for the test of its driver.
C SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
      SUBROUTINE DDEABM(DF,NEQ,T,Y,TOUT,INFO,RTOL,ATOL,IDID,RWORK,LRW,
     +  IWORK,LIW,RPAR,IPAR)
      INTEGER NEQ,INFO(15),IDID,LRW,LIW,IWORK(LIW),IPAR(*)
      DOUBLE PRECISION T,Y(NEQ),TOUT,RTOL(NEQ),ATOL(NEQ),RWORK(LRW),
     +  RPAR(*),F(NEQ),G(NEQ),S
      EXTERNAL DF
      IDID=-33
      IF (INFO(2).NE.1.OR.INFO(3).NE.1.OR.INFO(4).NE.1) RETURN
      IF (LIW.LT.51.OR.LRW.LT.130+21*NEQ.OR.TOUT.GT.RWORK(1)) RETURN
      IF (INFO(1).EQ.0) IWORK(1)=0
      IF (INFO(1).EQ.-1) RETURN
      IDID=-1
      INFO(1)=-1
      IWORK(1)=IWORK(1)+1
      IF (MOD(IWORK(1),500).EQ.0) RETURN
      INFO(1)=1
      S=MIN(1D-3,TOUT-T)
      CALL DF(T,Y,F,RPAR,IPAR)
      CALL DF(T+S,Y+S*F,G,RPAR,IPAR)
      Y=Y+S/2*(F+G)
      IDID=1
      T=T+S
      IF (S.LT.1D-3) T=TOUT
      IF (S.LT.1D-3) IDID=2
      END
