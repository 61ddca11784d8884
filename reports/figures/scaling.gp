# scaling.gp -- ms an attempt and memory against N, from a table of tests/speed/scaling.c and the exponents beside it.
# gnuplot -e "table='...'; picture='...'; slopes='.../slopes.txt'" scaling.gp
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set terminal pngcairo noenhanced size 1000,470 font "sans,11"
set output picture
set datafile separator "\t"
set logscale xy
set autoscale noextend
set offsets graph 0.06, graph 0.06, graph 0.06, graph 0.06
set grid lt 1 lw 0.5 lc rgb "#d0d0d0"
set key bottom center outside horizontal
set xlabel system(sprintf("sed -n 2p '%s' | cut -f 2", table))
set format "%g"
set xtics (1, 3, 10, 30, 100, 300, 1000, 3000)
set style line 1 lw 2 pt 7 ps 0.8 lc rgb "#0b5394"
set style line 2 lw 2 pt 5 ps 0.8 lc rgb "#cc4125"
set style line 3 lw 1.5 dt 2 lc rgb "#808080"
found = system(sprintf("grep \"^$(basename '%s' .tsv) \" '%s' | sed 's/^[^ ]* *//; s/+-/±/g'", table, slopes))
set multiplot layout 1,2 margins 0.08,0.98,0.24,0.84 spacing 0.1 \
    title system(sprintf("head -n 1 '%s' | cut -c 3-", table)) . "\n" . found
# a line below the largest sparse run
below = real(system(sprintf("awk -F'\t' '$1 == \"sparse\" && $4 == \"ok\" { c = $10 / $2 / 1.6 } END { print c }' '%s'", table)))
set ylabel "ms of an attempted step"
plot table index 0 using 2:10 with linespoints ls 1 title "sparse", \
     table index 1 using 2:10 with linespoints ls 2 title "dense", \
     table index 0 using 2:($2 * below) with lines ls 3 title "~ N"
set ytics (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
set ylabel "MB of the process"
plot table index 0 using 2:11 with linespoints ls 1 title "sparse", \
     table index 1 using 2:11 with linespoints ls 2 title "dense"
unset multiplot
