/* band.c -- how near a measured value must come to a printed one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/papers/claim.h"
#include "reports/text/decimal.h"
#include "reports/text/table.h"

/* The field as it stands has all its digits; a ratio has those of a double. */
static bool in_units(double units, const char *printed, double v, const char *text)
{
    char number[40];
    number_text(v, number, sizeof number);
    return decimal_units(printed, text ? text : number) <= units * (1 + 1e-9);
}

static bool within_factor(double factor, double p, double v)
{
    return p * v > 0 && fabs(v) <= fabs(p) * factor && fabs(v) >= fabs(p) / factor;
}

static bool meets(const config_setting_t *one, const char *printed, double v, const char *text)
{
    const char *kind = config_setting_name(one);
    double bound, p = NAN;
    if (!setting_number(one, &bound)) return false;
    if (!strcmp(kind, "at_least")) return v >= bound;
    if (!strcmp(kind, "at_most")) return v <= bound;
    if (!number_of(printed, &p)) return false;
    if (!strcmp(kind, "relative")) return fabs(v - p) <= bound * fabs(p) * (1 + 1e-12);
    if (!strcmp(kind, "share")) return v <= bound * p;
    if (!strcmp(kind, "off")) return fabs(v - p) >= bound * fabs(p);
    if (!strcmp(kind, "absolute")) return fabs(v - p) <= bound * (1 + 1e-12);
    if (!strcmp(kind, "factor")) return within_factor(bound, p, v);
    return !strcmp(kind, "units") && in_units(bound, printed, v, text);
}

bool band_holds(const config_setting_t *band, const char *printed, double v, const char *text)
{
    const int n = band ? config_setting_length(band) : 0;
    for (int i = 0; i < n; i++)
        if (!meets(config_setting_get_elem(band, (unsigned)i), printed, v, text)) return false;
    return n > 0 && isfinite(v);
}

bool band_needs_printed(const config_setting_t *band)
{
    for (int i = 0; band && i < config_setting_length(band); i++)
        if (strncmp(config_setting_name(config_setting_get_elem(band, (unsigned)i)), "at_", 3))
            return true;
    return false;
}

char *band_words(const config_setting_t *band)
{
    static const char *const words[][2] = {
        { "relative", "within %.4g of the printed value" },
        { "share", "at most %.4g of the printed value" },
        { "off", "at least %.4g away from the printed value" },
        { "absolute", "within +-%.4g" },
        { "factor", "within a factor of %.4g" },
        { "units", "within %.4g units of the last printed digit" },
        { "at_least", "at least %.4g" },
        { "at_most", "at most %.4g" },
    };
    char *text = copied("");
    for (int i = 0; band && i < config_setting_length(band); i++) {
        const config_setting_t *one = config_setting_get_elem(band, (unsigned)i);
        double bound = 0;
        if (!setting_number(one, &bound)) continue;
        for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
            if (strcmp(words[k][0], config_setting_name(one)) != 0) continue;
            const char *blank = strchr(words[k][1], '%');
            const int head = (int)(blank - words[k][1]);
            char *percent = k > 2 ? NULL : text_of("%.4g %%", 100 * bound);
            char *number = percent ? percent : text_of("%.4g", bound);
            char *longer = text_of("%s%s%.*s%s%s", text, *text ? ", " : "", head, words[k][1],
                                   number, blank + 4);
            free(number);
            free(text);
            text = longer;
        }
    }
    return text;
}
