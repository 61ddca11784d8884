C     eliminate.f -- A x = b by Gauss, without pivoting, for the codes of this folder; x into b.
C SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
      SUBROUTINE ELIMIN(N,A,B)
      INTEGER N,I,K
      DOUBLE PRECISION A(N,N),B(N),S
      DO 20 K=1,N
      DO 20 I=K+1,N
      S=A(I,K)/A(K,K)
      A(I,K:N)=A(I,K:N)-S*A(K,K:N)
   20 B(I)=B(I)-S*B(K)
      DO 30 K=N,1,-1
      B(K)=B(K)/A(K,K)
   30 B(1:K-1)=B(1:K-1)-B(K)*A(1:K-1,K)
      END
