C     rk4.f -- the classical Runge-Kutta method in Fortran 77, called like DOP853: FCN, SOLOUT after
C     each step, a negative IRTRN ends it. See rk4_c.c.
C SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
      SUBROUTINE RK4(N,FCN,X,Y,XEND,H,SOLOUT,WORK,RPAR,IPAR,IDID)
      INTEGER N,IPAR(*),IDID,I,IRTRN,NR,LRC
      DOUBLE PRECISION X,Y(N),XEND,H,WORK(N,5),RPAR(*),S,XOLD
      LOGICAL LAST
      EXTERNAL FCN,SOLOUT
      IRTRN=0
      NR=0
      LRC=0
      LAST=.FALSE.
   10 LAST=X+1.000001D0*H.GE.XEND
      S=H
      IF (LAST) S=XEND-X
      CALL FCN(N,X,Y,WORK(1,2),RPAR,IPAR)
      DO 20 I=1,N
   20 WORK(I,1)=Y(I)+S/2*WORK(I,2)
      CALL FCN(N,X+S/2,WORK(1,1),WORK(1,3),RPAR,IPAR)
      DO 30 I=1,N
   30 WORK(I,1)=Y(I)+S/2*WORK(I,3)
      CALL FCN(N,X+S/2,WORK(1,1),WORK(1,4),RPAR,IPAR)
      DO 40 I=1,N
   40 WORK(I,1)=Y(I)+S*WORK(I,4)
      CALL FCN(N,X+S,WORK(1,1),WORK(1,5),RPAR,IPAR)
      DO 50 I=1,N
   50 Y(I)=Y(I)+S/6*(((WORK(I,2)+2*WORK(I,3))+2*WORK(I,4))+WORK(I,5))
      XOLD=X
      X=X+S
      IF (LAST) X=XEND
      NR=NR+1
      CALL SOLOUT(NR,XOLD,X,Y,WORK,LRC,N,RPAR,IPAR,IRTRN)
      IDID=2
      IF (IRTRN.LT.0) RETURN
      IF (.NOT.LAST) GOTO 10
      IDID=1
      RETURN
      END
