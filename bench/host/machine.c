/* machine.c -- reading /proc and /sys.
 *
 * What cannot be read leaves an empty text: containers hide a good part of it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/host/machine.h"

#include "bench/base/digest.h"
#include "bench/base/util.h"

#include <ctype.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void machine_line(const char *path, char *text, size_t size)
{
    *text = '\0';
    FILE *f = fopen(path, "re");
    if (!f) return;
    if (!fgets(text, (int)size, f)) *text = '\0';
    text[strcspn(text, "\n")] = '\0';
    fclose(f);
}

void machine_cpu(char *text, size_t size)
{
    char *info = file_text("/proc/cpuinfo");
    const char *line = info ? strstr(info, "model name") : NULL;
    const char *value = line ? strchr(line, ':') : NULL;
    snprintf(text, size, "unknown");
    if (value) {
        value += 1 + strspn(value + 1, " ");
        snprintf(text, size, "%.*s", (int)strcspn(value, "\n"), value);
    }
    free(info);
}

int machine_cores(int *cores, int most)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set)) return 0;
    int n = 0;
    for (int i = 0; i < CPU_SETSIZE && n < most; i++)
        if (CPU_ISSET((size_t)i, &set)) cores[n++] = i;
    return n;
}

double machine_load(void)
{
    double load = 0;
    return getloadavg(&load, 1) == 1 ? load : 0;
}

/* Intel's driver has a switch of its own; the others share one. */
bool machine_turbo(bool *known)
{
    char text[16];
    machine_line("/sys/devices/system/cpu/intel_pstate/no_turbo", text, sizeof text);
    *known = *text != '\0';
    if (*known) return *text == '0';
    machine_line("/sys/devices/system/cpu/cpufreq/boost", text, sizeof text);
    *known = *text != '\0';
    return *text == '1';
}

void machine_governor(char *text, size_t size)
{
    machine_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", text, size);
}

/* The machine's id where it has one; containers often have none, then name and processor
 * decide. */
void machine_digest(char hex[65])
{
    char id[128], cpu[256], host[256] = "";
    machine_line("/etc/machine-id", id, sizeof id);
    machine_cpu(cpu, sizeof cpu);
    gethostname(host, sizeof host - 1);
    char *text = text_of("%s\n%s\n%s\n", id, host, cpu);
    digest_bytes(text, strlen(text), hex);
    free(text);
}
