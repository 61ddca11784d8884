# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""A Model becomes one C file: a problem of include/ivp/problem.h for all arithmetics."""

import re
import textwrap

import sympy as sp
from sympy.printing.c import C99CodePrinter
from sympy.printing.precedence import PRECEDENCE

from . import mechanics, schedule
from .branches import Select, jumps
from .model import Refused, time
from .read import decimal

_WIDTH = 96
_POWER = PRECEDENCE["Pow"]
_TIED = "\u00a0"  # a blank at which no line is broken
_TAKEN = set("""auto break case char const continue default do double else enum extern float for goto
    if inline int long register restrict return short signed sizeof static struct switch typedef union
    unsigned void volatile while I R re real plain complex p s t f y q u out want a lambda J M k
    sin cos tan exp log sqrt sinh cosh tanh atan asin acos atan2 pow fabs abs max min gamma bool true
    false NULL OUTSIDE own derived value""".split())
_FUNCTIONS = {"exp": "exp", "log": "log", "tan": "tan", "sinh": "sinh", "cosh": "cosh",
              "tanh": "tanh", "atan": "atan", "asin": "asin", "acos": "acos", "Abs": "ivp_abs",
              "atan2": "ivp_atan2", "sin": "sin", "cos": "cos"}


# ---- expressions --------------------------------------------------------------------------------

class _Printer(C99CodePrinter):
    """Numbers through R(), functions that survive complex steps and lanes."""

    def parenthesize(self, item, level, strict=False):
        """A number that prints as R(...) needs no parentheses."""
        if isinstance(item, (sp.Rational, sp.Float)) and item >= 0 and not self._print(item)[0] == "(":
            return self._print(item)
        return super().parenthesize(item, level, strict)

    def _print_Integer(self, e):
        return str(int(e)) if abs(int(e)) < 10 ** 6 else "R(%d.0)" % int(e)

    def _print_Float(self, e):
        """One that Python has computed: the shortest decimal of that double."""
        return self._print_Rational(sp.Rational(repr(float(e)) if e._prec <= 53 else str(e)))

    def _print_Rational(self, e):
        text = decimal(e)
        if len(text) < 40:
            return "R(%s)" % (text if "." in text or "e" in text else text + ".0")
        return "(R(%d.0) / %d)" % (e.p, e.q)

    def _print_Half(self, e):
        return "R(0.5)"

    def _print_Pi(self, e):
        return "IVP_PI"

    def _print_Exp1(self, e):
        return "exp(R(1.0))"

    def argument(self, e):
        """As the argument of a function: no whole number, which <tgmath.h> computes in double."""
        return "R(%d.0)" % int(e) if e.is_Integer else self._print(e)

    def _print_Pow(self, e):
        base, x = e.base, e.exp
        one = self.parenthesize(base, _POWER)
        if x == -1:
            return "1 / %s" % one
        if x.is_Integer and 1 < abs(x) <= 6 or (2 * x).is_Integer and abs(x) < 6:
            whole, half = divmod(abs(2 * x), 2)
            factors = [one] * int(whole) + ["sqrt(%s)" % self.argument(base)] * int(half)
            text = "*".join(factors) if len(factors) == 1 else "(%s)" % "*".join(factors)
            return text if x > 0 else "1 / %s" % text
        if x.is_number:
            return "ivp_pow(%s, %s)" % (self.argument(base), self.argument(x))
        return "exp(%s*log(%s))" % (self.parenthesize(x, _POWER), self.argument(base))

    def _print_Function(self, e):
        name = e.func.__name__
        if name not in _FUNCTIONS:
            raise Refused("the function %s is not known" % name)
        return "%s(%s)" % (_FUNCTIONS[name], ", ".join(self.argument(a) for a in e.args))
    _print_exp = _print_log = _print_tan = _print_sinh = _print_cosh = _print_tanh = _print_Function
    _print_atan = _print_asin = _print_acos = _print_Abs = _print_atan2 = _print_Function
    _print_sin = _print_cos = _print_Function

    def _print_Select(self, e):
        side, a, b = e.args
        return "(re(%s) > R(0.5) ? %s : %s)" % (value(side), value(a), value(b))

    def _fold(self, name, e):
        text = value(e.args[0])
        for a in e.args[1:]:
            text = "%s(%s, %s)" % (name, text, value(a))
        return text

    def _print_Max(self, e):
        return self._fold("ivp_max", e)

    def _print_Min(self, e):
        return self._fold("ivp_min", e)


