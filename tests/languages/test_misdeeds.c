/* test_misdeeds.c -- whatever a solver does in its fifth step, in any language, costs its own
 * cell, which says what and where; the cell beside it has its numbers. Each language is built
 * once, and ATTACK says what it does.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/plugin_case.h"

static char own[PATH]; /* folder of this program */

static const char in_cxx[] =
    "#include <cstdlib>\n"
    "#include <stdexcept>\n"
    "#include <string>\n"
    "#include <vector>\n"
    "void misdeed(std::vector<double> &y)\n"
    "{\n"
    "    static int step;\n"
    "    if (++step != 5) return;\n"
    "    const std::string attack = std::getenv(\"ATTACK\");\n"
    "    if (attack == \"throw\") throw std::runtime_error(\"too bad\");\n"
    "    if (attack == \"abort\") std::abort();\n"
    "    if (attack == \"exit\") std::exit(7);\n"
    "    if (attack == \"nan\") y[0] = 0 / (y[0] - y[0]);\n"
    "    if (attack == \"wild\") y.data()[1000000000] = 1;\n"
    "    for (volatile bool on = attack == \"hang\"; on;) continue;\n"
    "}\n";

static const char in_fortran[] = "      SUBROUTINE MISDEED(X,Y,WORK)\n"
                                 "      DOUBLE PRECISION X,Y(*),WORK(*)\n"
                                 "      CHARACTER*8 ATTACK\n"
                                 "      CALL GETENV('ATTACK',ATTACK)\n"
                                 "      IF (ATTACK.EQ.'abort') CALL ABORT\n"
                                 "      IF (ATTACK.EQ.'exit') STOP 7\n"
                                 "      IF (ATTACK.EQ.'nan') Y(1)=(X-X)/(X-X)\n"
                                 "      IF (ATTACK.EQ.'wild') WORK(1000000000)=1\n"
                                 "   10 IF (ATTACK.EQ.'hang') GOTO 10\n"
                                 "      END\n";

static const char in_python[] =
    "import os, sys\n"
    "TITLE = \"bad\"\n"
    "FIXED_STEP = True\n"
    "class Solver:\n"
    "    def __init__(self, model, tol):\n"
    "        self.model, self.h, self.step_number = model, tol.h, 0\n"
    "    def restart(self, t, y, yp, h0):\n"
    "        self.t, self.y = t, y\n"
    "    def step(self, tmax):\n"
    "        self.step_number += 1\n"
    "        self.t = min(self.t + self.h, tmax)\n"
    "        attack = os.environ[\"ATTACK\"] if self.step_number == 5 else \"\"\n"
    "        if attack == \"raise\": raise ValueError(\"too bad\")\n"
    "        if attack == \"exit\": sys.exit(0)\n"
    "        if attack == \"ask\": self.model.rhs(0, [1.0])\n"
    "        if attack == \"short\": return self.t, [1.0]\n"
    "        if attack == \"nan\": return self.t, self.y * float(\"nan\")\n"
    "        if attack == \"nothing\": return self.nothing\n"
    "        if attack == \"stand\": return self.t - self.h, self.y\n"
    "        if attack == \"abort\": os.abort()\n"
    "        while attack == \"hang\": pass\n"
    "        return self.t, self.y\n";

static const char in_perl[] =
    "$| = 1;\n"
    "my ($t, $h, $step, @y);\n"
    "while (<STDIN>) {\n"
    "    my ($word, @x) = split;\n"
    "    my $attack = $word eq 'step' && ++$step == 5 ? $ENV{ATTACK} : '';\n"
    "    $h = $x[2] if $word eq 'begin';\n"
    "    ($t, @y) = ($x[0], @x[2 .. 6]) if $word eq 'restart';\n"
    "    exit 7 if $attack eq 'exit';\n"
    "    die \"too bad\\n\" if $attack eq 'raise';\n"
    "    kill 'SEGV', $$ if $attack eq 'wild';\n"
    "    sleep 1 while $attack eq 'hang';\n"
    "    if ($word eq 'open') { print \"ready decimal\\n\" }\n"
    "    elsif ($attack eq 'short') { print \"done 0.5 1\\n\" }\n"
    "    elsif ($attack eq 'nan') { print \"done 0.5 nan 1 1 1 1\\n\" }\n"
    "    elsif ($word eq 'step') { $t += $h; print \"done $t @y\\n\" }\n"
    "    else { print \"ok\\n\" }\n"
    "}\n";

