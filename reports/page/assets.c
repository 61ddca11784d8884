/* assets.c -- the files of web/ by the names that `ld -r -b binary` gives them.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/page/assets.h"

#define ASSET(name)                                                                            \
    extern const char _binary_reports_page_web_##name##_start[],                               \
        _binary_reports_page_web_##name##_end[];
#define PLACE(name)                                                                            \
    {                                                                                          \
        _binary_reports_page_web_##name##_start, _binary_reports_page_web_##name##_end         \
    }

ASSET(page_css)
ASSET(page_html)
ASSET(print_js)
ASSET(address_js)
ASSET(model_js)
ASSET(terms_js)
ASSET(kinds_js)
ASSET(judge_js)
ASSET(sentences_js)
ASSET(frame_js)
ASSET(charts_js)
ASSET(map_js)
ASSET(choose_js)
ASSET(mechanism_js)
ASSET(run_js)
ASSET(tables_js)
ASSET(tags_js)
ASSET(custom_js)
ASSET(lists_js)
ASSET(explorer_js)
ASSET(history_js)
ASSET(app_js)
ASSET(printed_json)

const asset asset_style = PLACE(page_css);
const asset asset_page = PLACE(page_html);
const asset asset_tags = PLACE(tags_js);
const asset asset_printed = PLACE(printed_json);
const asset asset_scripts[] = {
    PLACE(print_js),   PLACE(address_js), PLACE(terms_js),     PLACE(model_js),
    PLACE(kinds_js),   PLACE(judge_js),   PLACE(sentences_js), PLACE(frame_js),
    PLACE(charts_js),  PLACE(tables_js),  PLACE(custom_js),    PLACE(map_js),
    PLACE(lists_js),   PLACE(choose_js),  PLACE(explorer_js),  PLACE(mechanism_js),
    PLACE(history_js), PLACE(run_js),     PLACE(app_js),       { 0 }
};

size_t asset_size(const asset *a) { return (size_t)(a->end - a->at); }
