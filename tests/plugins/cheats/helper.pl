# helper.pl -- the classical Runge-Kutta method (tests/plugins/languages/rk4_line.pl). What it would
# have to compute beside is computed by a second process, whose time nobody asks for.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
use strict;
use warnings;
$| = 1;

pipe(my $asked, my $ask) or die;
pipe(my $told, my $tell) or die;
my $helper = fork;
if (!$helper) {
    close $ask;
    my $x = 0;
    while (sysread $asked, my $word, 1) {
        $x += sin $_ for 1 .. 5000;
        syswrite $tell, 'x', 1;
    }
    exit;
}
close $asked;

my ($n, $h0, $t, @y);

sub answer { print join(' ', shift, map { sprintf '%.17g', $_ } @_), "\n" }

sub f {
    answer('f', @_);
    my ($word, @f) = split ' ', <STDIN>;
    return @f;
}

sub shifted { my ($a, @k) = @_; return map { $y[$_] + $a * $k[$_] } 0 .. $n - 1 }

sub step {
    my ($tmax) = @_;
    my $last = $t + 1.000001 * $h0 >= $tmax;
    my $h = $last ? $tmax - $t : $h0;
    syswrite $ask, 'x', 1;
    sysread $told, my $done, 1;
    my @k1 = f($t, @y);
    my @k2 = f($t + $h / 2, shifted($h / 2, @k1));
    my @k3 = f($t + $h / 2, shifted($h / 2, @k2));
    my @k4 = f($t + $h, shifted($h, @k3));
    $y[$_] = $y[$_] + $h / 6 * ((($k1[$_] + 2 * $k2[$_]) + 2 * $k3[$_]) + $k4[$_]) for 0 .. $n - 1;
    $t = $last ? $tmax : $t + $h;
    answer('done', $t, @y);
}

while (my $line = <STDIN>) {
    my ($word, @x) = split ' ', $line;
    if ($word eq 'open') {
        print "ready decimal\n";
    } elsif ($word eq 'begin') {
        ($n, $h0) = @x[0, 2];
        print "ok\n";
    } elsif ($word eq 'restart') {
        ($t, @y) = ($x[0], @x[2 .. $n + 1]);
        print "ok\n";
    } elsif ($word eq 'step') {
        step($x[0]);
    } else {
        print "ok\n";
    }
}
