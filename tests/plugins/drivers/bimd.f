C     bimd.f -- the argument lists of BiMD around linearly implicit Euler steps of size H, two of
C     them a block: for the test of its driver. Full matrices only.
C SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
      SUBROUTINE BIMD(M,FCN,T0,TEND,Y0,H,RTOL,ATOL,ITOL,JAC,IJAC,MLJAC,
     +  MUJAC,MAS,IMAS,MLMAS,MUMAS,SOLOUT,IOUT,WORK,LWORK,IWORK,LIWORK,
     +  RPAR,IPAR,IDID)
      INTEGER M,ITOL,IJAC,MLJAC,MUJAC,IMAS,MLMAS,MUMAS,IOUT,LWORK,
     +  LIWORK,IWORK(LIWORK),IPAR(*),IDID,I,K,IERR,IRTRN
      DOUBLE PRECISION T0,TEND,Y0(M),H,RTOL,ATOL(M),WORK(LWORK),RPAR(*),
     +  T(2),Y(M,2),F(M,2),J(M,M),A(M,M),DD(3,M),S,DM(M)
      EXTERNAL FCN,JAC,MAS,SOLOUT
      IDID=-1
      IF (MLJAC.NE.M.OR.IJAC.NE.1.OR.ITOL.NE.1.OR.IOUT.NE.1) RETURN
      IF (IWORK(9)+IWORK(10)+IWORK(11).NE.M.OR.LIWORK.LT.M+40) RETURN
   10 S=H
      IF (WORK(2).GT.0) S=MIN(S,WORK(2))
      IF (T0+2.000001D0*S.GE.TEND) S=(TEND-T0)/2
      DM=Y0
      DO 20 K=1,2
      T(K)=T0+K*S
      CALL FCN(M,T(K)-S,DM,F(1,K),IERR,RPAR,IPAR)
      IF (IERR.EQ.0) CALL JAC(M,T(K)-S,DM,J,M,IERR,RPAR,IPAR)
      A=0
      DO 15 I=1,M
   15 A(I,I)=1
      IF (IERR.EQ.0.AND.IMAS.EQ.1) CALL MAS(M,A,M,IERR,RPAR,IPAR)
      IDID=-6
      IF (IERR.NE.0) RETURN
      A=A-S*J
      F(1:M,K)=S*F(1:M,K)
      CALL ELIMIN(M,A,F(1,K))
      DM=DM+F(1:M,K)
   20 Y(1:M,K)=DM
      IF (S+S.GE.TEND-T0) T(2)=TEND
      DD(1,1:M)=Y(1:M,2)
      DD(2,1:M)=Y(1:M,2)-Y(1:M,1)
      DD(3,1:M)=(Y(1:M,2)-2*Y(1:M,1)+Y0)/2
      CALL SOLOUT(M,2,4,T0,T,Y,F,DD,RPAR,IPAR,IRTRN)
      IDID=0
      IWORK(14)=IWORK(14)+2
      T0=T(2)
      Y0=DM
      IF (IRTRN.GE.0.AND.T0.LT.TEND) GOTO 10
      END
C     As BiMD's: Newton's form, backwards from the last point
      DOUBLE PRECISION FUNCTION CONTSOL(L,T,M,K,T0,TSTEP,DD)
      INTEGER L,M,K
      DOUBLE PRECISION T,T0,TSTEP(K),DD(K+1,M),S
      S=(T-TSTEP(2))/(TSTEP(1)-T0)
      CONTSOL=DD(1,L)+S*(DD(2,L)+(S+1)*DD(3,L))
      END