static const struct {
    const char *solver, *needs, *file, *text, *build;
} languages[] = {
    { "rk4_cxx", "g++", "misdeed.cpp", in_cxx,
      "sed -i 's|^#include <algorithm>|#include <vector>\\nvoid misdeed(std::vector<double> "
      "\\&);\\n&|; s|^        const bool last|        misdeed(y);\\n&|' rk4_cxx.cpp && "
      "$ivpbench plugin build misdeed.cpp rk4_cxx.cpp" },
    { "rk4_fortran", "gfortran", "misdeed.f", in_fortran,
      "sed -i 's|^      NR=NR+1|&\\n      IF (NR.EQ.5) CALL MISDEED(X,Y,WORK)|' rk4.f && "
      "$ivpbench plugin build misdeed.f rk4.f rk4_fortran.c" },
    { "bad", "python3", "bad.py", in_python, "$ivpbench plugin build bad.py" },
    { "line", "perl", "line.pl", in_perl,
      "echo 'title = \"t\"; source = \"s\"; command = [ \"perl\", \"./line.pl\" ]; fixed_step "
      "= true;' >line.cfg && $ivpbench plugin build line.cfg" },
};
enum { CXX, FORTRAN, PYTHON, PERL, LANGUAGES };

static const struct {
    int language;
    const char *attack, *what, *where;
} misdeeds[] = {
    { CXX, "throw", "signal 6", "after 4 steps" },
    { CXX, "abort", "signal 6", "after 4 steps" },
    { CXX, "exit", "exit code 7", "after 4 steps" },
    { CXX, "nan", "nonfinite", "at t = 0.4" },
    { CXX, "wild", "signal 11", "after 4 steps" },
    { CXX, "hang", "timeout", "after 4 steps" },
    { FORTRAN, "abort", "signal 6", "after 4 steps" },
    { FORTRAN, "exit", "exit code 7", "after 4 steps" },
    { FORTRAN, "nan", "NaN or infinity in the state", "at t = 0.5" },
    { FORTRAN, "wild", "rk4_fortran", "after 4 steps" },
    { FORTRAN, "hang", "timeout", "after 4 steps" },
    { PYTHON, "raise", "ValueError: too bad (bad.py:13)", "at t = 0.4" },
    { PYTHON, "exit", "SystemExit", "bad.py:14" },
    { PYTHON, "ask", "a vector of 5 numbers is expected", "bad.py:15" },
    { PYTHON, "short", "ValueError", "at t = 0.4" },
    { PYTHON, "nan", "NaN or infinity in the state", "at t = 0.5" },
    { PYTHON, "nothing", "AttributeError", "bad.py:18" },
    { PYTHON, "stand", "no progress", "at t = 0.4" },
    { PYTHON, "abort", "signal 6", "after 4 steps" },
    { PYTHON, "hang", "timeout", "after 4 steps" },
    { PERL, "exit", "the program ended with exit code 7", "at t = 0.4" },
    { PERL, "raise", "the program ended with exit code", "at t = 0.4" },
    { PERL, "wild", "the program was ended by signal 11", "at t = 0.4" },
    { PERL, "short", "`done` has 2 numbers where 6 are expected", "at t = 0.4" },
    { PERL, "nan", "NaN or infinity in the state", "at t = 0.5" },
    { PERL, "hang", "timeout", "after 4 steps" },
};
enum { MISDEEDS = sizeof misdeeds / sizeof *misdeeds };

static void build(int language)
{
    char output[8192];
    write_text(languages[language].file, languages[language].text);
    char *command = text_of("cp %s/../tree/tests/plugins/languages/rk4* . && "
                            "$ivpbench plugin build rk4_c.c && %s",
                            own, languages[language].build);
    ck_assert_msg(shell(command, output, sizeof output) == 0, "%s", output);
    ck_assert_msg(!strstr(output, "warning"), "%s", output);
    free(command);
}

static bool is_missing(const char *solver)
{
    reason why = { "" };
    use_folder();
    const ivp_solver *s = plugin_solver(solver, &why);
    ck_assert_msg(s, "%s", why.text);
    return s->missing && s->missing();
}

START_TEST(a_misdeed_costs_its_cell)
{
    char output[8192];
    if (!is_there(languages[_i].needs)) return;
    build(_i);
    if (is_missing(languages[_i].solver)) return;
    for (int k = 0; k < MISDEEDS; k++) {
        if (misdeeds[k].language != _i) continue;
        char *command = text_of(
            "IVPBENCH_VARIABLES=ATTACK ATTACK=%s IVPBENCH_PLUGIN_PATH=plugins $ivpbench try "
            "circular_track --solver %s@index1,rk4_c@index1 --h 0.1 "
            "--workers 0 --timeout %s",
            misdeeds[k].attack, languages[_i].solver,
            strcmp(misdeeds[k].attack, "hang") ? "10" : "0.5");
        ck_assert_msg(shell(command, output, sizeof output) == 0, "%s", output);
        ck_assert_msg(strstr(output, misdeeds[k].what) && strstr(output, misdeeds[k].where) &&
                          strstr(output, "rk4_c@index1, constant steps   "),
                      "%s: %s, %s expected: %s", misdeeds[k].attack, misdeeds[k].what,
                      misdeeds[k].where, output);
        free(command);
    }
}
END_TEST

int main(void)
{
    program_folder(own, sizeof own);
    TCase *c = tcase_create("misdeeds");
    tcase_add_checked_fixture(c, make_scratch_folder, remove_folder);
    tcase_add_loop_test(c, a_misdeed_costs_its_cell, 0, LANGUAGES);
    return suite_run("misdeeds", c);
}