_printer = _Printer({"contract": False, "math_macros": {}})  # M_PI_2 is a double


def value(e):
    """C of an expression that may be assigned in every arithmetic."""
    text = _printer._print(e)
    text = re.sub(r"\s*([*/])\s*", r" \1 ", text)
    if text[0] == "(" and _closing(text) == len(text) - 1:
        text = text[1:-1]
    return text if e.free_symbols else "ivp_of(%s)" % text


def _closing(text):
    """Where the parenthesis closes that the text begins with."""
    depth = 0
    for i, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if not depth:
            return i
    return -1


def _statement(text, indent):
    lines = textwrap.wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=indent + "    ",
                          break_long_words=False, break_on_hyphens=False)
    return [l.replace(_TIED, " ") for l in lines]


def _string(text):
    """A literal of C, at whose blanks no line is broken."""
    text = re.sub(r"\s+", " ", str(text)).replace("\\", "\\\\").replace('"', '\\"')
    return '"%s"' % text.replace("??", "?\\?").replace(" ", _TIED)


# ---- one file -----------------------------------------------------------------------------------

class _File:
    def __init__(self, model):
        self.m = model
        self.functions = []  # text of each
        self.guarded = False
        taken = set(_TAKEN)
        self.names = {}  # symbol of the model -> symbol whose name is C
        for i, s in enumerate(model.states):
            name = _identifier(s.name, taken)
            taken.add(name)
            self.names[s] = sp.Symbol(name, real=True)
        self.taken = taken
        self.enums = [_identifier("P_" + s.name, set()) for s in model.params]
        for s, e in zip(model.params, self.enums):
            self.names[s] = sp.Symbol("p[%s]" % e, real=True)
        self.params = [self.names[s] for s in model.params]
        self.derived = schedule.derived(self.params, lambda k: "p[D%d]" % (k + 1))
        self.guards = [self.local(v.guard) if v.then == "restart" else None for v in model.events]

    def local(self, e):
        return sp.sympify(e).xreplace(self.names)

    def fresh(self):
        """Names for temporaries of one function."""
        counts, taken = {}, self.taken

        def name(stem):
            while True:
                counts[stem] = counts.get(stem, 0) + 1
                word = "%s%d" % (stem, counts[stem])
                if word not in taken:
                    return word
        return name

    # ---- bodies -----------------------------------------------------------------------------

    def body(self, results, states="s->%s", blocks=(), keep=False, with_domain=True, guards=True):
        """Lines of C for [(left, value, block)]."""
        results = [(left, self.derived(self.local(e)), block) for left, e, block in results]
        kept = schedule.kept(self.params + list(self.derived.table.values()), "k[{0}]".format)
        lines = []
        if keep:
            shorter = [(left, kept(e), block) for left, e, block in results]
            if 0 < len(kept.table) <= schedule.KEPT_MOST:
                results = shorter
                self._at_time(kept.table)
                lines = ["    real own[IVP_STATE_KEPT], *k = s->kept ? s->kept : own;",
                         "    if (!s->again) at_time(s->t, k, p);"]
        known = [g if g is None else self.derived(g) for g in self.guards] if guards else None
        plan = schedule.Schedule(results, self.fresh(), known, with_domain)
        used = set().union(*(s.value.free_symbols for s in plan.steps)) if plan.steps else set()
        return self._locals(used, states) + lines + self._lines(plan.steps, blocks)

    def _at_time(self, table):
        plan = schedule.Schedule([("k[%d]" % i, e, "") for i, e in enumerate(table)], self.fresh(),
                                 with_domain=False)
        self.functions.append(
            "/* What depends on time and parameters alone. */\n"
            "static void at_time(real t, real *k, const real *p)\n{\n%s\n}\n"
            % "\n".join(self._lines(plan.steps, ())))

    def _locals(self, used, states):
        lines = []
        for letter, symbols in (("y", self.m.y), ("q", self.m.q), ("u", self.m.u)):
            here = [_TIED.join((str(self.names[s]), "=", "%s[%d]" % (states % letter, i)))
                    for i, s in enumerate(symbols) if self.names[s] in used]
            if here:
                lines += _statement("const real %s;" % ", ".join(here), "    ")
        if time in used:
            lines.append("    const real t = s->t;")
        return lines

    def _lines(self, steps, blocks):
        """Steps that one block alone needs stand in its condition."""
        lines = [l for s in steps if not (len(s.blocks) == 1 and s.blocks <= set(blocks))
                 for l in self._step(s, "    ")]
        for block in blocks:
            inside = [l for s in steps if s.blocks == {block} for l in self._step(s, "        ")]
            if inside:
                lines += ["    if (want & %s) {" % block, *inside, "    }"]
        return lines

    def _step(self, s, indent):
        if s.kind == "turn":
            return _statement("real %s, %s;" % tuple(s.names), indent) + \
                _statement("ivp_turn(%s, &%s, &%s);" % (value(s.value), *s.names), indent)
        if s.kind == "domain":
            self.guarded = True
            return _statement("if (OUTSIDE(%s)) return IVP_DOMAIN;" % s.names[0], indent)
        if s.kind == "side":
            side = "ivp_of(0)" if s.number is None else "p[NP + %d]" % s.number
            return _statement("const real %s = ivp_of(ivp_side(%s, %s) ? 1 : -1);"
                              % (s.names[0], side, value(s.value)), indent)
        left = "const real %s" % s.names[0] if s.kind == "let" else s.names[0]
        return _statement("%s = %s;" % (left, value(s.value)), indent)

    def function(self, head, lines, result="IVP_OK", comment=""):
        text = "/* %s */\n" % comment if comment else ""
        end = ["    return %s;" % result] if result else []
        self.functions.append("%s%s\n{\n%s\n}\n" % (text, head, "\n".join(lines + end)))

    # ---- the two forms ----------------------------------------------------------------------

    def mechanical(self):
        m, n = self.m, len(self.m.q)
        mechanics.check_start(m)
        G, gt, gamma = mechanics.constraint_blocks(m.q, m.u, m.g)
        rows = [("*ivp_at(out->M, %d, %d)" % (i, j), m.M[i, j], "IVP_M")
                for j in range(n) for i in range(n) if m.M[i, j] != 0]
        rows += [("out->f[%d]" % i, e, "IVP_F") for i, e in enumerate(m.force) if e != 0]
        for k, e in enumerate(m.g):
            rows += [("*ivp_at(out->G, %d, %d)" % (k, j), G[k, j], "IVP_GQ")
                     for j in range(n) if G[k, j] != 0]
            rows += [("out->g[%d]" % k, e, "IVP_CON"), ("out->gamma[%d]" % k, gamma[k], "IVP_GAMMA")]
            if gt[k] != 0:
                rows.append(("out->gt[%d]" % k, gt[k], "IVP_GT"))
        blocks = ("IVP_M", "IVP_F", "IVP_GQ", "IVP_CON", "IVP_GT", "IVP_GAMMA")
        self.function("static ivp_status terms(unsigned want, const ivp_state *s, ivp_terms *out,\n"
                      "                        const real *p)", self.body(rows, blocks=blocks, keep=True))
        return [".form = IVP_MECH", ".sizes = { .nq = %d, .ng = %d%%s }" % (n, len(m.g)),
                ".mech = { .terms = terms, .assigns = true }"]

    def first_order(self):
        m, n = self.m, len(self.m.y)
        self.function("static ivp_status rhs(const ivp_state *s, real *f, const real *p)",
                      self.body([("f[%d]" % i, e, "") for i, e in enumerate(m.f)], keep=True))
        members = [".f = rhs"]
        if not any(e.has(sp.Abs, sp.Max, sp.Min) or jumps(e) for e in m.f):
            self._matrix("jacobian", "J", sp.Matrix(m.f).jacobian(m.y))
            members.append(".jac = jacobian")
        if m.mass is not None:
            self._matrix("mass", "M", m.mass)
            members.append(".mass = mass")
            if any(e.free_symbols & {time, *m.y} for e in m.mass):
                members.append(".mass_varies = true")
        if not any(e.has(time) for e in m.f):
            members.append(".autonomous = true")
        return [".form = %s" % ("IVP_ODE" if m.mass is None else "IVP_LIN"),
                ".sizes = { .n = %d%%s }" % n, ".ode = { %s }" % ", ".join(members)]

    def _matrix(self, name, letter, entries):
        rows = [("*ivp_at(%s, %d, %d)" % (letter, i, j), entries[i, j], "")
                for j in range(entries.cols) for i in range(entries.rows) if entries[i, j] != 0]
        self.function("static ivp_status %s(const ivp_state *s, ivp_mat %s, const real *p)"
                      % (name, letter), self.body(rows))

    def start(self):
        m = self.m
        values = [("y[%d]" % i, e, "") for i, e in enumerate(m.start)]
        if m.mass is not None:
            values += [("yp[%d]" % i, e, "") for i, e in enumerate(_slopes(m))]
        self.function("static ivp_status start(real t0, real *y, real *yp, const real *p)",
                      self.body(values, with_domain=False))
        return [".init = start"]

    # ---- events, observables ----------------------------------------------------------------

    def scalar(self, name, e, comment=""):
        """A function of the state."""
        self.function("static real %s(const ivp_state *s, const real *p)" % name,
                      self.body([("const real value", e, "")], with_domain=False, guards=False),
                      "value", comment)

    def events(self):
        rows = []
        for k, v in enumerate(self.m.events):
            name = _identifier(v.name, set())
            if jumps(v.guard):
                raise Refused("the guard of event %s jumps" % v.name)
            self.scalar("guard_" + name, v.guard)
            parts = [".name = %s" % _string(v.name), ".direction = %d" % v.direction,
                     ".guard = guard_" + name, ".then = IVP_" + v.then.upper()]
            if v.reset:
                self._reset("reset_" + name, v.reset)
                parts.append(".reset = reset_" + name)
            rows += _statement("{ %s }," % ", ".join(parts), "    ")
        return self._table("ivp_event", "events", rows)

    def _reset(self, name, reset):
        states = self.m.states
        fresh = self.fresh()
        names = [fresh("new") for _ in reset]
        new = [("const real " + name, e, "") for name, e in zip(names, reset.values())]
        lines = self.body(new, states="y_%s", with_domain=False, guards=False)
        n = len(self.m.q)
        lines = [l.replace("y_y[", "y[").replace("y_q[", "y[") for l in lines]
        lines = [re.sub(r"y_u\[(\d+)\]", lambda f: "y[%d]" % (n + int(f[1])), l) for l in lines]
        lines = [l for l in lines if l != "    const real t = s->t;"]
        for s, name_of_new in zip(reset, names):
            left = "y[%d]" % states.index(s) if s in states else str(self.names[s])
            lines.append("    %s = %s;" % (left, name_of_new))
        self.function("static void %s(real t, real *y, real *p)" % name, lines, None)

    def observables(self, which, values):
        rows, names = [], {o.name for o in values}
        for o in values:
            component = self._component(o.value)
            name = o.name if o.name == component else _observable_name(o.name, names)
            if component:
                last = '.component = "%s"' % component
            else:
                last = "%s_%s" % (which[:-1], _identifier(o.name, set()))
                self.scalar(last, o.value)
            rows += _statement("{ %s, %s, %s, %s }," % (
                _string(name), _string(o.unit), _string(o.meaning or o.name), last), "    ")
        return self._table("ivp_observable", which, rows)

    def _component(self, e):
        for letter, symbols in (("y", self.m.y), ("q", self.m.q), ("u", self.m.u)):
            if e in symbols:
                return "%s%d" % (letter, symbols.index(e) + 1)
        return ""

    def _table(self, kind, name, rows):
        if not rows:
            return []
        self.functions.append("static const %s %s[] = {\n%s\n    { 0 },\n};\n"
                              % (kind, name, "\n".join(rows)))
        return [".%s = %s" % (name, name)]

    # ---- the whole --------------------------------------------------------------------------

    def text(self):
        m = self.m
        members = self.mechanical() if m.mechanical else self.first_order()
        members += self.start() + self.events()
        members += self.observables("observables", m.observables)
        members += self.observables("invariants", m.invariants)
        scored = "q u lambda" if m.mechanical and m.g else "all"
        members += ['.scd = "%s"' % scored, '.mescd = "%s"' % scored]
        prepared = self._prepare()
        members = [s % prepared if "%s" in s else s for s in members]
        if prepared:
            members.insert(1, ".prepare = prepare")
        first = [".title = %s" % _string(m.title), ".source = %s" % _string(m.source),
                 ".tags = %s" % _string(m.tags or _tags(m))]
        if m.params:
            first.append(".params = params")
        first += ['.t0 = "%s"' % m.t0, '.t1 = "%s"' % m.t1]
        problem = "IVP_PROBLEM(%s,\n    %s);\n" % (m.name, ",\n    ".join(first + members))
        return "\n".join([self._head(), *self.functions, problem]).replace(_TIED, " ")

    def _prepare(self):
        """`.nderived` of the sizes."""
        table = self.derived.table
        if not table:
            return ""
        lines = [l for i, e in enumerate(table)
                 for l in _statement("derived[%d] = %s;" % (i, value(e)), "    ")]
        self.functions.insert(0, "static void prepare(const real *p, real *derived)\n{\n%s\n}\n"
                              % "\n".join(lines))
        return ", .nderived = %d" % len(table)

    def _head(self):
        m = self.m
        names = " ".join(s.name for s in (m.q if m.mechanical else m.y))
        head = ["%s.c -- %s" % (m.name, m.title), "",
                "%s = (%s)" % ("q" if m.mechanical else "y", ", ".join(names.split())), "",
                "Made from %s by `ivpbench new problem %s --from`." % (m.origin.split("/")[-1], m.name)]
        lines = [l for t in head for l in (textwrap.wrap(t, _WIDTH - 4) or [""])]
        text = "/* " + "\n".join(" * " + l if l else " *" for l in lines)[3:] + " */\n"
        text += "#include <ivp/problem.h>\n"
        if m.params:
            text += "\n" + "\n".join(_statement("enum { %s };" % ", ".join([*self.enums, "NPARAMS"]), ""))
        count = len(self.derived.table)
        sides = any("p[NP + " in f for f in self.functions)
        if count:
            first = "D1 = NPARAMS" if m.params else "D1"
            rest = ["D%d" % (i + 1) for i in range(1, count)] + (["NP"] if sides else [])
            text += "\n" + "\n".join(_statement("enum { %s }; /* from prepare() */"
                                                % ", ".join([first, *rest]), ""))
        elif sides:
            text += "\nenum { NP = %s };" % ("NPARAMS" if m.params else "0")
        if m.params or count or sides:
            text += "\n"
        if m.params:
            rows = [l for e, (s, (v, what)) in zip(self.enums, m.params.items()) for l in _statement(
                "[%s] = { %s, %s, %s }," % (e, _string(s.name), _string(v), _string(what)), "    ")]
            text += "\nstatic const ivp_param params[] = {\n%s\n    { 0 },\n};\n" % "\n".join(rows)
        if self.guarded:
            text += ("\n/* Is an argument outside the domain? Not asked in lanes: one point does not end the "
                     "others,\n * and a NaN is noticed. */\n#if IVP_ARITH == IVP_LANES\n"
                     "#define OUTSIDE(inside) false\n#else\n#define OUTSIDE(inside) (!(inside))\n#endif\n")
        return text


