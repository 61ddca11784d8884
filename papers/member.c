/* member.c -- see the header.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "papers/member.h"

#include "bench/base/config.h"

const config_setting_t *member(const config_setting_t *s, const char *name)
{
    return s ? config_setting_get_member(s, name) : NULL;
}

const char *member_text(const config_setting_t *s, const char *name, const char *other)
{
    const config_setting_t *m = member(s, name);
    const char *text = m ? config_setting_get_string(m) : NULL;
    return text ? text : other;
}

double member_number(const config_setting_t *s, const char *name, double other)
{
    const config_setting_t *m = member(s, name);
    double v;
    return m && setting_number(m, &v) ? v : other;
}

bool member_flag(const config_setting_t *s, const char *name)
{
    const config_setting_t *m = member(s, name);
    return m && config_setting_get_bool(m);
}
