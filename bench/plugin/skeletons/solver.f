C     NAME.f -- Heun's method of order 2 with constant steps: to be replaced. FCN and SOLOUT are
C     those of DOP853; a negative IRTRN ends the run. NAME.c drives it.
C
C         k1 = f(x, y)     k2 = f(x + h, y + h k1)     y := y + h (k1 + k2) / 2
C
      SUBROUTINE CODE_NAME
     &  (N,FCN,X,Y,XEND,H,SOLOUT,WORK,RPAR,IPAR,IDID)
      INTEGER N,IPAR(*),IDID,I,IRTRN,NR,LRC
      DOUBLE PRECISION X,Y(N),XEND,H,WORK(N,3),RPAR(*),S,XOLD
      LOGICAL LAST
      EXTERNAL FCN,SOLOUT
      IRTRN=0
      NR=0
      LRC=0
   10 LAST=X+1.000001D0*H.GE.XEND
      S=H
      IF (LAST) S=XEND-X
      CALL FCN(N,X,Y,WORK(1,2),RPAR,IPAR)
      DO 20 I=1,N
   20 WORK(I,1)=Y(I)+S*WORK(I,2)
      CALL FCN(N,X+S,WORK(1,1),WORK(1,3),RPAR,IPAR)
      DO 30 I=1,N
   30 Y(I)=Y(I)+S*(WORK(I,2)+WORK(I,3))/2
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
