/* contract_battery.c -- the table of cells, and a walk over those that a solver takes.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/contract_battery.h"

#include <stdio.h>
#include <string.h>

#include "kernel/contract/contract_probe.h"
#include "kernel/formulation/formulation.h"
#include "kernel/stepping/evolve.h"

extern const ivp_problem cell_first_cell, cell_breaks_cell, cell_record_cell, cell_switch_cell,
    cell_reset_cell, cell_mass_cell, cell_mass_varies_cell, cell_index1_cell, cell_index2_cell,
    cell_index3_cell, cell_implicit_cell, cell_second_cell, cell_rates_cell, cell_wire_cell,
    cell_rest_cell, cell_rest_mass_cell;
/* in complex arithmetic: cstep.c alone reads them */
extern const char cell_first_twin[], cell_breaks_twin[], cell_record_twin[], cell_switch_twin[],
    cell_reset_twin[], cell_mass_twin[], cell_mass_varies_twin[], cell_index1_twin[],
    cell_index2_twin[], cell_index3_twin[], cell_implicit_twin[], cell_second_twin[],
    cell_rates_twin[], cell_wire_twin[], cell_rest_twin[], cell_rest_mass_twin[];

#define CELL(id) &id##_cell, id##_twin

static const struct {
    battery_feature feature;
    const ivp_problem *problem;
    const void *twin;
    const char *settings;
} cells[] = {
    { BATTERY_TIME, CELL(cell_first), "case=time" },
    { BATTERY_STATE, CELL(cell_first), "case=state" },
    { BATTERY_SLOPE, CELL(cell_first), "case=slope" },
    { BATTERY_SIZES, CELL(cell_first), "case=row n=1" },
    { BATTERY_SIZES, CELL(cell_first), "case=row n=2" },
    { BATTERY_SIZES, CELL(cell_first), "case=row n=7" },
    { BATTERY_SIZES, CELL(cell_first), "case=row n=50" },
    { BATTERY_FAST, CELL(cell_first), "case=follow rate=30" },
    { BATTERY_STIFF, CELL(cell_first), "case=rate rate=1e5" },
    { BATTERY_MASS, CELL(cell_mass), "" },
    { BATTERY_MASS_TIME, CELL(cell_mass_varies), "mass=time" },
    { BATTERY_MASS_STATE, CELL(cell_mass_varies), "mass=state" },
    { BATTERY_INDEX1, CELL(cell_index1), "" },
    { BATTERY_INDEX1, CELL(cell_implicit), "" },
    { BATTERY_INDEX2, CELL(cell_index2), "" },
    { BATTERY_INDEX3, CELL(cell_index3), "" },
    { BATTERY_SECOND, CELL(cell_second), "" },
    { BATTERY_SECOND, CELL(cell_rates), "" },
    { BATTERY_MECHANICAL, CELL(cell_wire), "wire=0" },
    { BATTERY_RIGID, CELL(cell_wire), "w=0" },
    { BATTERY_MOVING, CELL(cell_wire), "" },
    { BATTERY_STATES, CELL(cell_wire), "states=1" },
    { BATTERY_BREAKS, CELL(cell_breaks), "" },
    { BATTERY_RECORDED, CELL(cell_record), "" },
    { BATTERY_SWITCH, CELL(cell_switch), "" },
    { BATTERY_RESET, CELL(cell_reset), "" },
    { BATTERY_GAP, CELL(cell_first), "case=hole" },
    { BATTERY_COPIES, CELL(cell_first), "case=state n=6" },
    { BATTERY_COPIES, CELL(cell_second), "copies=2" },
    { BATTERY_COPIES, CELL(cell_mass), "copies=2" },
    { BATTERY_COPIES, CELL(cell_mass_varies), "mass=state copies=2" },
    { BATTERY_COPIES, CELL(cell_wire), "wire=0 copies=2" },
    { BATTERY_COPIES, CELL(cell_wire), "states=1 copies=2" },
    { BATTERY_REST, CELL(cell_rest), "" },
    { BATTERY_REST, CELL(cell_rest), "rest=3" },
    { BATTERY_REST, CELL(cell_rest), "rest=3 before=2" },
    { BATTERY_REST, CELL(cell_rest_mass), "" },
    { BATTERY_REST, CELL(cell_rest_mass), "rest=3" },
    { BATTERY_REST, CELL(cell_rest_mass), "rest=3 before=2" },
    { BATTERY_POWERS, CELL(cell_first), "case=powers n=20" },
};
enum { CELLS = sizeof cells / sizeof *cells };

bool battery_is_plain(battery_feature feature)
{
    switch (feature) {
    case BATTERY_FAST:
    case BATTERY_STIFF:
    case BATTERY_INDEX2:
    case BATTERY_INDEX3:
    case BATTERY_GAP:
    case BATTERY_BREAKS:
    case BATTERY_RECORDED:
    case BATTERY_SWITCH:
    case BATTERY_RESET:
    case BATTERY_COPIES:
    case BATTERY_REST:
    case BATTERY_POWERS:
        return false;
    default:
        return true;
    }
}

bool battery_first(pair *on, const ivp_solver *s,
                   const char *(*formulation)(instance *i, const char *solver, reason *why))
{
    reason why;
    for (int k = 0; k < CELLS; k++) {
        if (!battery_is_plain(cells[k].feature) ||
            instance_open_of(&on->i, cells[k].problem, cells[k].twin, cells[k].settings, &why))
            continue;
        on->formulation = formulation(on->i, s->name, &why);
        on->is_cell = true;
        if (on->formulation) return true;
        instance_close(on->i);
    }
    return false;
}

void battery_name(const battery_place *p, char *name, size_t size)
{
    snprintf(name, size, "%s%s%s@%s", p->on.i->problem->name, *p->settings ? " " : "",
             p->settings, p->on.formulation);
}

/* In every formulation of a cell. Its own refusals are reasons, not those of the problem. */
static contract_verdict visit_cell(battery_place *p, battery_test *test, void *context,
                                   bool *kept, reason *why)
{
    reason no, lacks;
    for (int k = 0; (p->on.formulation = formulation_name(k)) != NULL; k++) {
        if (evolve_fits(p->on.i, p->s->name, p->on.formulation, &no)) {
            if (formulation_fits(p->on.i, formulation_by_name(p->on.formulation), &lacks))
                reason_set(why, "%s", no.text);
            continue;
        }
        const contract_verdict v = test(p, context, why);
        if (v == CONTRACT_BROKEN) return v;
        *kept = *kept || v == CONTRACT_KEPT;
    }
    return CONTRACT_KEPT;
}

contract_verdict battery_visit(const ivp_solver *s, battery_feature feature, battery_test *test,
                               void *context, reason *why)
{
    contract_verdict v = CONTRACT_KEPT;
    bool kept = false;
    for (int k = 0; k < CELLS && v != CONTRACT_BROKEN; k++) {
        if (feature && cells[k].feature != feature) continue;
        battery_place p = { s, cells[k].feature, { 0 }, cells[k].settings };
        if (instance_open_of(&p.on.i, cells[k].problem, cells[k].twin, p.settings, why))
            return CONTRACT_BROKEN;
        v = visit_cell(&p, test, context, &kept, why);
        instance_close(p.on.i);
    }
    if (v == CONTRACT_BROKEN) return v;
    if (kept) *why->text = '\0'; /* why other places were not tried */
    return kept ? CONTRACT_KEPT : CONTRACT_IDLE;
}
