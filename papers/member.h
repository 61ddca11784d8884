/* member.h -- members of a group of libconfig that may be absent, as may be the group.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PAPERS_MEMBER_H
#define PAPERS_MEMBER_H

#include <libconfig.h>
#include <stdbool.h>

/* NULL where there is none. */
const config_setting_t *member(const config_setting_t *s, const char *name);
/* `other` where there is none, or one of another type. */
const char *member_text(const config_setting_t *s, const char *name, const char *other);
double member_number(const config_setting_t *s, const char *name, double other);
bool member_flag(const config_setting_t *s, const char *name);

#endif
