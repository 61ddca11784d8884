/* contract_method.h -- the promises of a solver about single steps.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_CONTRACT_METHOD_H
#define IVP_CONTRACT_METHOD_H

#include "kernel/contract/contract.h"

contract_verdict contract_dense_ends(const struct ivp_solver *s, reason *why);
contract_verdict contract_dense_inside(const struct ivp_solver *s, reason *why);
contract_verdict contract_estimate(const struct ivp_solver *s, reason *why);
contract_verdict contract_moved(const struct ivp_solver *s, reason *why);
/* contract_small.c */
contract_verdict contract_small_error(const struct ivp_solver *s, reason *why);
contract_verdict contract_small_test(const struct ivp_solver *s, reason *why);
/* contract_state.c */
contract_verdict contract_arrays(const struct ivp_solver *s, reason *why);
contract_verdict contract_refused(const struct ivp_solver *s, reason *why);
contract_verdict contract_counts(const struct ivp_solver *s, reason *why);
/* Of a solver that declares it: nothing is repeated. */
contract_verdict contract_may_differ(const struct ivp_solver *s, reason *why);
contract_verdict contract_repeats(const struct ivp_solver *s, reason *why);
/* contract_copies.c */
contract_verdict contract_copies(const struct ivp_solver *s, reason *why);
contract_verdict contract_rest(const struct ivp_solver *s, reason *why);
/* contract_powers.c */
contract_verdict contract_powers(const struct ivp_solver *s, reason *why);
contract_verdict contract_dense_powers(const struct ivp_solver *s, reason *why);
/* contract_weights.c */
contract_verdict contract_components(const struct ivp_solver *s, reason *why);
contract_verdict contract_norm(const struct ivp_solver *s, reason *why);
contract_verdict contract_hmax(const struct ivp_solver *s, reason *why);
/* contract_memory.c */
contract_verdict contract_growth(const struct ivp_solver *s, reason *why);

#endif
