# varies_line.pl -- rk4_line.pl with noise.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
use strict;
use warnings;
$| = 1;    # what is written is sent at once

my ($n, $h0, $t, @y);

sub answer { print join(' ', shift, map { sprintf '%.17g', $_ } @_), "\n" }

sub f {
    answer('f', @_);
    my ($word, @f) = split ' ', <STDIN>;
    $word eq 'f' or die "f does not exist\n";
    return @f;
}

sub shifted { my ($a, @k) = @_; return map { $y[$_] + $a * $k[$_] } 0 .. $n - 1 }

sub step {
    my ($tmax) = @_;
    my $last = $t + 1.000001 * $h0 >= $tmax;
    my $h = $last ? $tmax - $t : $h0;
    my @k1 = f($t, @y);
    my @k2 = f($t + $h / 2, shifted($h / 2, @k1));
    my @k3 = f($t + $h / 2, shifted($h / 2, @k2));
    my @k4 = f($t + $h, shifted($h, @k3));
    $y[$_] += $h / 6 * ((($k1[$_] + 2 * $k2[$_]) + 2 * $k3[$_]) + $k4[$_]) for 0 .. $n - 1;
    $_ *= 1 + 1e-15 * int rand 256 for @y;
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
