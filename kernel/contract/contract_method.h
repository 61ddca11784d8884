/* contract_method.h -- the promises of a solver about single steps. */
#ifndef IVP_CONTRACT_METHOD_H
#define IVP_CONTRACT_METHOD_H

#include "kernel/contract/contract.h"

#define CONTRACT_NO_TRUTH "it takes no smooth core problem with a closed form"

contract_verdict contract_dense_ends(const struct ivp_solver *s, char *why);
contract_verdict contract_dense_inside(const struct ivp_solver *s, char *why);
contract_verdict contract_estimate(const struct ivp_solver *s, char *why);
contract_verdict contract_moved(const struct ivp_solver *s, char *why);

#endif
