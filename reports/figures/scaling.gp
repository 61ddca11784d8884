# scaling.gp -- ms an attempt and memory against N, from a table of tests/speed/scaling.c.
# gnuplot -e "table='...'; picture='...'" scaling.gp
set terminal pngcairo noenhanced size 900,420 font "sans,11"
set output picture
set datafile separator "\t"
set logscale xy
set grid
set xlabel "N"
set key top left
set multiplot layout 1,2 title system(sprintf("head -n 1 '%s' | cut -c 3-", table))
half = real(system(sprintf("awk -F'\t' '$1 == \"sparse\" { print $10 / $2 / 2; exit }' '%s'", table)))
set ylabel "ms of an attempted step"
plot table index 0 using 2:10 with linespoints lw 2 title "sparse", \
     table index 1 using 2:10 with linespoints lw 2 title "dense", \
     table index 0 using 2:($2 * half) with lines dt 2 lc "gray" title "~ N"
set ylabel "MB"
plot table index 0 using 2:11 with linespoints lw 2 title "sparse", \
     table index 1 using 2:11 with linespoints lw 2 title "dense"
unset multiplot
