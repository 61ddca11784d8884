/* ivp_system.cc -- test problems in Octave: ivp/system.h as one function.
 *
 *     mkoctfile ivp_system.cc $(pkg-config --cflags-only-I --libs ivpbench)
 *
 *     s = ivp_system("open", "andrews", "index1")    a struct: id, n, t0, t1, y0
 *     ivp_system("rhs", s.id, t, y)                  f(t, y)
 *     ivp_system("jac", s.id, t, y)                  df/dy
 *     ivp_system("scd", s.id, t, y)                  correct digits; t is s.t1
 *     ivp_system("close", s.id)
 * SPDX-License-Identifier: BSD-2-Clause */
#include <octave/oct.h>
#include <octave/ov-struct.h>

#include <ivp/system.h>

#include <map>
#include <string>

static std::map<int, ivp_system *> open_systems;

static ivp_system *system_of(const octave_value &id)
{
    const auto found = open_systems.find(id.xint_value("ivp_system: the id is a number"));
    if (found == open_systems.end()) error("ivp_system: no problem with this id is open");
    return found->second;
}

static void good(ivp_system *s, int st)
{
    if (st) error("ivp_system: %s", ivp_system_why(s));
}

static ivp_system_facts facts_of(ivp_system *s)
{
    ivp_system_facts facts = {};
    facts.bytes = sizeof facts;
    good(s, ivp_system_describe(s, &facts));
    return facts;
}

static octave_value open_problem(const std::string &name, const std::string &formulation)
{
    static int last = 0;
    ivp_system *s = nullptr;
    char why[512];
    ivp_system_request ask = {};
    ask.bytes = sizeof ask;
    ask.problem = name.c_str();
    ask.formulation = formulation.empty() ? nullptr : formulation.c_str();
    if (ivp_system_open(&s, &ask, why, sizeof why)) error("ivp_system: %s", why);
    const ivp_system_facts facts = facts_of(s);
    ColumnVector y0(facts.n);
    open_systems[++last] = s;
    good(s, ivp_system_start(s, y0.fortran_vec(), nullptr));
    octave_scalar_map out;
    out.assign("id", last);
    out.assign("n", facts.n);
    out.assign("t0", facts.t0);
    out.assign("t1", facts.t1);
    out.assign("y0", y0);
    return octave_value(out);
}

static octave_value evaluate(const std::string &what, ivp_system *s, double t,
                             const ColumnVector &y)
{
    const int n = facts_of(s).n;
    if (y.numel() != n) error("ivp_system: y must have %d numbers", n);
    ColumnVector f(n);
    Matrix J(n, n);
    ivp_system_score score = {};
    score.bytes = sizeof score;
    if (what == "rhs") return good(s, ivp_system_rhs(s, t, y.data(), f.fortran_vec())), octave_value(f);
    if (what == "jac") return good(s, ivp_system_jac(s, t, y.data(), J.fortran_vec())), octave_value(J);
    if (what != "scd") error("ivp_system: open, rhs, jac, scd or close is expected");
    good(s, ivp_system_scd(s, t, y.data(), &score));
    return octave_value(score.scd);
}

DEFUN_DLD(ivp_system, args, , "test problems of ivpbench; see the head of ivp_system.cc")
{
    if (args.length() < 2) print_usage();
    const std::string what = args(0).xstring_value("ivp_system: the first argument is a word");
    if (what == "open")
        return ovl(open_problem(args(1).string_value(),
                                args.length() > 2 ? args(2).string_value() : ""));
    ivp_system *s = system_of(args(1));
    if (what == "close") {
        ivp_system_close(s);
        open_systems.erase(args(1).int_value());
        return ovl();
    }
    if (args.length() != 4) print_usage();
    return ovl(evaluate(what, s, args(2).double_value(),
                        ColumnVector(args(3).vector_value())));
}
