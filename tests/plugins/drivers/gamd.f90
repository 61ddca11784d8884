! gamd.f90 -- the argument lists of GAMD around linearly implicit Euler steps of size H, one of them
! a block: for the test of its driver. Full matrices only.
! SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
module subgamd
contains
  function contr(i, r, t, tp, ff, dblk, nt1)
    integer, intent(in) :: i, r, dblk, nt1
    double precision, intent(in) :: t, tp(dblk + 1), ff(r, dblk + 1)
    double precision :: contr
    contr = ff(i, nt1)*(t - tp(dblk + 1)) + ff(i, dblk + 1)
  end function contr
end module subgamd

subroutine gamd(r, fcn, t0, y0, tend, h, rtol, atol, itol, jac, ijac, mljac, mujac, mas, imas, &
                mlmas, mumas, solout, iout, work, lwork, iwork, liwork, rpar, ipar, idid)
  integer :: r, itol, ijac, mljac, mujac, imas, mlmas, mumas, iout, lwork, liwork, idid
  integer :: iwork(liwork), ipar(*), i, ierr, leave
  double precision :: t0, y0(r), tend, h, rtol(r), atol(r), work(lwork), rpar(*)
  double precision :: tp(2), y(r, 2), ff(r, 2), f(r), j(r, r), a(r, r), s
  external :: fcn, jac, mas, solout
  idid = -1
  if (mljac /= r .or. ijac /= 1 .or. itol /= 1 .or. iout /= 1 .or. sum(iwork(25:27)) /= r) return
  do while (t0 < tend)
    s = h
    if (work(2) > 0) s = min(s, work(2))
    if (t0 + 1.000001d0*s >= tend) s = tend - t0
    call fcn(r, t0, y0, f, ierr, rpar, ipar)
    idid = -5
    if (ierr /= 0) return
    call jac(r, t0, y0, j, r, rpar, ipar)
    a = 0
    do i = 1, r
      a(i, i) = 1
    end do
    if (imas == 1) call mas(r, a, r, rpar, ipar)
    a = a - s*j
    f = s*f
    call elimin(r, a, f)
    tp = (/t0, t0 + s/)
    if (s >= tend - t0) tp(2) = tend
    y(:, 1) = y0
    y(:, 2) = y0 + f
    ff(:, 1) = f/s
    ff(:, 2) = y(:, 2)
    call solout(r, tp, y, ff, 1, 1, 3, rpar, ipar, leave)
    idid = 1
    iwork(24) = iwork(24) + 1
    t0 = tp(2)
    y0 = y(:, 2)
    if (leave < 0) return
  end do
end subroutine gamd
