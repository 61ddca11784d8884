/* realtime_track.c -- drift-off on the circular track, steps of 10 ms.
 *
 * Burgermeister, Arnold, Esterl, section 4.1 and Fig. 3: distance of the mass from the centre
 * over time for index 1, index 2 and index 1 with projection. The paper gives no data; ours are
 * those of problems/circular_track.c.
 *
 *     distance   form, t, distance
 *     growth     form, largest |g| until t = 1, 10, 100 and the power of t from 1 to 10
 *
 * tables: distance growth */
#include "runs.h"

static const char *const forms[] = { "index1", "index2", "baumgarte1", "baumgarte2",
                                     "projected" };
enum { NFORMS = sizeof forms / sizeof *forms };

static evolve_setup setup_of(const char *form)
{
    return (evolve_setup){ .formulation = form,
                           .solver = "linear_implicit_euler",
                           .options = "jacobian=J2",
                           .h = 1e-2 };
}

struct drift {
    const char *form;
    long step;
    double until[3];
};

static void print_distance(void *watcher, const evolve_point *point)
{
    struct drift *d = watcher;
    const ivp_state *s = point->state;
    if (d->step++ % 20 == 0)
        printf("%s,%.17g,%.17g\n", d->form, point->t, hypot(s->q[0], s->q[1]));
}

static void keep_largest(void *watcher, const evolve_point *point)
{
    static const double ends[] = { 1, 10, 100 };
    struct drift *d = watcher;
    const ivp_state *s = point->state;
    const double g = fabs(s->q[0] * s->q[0] + s->q[1] * s->q[1] - 1);
    for (int k = 0; k < 3; k++)
        if (point->t <= ends[k] * (1 + 1e-12)) d->until[k] = fmax(d->until[k], g);
}

int main(int argc, char **argv)
{
    const bool growth = argc < 2 || strcmp(argv[1], "distance") != 0;
    puts(growth ? "form,until_1,until_10,until_100,power" : "form,t,distance");
    for (int k = 0; k < NFORMS; k++) {
        const evolve_setup setup = setup_of(forms[k]);
        struct drift d = { .form = forms[k] };
        const run r =
            solve("circular_track", NULL, &setup, growth ? keep_largest : print_distance, &d);
        if (r.status != IVP_OK)
            give_up("%s ends as %s at t = %g", forms[k], ivp_status_name(r.status), r.t);
        if (growth)
            printf("%s,%.17g,%.17g,%.17g,%.17g\n", d.form, d.until[0], d.until[1], d.until[2],
                   log10(d.until[1] / d.until[0]));
    }
    return 0;
}