def _identifier(name, taken):
    word = re.sub(r"\W", "_", name, flags=re.ASCII)
    word = "_" + word if word[:1].isdigit() or not word else word
    if word.startswith(("ivp", "IVP", "_")):
        word = "x" + word
    while word in taken:
        word += "_"
    return word


def _observable_name(name, taken):
    """A name of a component belongs to that component alone."""
    if not re.fullmatch(r"(y|q|u|x|a|mu|lambda)\d+", name):
        return name
    while name in taken:
        name += "_"
    taken.add(name)
    return name


def _tags(m):
    words = ["mechanical index3" if m.g else "mechanical"] if m.mechanical else \
        ["ode" if m.mass is None else "dae index1"]
    return " ".join(words + (["events"] if m.events else []))


def _slopes(m):
    """y' at the start of M y' = f: equations without y' are differentiated once, so index 1."""
    at = {**dict(zip(m.y, m.start)), time: sp.Rational(m.t0)}
    f = sp.Matrix(m.f)
    rows, right = [], []
    for i in sorted(m.mass.T.rref()[1]):
        rows.append(m.mass.row(i))
        right.append(f[i])
    for v in m.mass.T.nullspace():
        c = (v.T * f)[0]
        rows.append(sp.Matrix([[sp.diff(c, z) for z in m.y]]))
        right.append(-sp.diff(c, time))
        here = sp.simplify(c.subs(at).subs({s: sp.Rational(d) for s, (d, _) in m.params.items()}))
        if here.is_number and abs(sp.N(here)) > sp.Float("1e-12"):
            raise Refused("%s: the start violates an equation without derivatives: 0 = %s is %s"
                          % (m.origin, c, sp.N(here, 6)))
    A, b = sp.Matrix.vstack(*rows).subs(at), sp.Matrix(right).subs(at)
    numbers = {s: sp.Rational(d) for s, (d, _) in m.params.items()}
    if A.subs(numbers).det() == 0:
        raise Refused("%s: y' at the start cannot be found by differentiating once: the index is "
                      "above 1, or the start is singular" % m.origin)
    return list(A.LUsolve(b))


def c_file(model):
    try:
        return _File(model).text()
    except Refused as error:
        at = str(error)
        raise Refused(at if at.startswith(model.origin) else "%s: %s" % (model.origin, at)) from error
