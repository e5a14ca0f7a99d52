#!/usr/bin/env python3
"""Prints a C program that checks random differentiable functions with the oracle.

    generate.py SEED [COUNT] [--cpp | --nests] [--second] [--modes]

One function a seed, SEED to SEED+COUNT-1; the same seed gives the same function whatever the COUNT.
Every value stays within about [-2, 2], by construction: each operation maps bounded values to
bounded values. Branches and kinks are met at ties with small probability only, which the oracle
reports as inconclusive. The program prints "SEED ok", "SEED inconclusive" or "SEED wrong".
With --cpp the functions also use classes, templates, lambdas and std::vector.
With --second the oracle checks the derivative of a derivative of each, with --modes the derivative
in two halves, in several lanes or by value. With --nests they are loop nests over arrays (nests.py).
"""
import sys

from checks import check
from classes import ClassFunctions
from containers import ContainerStatements
from functions import C_KINDS, CPP_KINDS, Functions
from library import LibraryStatements
from memory import MemoryStatements
from nests import NestGenerator
from scope import Random, Scope
from values import ValueStatements

# What is not in every program: each is in one of three, and then more often.
SOME_SIMPLE = ["complex_", "long_double", "volatile", "short_vector", "largest", "extremes", "sort", "newton"]
SOME_NESTED = ["growing", "late", "ring", "rotation", "places", "words", "packet", "elimination", "order", "leave_nest",
               "states"]
SOME_CPP = ["sequence_", "algorithm", "optional", "tuple_", "shared", "functions_"]


class Generator(Functions, ClassFunctions, MemoryStatements, ValueStatements, ContainerStatements, LibraryStatements):
    COST_LIMIT = 4000

    def __init__(self, seed, cpp=False):
        self.seed = seed
        self.cpp = cpp
        self.random = Random(seed * 2 + cpp)
        self.single = self.random.chance(20)  # float arithmetic inside
        self.prefix = f"s{seed}"
        self.declarations = []  # types and functions that go before all others
        self.has_records = self.has_shapes = self.has_order = self.has_parts = False
        self.may_overlap = False  # arrays in scope, one with another
        self.definitions = []
        self.helpers = []  # (how it is called, name, cost)
        self.restarts = []  # calls that give static variables the values to start with
        self.lines = []
        self.indent = 1
        self.counter = 0
        self.cost = 0
        self.weight = 1
        self.loops = 0  # nesting, for break and continue
        self.in_switch = False
        self.owned = 0  # blocks of memory that a return would leak
        self.result = None  # what the function being generated returns
        self.globals = self.random.chance(30)
        self.least_n = 2  # of the parameter n: in helpers 2 or more
        self.some = {one for one in SOME_SIMPLE + SOME_NESTED + (SOME_CPP if cpp else []) if self.random.chance(33)}
        self.inputs = self.random.between(3, 8)
        self.outputs = self.random.between(2, 4)

    # -- small things ---------------------------------------------------------------------------
    def name(self, stem):
        self.counter += 1
        return f"{stem}{self.counter}"

    def emit(self, text):
        self.lines.append("  " * self.indent + text)
        self.cost += self.weight

    def constant(self):
        r = self.random
        return f"{r.choice(['', '-'])}{r.between(0, 1)}.{r.between(1, 99):02d}"

    def integer(self, scope, depth=1):
        """A nonnegative int below about 1000."""
        r = self.random
        if not scope.integers or r.chance(20):
            return str(r.between(0, 9))
        variable = r.choice(scope.integers)
        if depth == 0 or r.chance(40):
            return variable
        other = self.integer(scope, depth - 1)
        return r.choice([
            f"({variable} + {other})", f"({variable} * {r.between(2, 5)} + {other})",
            f"({variable} ^ {other})", f"({variable} / {r.between(2, 4)})",
            f"({variable} & {r.between(1, 7)})",
        ])

    def index(self, scope, length):
        r = self.random
        if r.chance(35) or not scope.integers:
            return str(r.below(length))
        if length & (length - 1) == 0 and r.chance(30):
            return f"{self.integer(scope)} & {length - 1}"
        return f"{self.integer(scope)} % {length}"

    def place(self, scope):
        """Something that can be assigned."""
        r = self.random
        options = []
        if scope.scalars:
            options.append((4, lambda: r.choice(scope.scalars)))
        if scope.floats:
            options.append((1, lambda: r.choice(scope.floats)))
        if scope.arrays:
            options.append((5, lambda: self.element(scope)))
        if scope.structs:
            options.append((2, lambda: self.member(scope, r.choice(scope.structs))))
        if scope.struct_arrays:
            options.append((2, lambda: self.member(scope, self.struct_element(scope))))
        if scope.pointers:
            options.append((2, lambda: "*" + r.choice(scope.pointers)))
        if scope.vectors:
            options.append((2, lambda: self.vector_element(scope)))
        return r.weighted(options)()

    def element(self, scope, lasting=False):
        array, length = self.random.choice(scope.lasting if lasting else scope.arrays)
        return f"{array}[{self.index(scope, length)}]"

    def vector_element(self, scope):
        vector = self.random.choice(scope.vectors)
        return f"{vector}[{self.integer(scope)} % {vector}.size()]"

    def struct_element(self, scope):
        array, length = self.random.choice(scope.struct_arrays)
        return f"{array}[{self.index(scope, length)}]"

    def member(self, scope, struct):
        return self.random.choice([
            f"{struct}.x", f"{struct}.y[{self.index(scope, 3)}]", f"{struct}.z", f"(*{struct}.link)"])

    def atom(self, scope):
        r = self.random
        if r.chance(12):
            return self.constant()
        if scope.fixed and r.chance(40):
            return r.choice(scope.fixed)
        if scope.integers and r.chance(5):
            return f"0.1 * ({self.integer(scope)} % 11)"
        place = self.place(scope)
        return f"(double){place}" if place in scope.floats else place  # C++ narrows nothing in braces

    # -- expressions ------------------------------------------------------------------------------
    def expression(self, scope, depth):
        r = self.random
        if depth == 0 or r.chance(10):
            return self.atom(scope)
        a = self.expression(scope, depth - 1)
        binary = ["0.5 * ({a}) * ({b})", "0.5 * (({a}) + ({b}))", "0.5 * (({a}) - ({b}))",
                  "({a}) * {k}", "({a}) / (3 + 0.1 * ({b}) * ({b}))", "-({a})"]
        unary = ["sin({a})", "cos({a})", "tanh({a})", "exp(0.7 * sin({a}))", "atan({a})",
                 "({a}) / (1 + ({a}) * ({a}))", "0.6 * sqrt(1 + ({a}) * ({a}))",
                 "log(1.5 + ({a}) * ({a}))", "1 / (3 + 0.1 * ({a}) * ({a}))", "0.3 * exp(0.5 * atan({a}))"]
        rare = ["fabs({a})", "fmax({a}, {b})", "fmin({a}, {b})", "(({a}) > ({b}) ? {a} : {b})",
                "(({a}) < {k} ? {b} : {k})", "pow(1.5 + 0.25 * sin({a}), 1.5)", "erf({a})",
                "0.5 * hypot({a}, ({b}) + 3) - 1", "atan2({a}, 3 + ({b}))", "cbrt(3 + ({a}))",
                "0.5 * fma({a}, 0.5 * ({b}), {a})", "ldexp({a}, -1)", "log1p(0.4 * sin({a}))",
                "0.2 * floor(3 * ({a}))", "fmod(({a}) + 4.1, 1.3)", "0.5 * sinh(0.5 * atan({a}))",
                "copysign({a}, {b})", "0.5 * cosh(0.5 * atan({a}))", "asin(0.4 * sin({a}))",
                "expm1(0.3 * atan({a}))", "0.3 * pow(1.5 + 0.3 * sin({a}), atan({b}))", "0.2 * ({a}) * ({a}) * atan({a})"]
        if self.single:
            rare += ["(float)({a})", "(double)sinf((float)({a}))", "0.5f * (float)({a})"]
        call = self.call_expression(scope, depth) if r.chance(12) else None
        if call:
            return call
        form = r.weighted([(10, binary), (6, unary), (4, rare)])
        form = r.choice(form)
        b = self.expression(scope, depth - 1) if "{b}" in form else ""
        return "(" + form.format(a=a, b=b, k=self.constant()) + ")"

    def bounded(self, scope, depth=None):
        """An expression for a store: pulled back towards [-1.5, 1.5] more often than not."""
        r = self.random
        text = self.expression(scope, r.between(1, 3) if depth is None else depth)
        return r.weighted([(5, text), (2, f"sin({text})"), (1, f"tanh({text})"),
                           (2, f"({text}) / (1 + 0.3 * ({text}) * ({text}))")])

    def condition(self, scope):
        r = self.random
        if scope.integers and r.chance(35):
            modulus = r.between(2, 5)
            return f"{self.integer(scope)} % {modulus} {r.choice(['==', '!=', '<', '>'])} {r.below(modulus)}"
        text = f"{self.expression(scope, 1)} {r.choice(['<', '>', '<=', '>='])} {self.expression(scope, 1)}"
        if r.chance(15):
            text = f"({text}) {r.choice(['&&', '||'])} {self.atom(scope)} > {self.constant()}"
        return text

    # -- statements -------------------------------------------------------------------------------
    def block(self, scope, count, depth):
        inner = Scope(scope)
        for _ in range(count):
            if self.cost > self.COST_LIMIT:
                break
            self.statement(inner, depth)

    def body(self, scope, count, depth):
        self.indent += 1
        start = len(self.lines)
        self.block(scope, count, depth)
        if len(self.lines) == start:
            self.emit(";")
        self.indent -= 1

    def statement(self, scope, depth):
        r = self.random
        simple = [(8, self.assign), (3, self.update), (3, self.declare), (2, self.declare_integer),
                  (1, self.copy), (2, self.pointer), (1, self.swap), (1, self.struct_copy)]
        nested = [(5, self.for_loop), (2, self.stepping), (3, self.if_else), (2, self.while_loop), (1, self.do_while),
                  (1, self.switch), (1, self.heap), (1, self.triangle), (1, self.linked_list),
                  (1, self.two_buffers), (1, self.pool), (1, self.tagged), (1, self.rows)]
        simple.append((1, self.union_copy))
        nested += [(1, self.pointer_walk), (1, self.goto_loop)]
        if self.loops and not self.owned and self.result:
            simple.append((1, self.early_return))
        if self.cpp:
            simple += [(2, self.push_back), (2, self.lambda_), (1, self.function_object),
                       (1, self.variant), (1, self.map_), (1, self.shapes)]
            nested += [(2, self.range_for)]
        simple += [(2, getattr(self, one)) for one in SOME_SIMPLE + SOME_CPP if one in self.some]
        nested += [(2, getattr(self, one)) for one in SOME_NESTED if one in self.some]
        if self.loops:
            simple.append((1, self.leave))
        if depth == 0:
            r.weighted(simple)(scope)
        else:
            r.weighted([(weight * 3, lambda s, d, make=make: make(s)) for weight, make in simple]
                       + [(weight * 2, make) for weight, make in nested])(scope, depth)

    def assign(self, scope):
        self.emit(f"{self.place(scope)} = {self.bounded(scope)};")

    def update(self, scope):
        place = self.place(scope)
        self.emit(self.random.choice([
            f"{place} = 0.7 * {place} + 0.3 * ({self.bounded(scope)});",
            f"{place} *= 0.5 * ({self.bounded(scope)});",
            f"{place} += 0.05 * ({self.bounded(scope)});",
            f"{place} -= 0.05 * ({self.bounded(scope)});",
        ]))

    def declare(self, scope):
        r = self.random
        if self.single and r.chance(40):
            name = self.name("f")
            self.emit(f"float {name} = (float)({self.bounded(scope)});")
            scope.floats.append(name)
        elif r.chance(15):
            name, length = self.name("a"), r.between(2, 8)
            variable = r.chance(25)
            self.emit(f"double {name}[{f'n + {max(0, length - 3)}' if variable else length}];")
            length = self.least_n + max(0, length - 3) if variable else length
            counter = self.name("i")
            value = self.expression(scope, 1)
            self.emit(f"for (int {counter} = 0; {counter} < {length}; {counter}++) "
                      f"{name}[{counter}] = {value} * 0.1 * {counter};")
            self.cost += length * self.weight
            scope.arrays.append((name, length))
        elif r.chance(10):
            self.table(scope)
        elif r.chance(20):
            name = self.name("t")
            self.emit(f"{self.prefix}_struct {name} = {{{r.between(0, 5)}, {self.atom(scope)}, "
                      f"{{{self.constant()}, {self.atom(scope)}, {self.constant()}}}, {self.constant()}, "
                      f"&{self.element(scope, lasting=True)}}};")
            scope.structs.append(name)
        else:
            name = self.name("x")
            self.emit(f"double {name} = {self.bounded(scope)};")
            scope.scalars.append(name)

    def declare_integer(self, scope):
        name = self.name("k")
        self.emit(f"int {name} = {self.integer(scope)} % {self.random.between(5, 30)};")
        if self.random.chance(20):
            self.emit(f"if ({self.expression(scope, 1)} > {self.constant()}) {name} = "
                      f"({name} * 5 + 3) % 17;")
        scope.integers.append(name)

    def copy(self, scope):
        r = self.random
        (to, to_length), (source, length) = r.choice(scope.arrays), r.choice(scope.arrays)
        most = min(length, to_length)
        count = r.between(1, most)
        move = "memmove" if to == source else r.choice(["memcpy", "memmove"])
        if self.may_overlap:
            move = "memmove"
        if r.chance(20):
            self.emit(f"memset({to}, 0, {count} * sizeof *{to});")
        elif (to != source and "p" not in (to[0], source[0]) and not (to + source).count("_shared")
              or move == "memmove"):
            self.emit(f"{move}({to} + {r.below(to_length - count + 1)}, {source} + "
                      f"{r.below(length - count + 1)}, {count} * sizeof *{to});")

    def pointer(self, scope):
        r = self.random
        if scope.pointers and r.chance(50):
            text = f"{r.choice(scope.pointers)} = &{self.element(scope, lasting=True)};"
            self.emit(f"if ({self.condition(scope)}) {text}" if r.chance(40) else text)
            return
        if r.chance(30):
            name = self.name("p")
            (a, la), (b, lb) = r.choice(scope.arrays), r.choice(scope.arrays)
            self.emit(f"double *{name} = {self.condition(scope)} ? {a} : {b};")
            scope.arrays.append((name, min(la, lb)))
            return
        name = self.name("q")
        target = f"&{r.choice(scope.scalars)}" if scope.scalars and r.chance(30) else f"&{self.element(scope)}"
        self.emit(f"double *{name} = {target};")
        scope.pointers.append(name)

    def early_return(self, scope):
        value = {"double": lambda: " " + self.bounded(scope), "void": lambda: ""}.get(
            self.result, lambda: " " + self.result)
        self.emit(f"if ({self.condition(scope)}) return{value()};")

    def swap(self, scope):
        a, b, t = self.element(scope), self.element(scope), self.name("t")
        self.emit(f"double {t} = {a}; {a} = {b}; {b} = {t};")

    def leave(self, scope):
        word = "continue" if self.random.chance(40) and self.loops else "break"
        if self.in_switch and word == "break":
            word = "continue"
        self.emit(f"if ({self.condition(scope)}) {word};")

    def loop_body(self, scope, trips, depth, counters=()):
        inner = Scope(scope)
        inner.integers += counters
        outer_weight, in_switch = self.weight, self.in_switch
        self.weight, self.in_switch = self.weight * trips, False
        self.loops += 1
        self.body(inner, self.random.between(1, 3), depth - 1)
        self.loops -= 1
        self.weight, self.in_switch = outer_weight, in_switch

    def affordable(self, trips):
        return self.cost + self.weight * trips * 4 < self.COST_LIMIT

    def for_loop(self, scope, depth):
        r = self.random
        trips = r.between(1, 8)
        if not self.affordable(trips):
            return self.assign(scope)
        i = self.name("i")
        head = r.weighted([
            (5, f"for (int {i} = 0; {i} < {trips}; {i}++) {{"),
            (2, f"for (int {i} = 0; {i} < (int)n; {i}++) {{"),
            (2, f"for (int {i} = {trips} - 1; {i} >= 0; {i}--) {{"),
            (1, f"for (unsigned {i} = 1; {i} < {3 * trips}; {i} += {r.between(2, 4)}) {{"),
            (1, f"for (size_t {i} = n; {i}-- > 0;) {{"),
            (1, f"for (int {i} = 0; {i} < {self.integer(scope)} % {trips + 1}; {i}++) {{"),
        ])
        self.emit(head)
        self.loop_body(scope, max(trips, self.inputs if "n" in head else 0), depth, [f"(int){i}"])
        self.emit("}")

    def pointer_walk(self, scope, depth):
        array, length = self.random.choice(scope.arrays)
        if not self.affordable(length):
            return self.assign(scope)
        at, end = self.name("at"), self.name("end")
        inner = Scope(scope)
        inner.scalars.append(f"(*{at})")
        self.emit(f"for (double *{at} = {array}, *{end} = {array} + {length}; {at} != {end}; {at}++) {{")
        self.loop_body(inner, length, depth)
        self.emit("}")

    def goto_loop(self, scope, depth):
        trips = self.random.between(2, 5)
        if not self.affordable(trips) or self.indent > 6:
            return self.assign(scope)
        label, w = self.name("again"), self.name("w")
        self.emit(f"int {w} = 0;")
        self.emit(f"{label}: {{")
        loops, self.loops = self.loops, 0
        inner = Scope(scope)
        inner.integers.append(w)
        weight, self.weight = self.weight, self.weight * trips
        self.body(inner, self.random.between(1, 2), depth - 1)
        self.weight, self.loops = weight, loops
        self.emit("}")
        self.emit(f"if (++{w} < {trips} && ({self.condition(scope)})) goto {label};")

    def states(self, scope, depth):
        """A loop of gotos, entered in several places and left from any: each state leads to others."""
        r = self.random
        count, trips = r.between(2, 4), r.between(3, 12)
        if not self.affordable(trips) or self.indent > 6:
            return self.assign(scope)
        labels = [self.name("state") for _ in range(count)]
        done, w = self.name("done"), self.name("w")
        self.emit(f"int {w} = 0;")
        for label in labels:
            if r.chance(50):
                self.emit(f"if ({self.condition(scope)}) goto {label};")
        loops, self.loops = self.loops, 0
        weight, self.weight = self.weight, self.weight * trips
        for label in labels:
            self.emit(f"{label}: {{")
            inner = Scope(scope)
            inner.integers.append(w)
            self.body(inner, r.between(1, 2), depth - 1)
            self.emit("}")
            self.emit(f"if (++{w} > {trips}) goto {done};")
            if r.chance(40):
                self.emit(f"if ({self.condition(scope)}) goto {r.choice(labels)};")
            elif r.chance(40):
                cases = " ".join(f"case {i}: goto {r.choice(labels)};" for i in range(r.between(1, 3)))
                self.emit(f"switch ({w} % 4) {{ {cases} }}")
        if r.chance(70):
            self.emit(f"goto {r.choice(labels)};")
        self.weight, self.loops = weight, loops
        self.emit(f"{done}:;")

    def stepping(self, scope, depth):
        """Arrays that a loop over time overwrites, each place from its neighbours."""
        r = self.random
        steps, sweeps = r.between(2, 4), r.between(1, 3)
        arrays = [one for one in scope.arrays if one[1] >= 3]
        if not arrays or not self.affordable(6 * steps * sweeps):
            return self.assign(scope)
        t, i = self.name("t"), self.name("i")
        until = f" && {self.element(scope)} < 3" if r.chance(25) else ""
        self.emit(f"for (int {t} = 0; {t} < {steps}{until}; {t}++) {{")
        for _ in range(sweeps):
            used = [r.choice(arrays) for _ in range(3)]
            end = min(length for _, length in used) - 1
            self.emit("  " + r.choice([
                f"for (int {i} = 1; {i} < {end}; {i}++) {{", f"for (int {i} = {end} - 1; {i} > 0; {i}--) {{",
                f"for (size_t {i} = 1; {i} + {len(arrays) + 3} < n && {i} < {end}; {i}++) {{"]))
            place = [f"{array}[{i}{r.choice(['', '', ' + 1', ' - 1'])}]" for array, _ in used]
            if r.chance(20):
                self.emit(f"    if ({place[2]} < 0.4)")
            update = r.choice([f"= 0.5 * sin({place[1]} * {place[2]} + {self.constant()})",
                               f"+= 0.1 * cos({place[0]} * {place[1]}) * {place[2]}",
                               f"= 0.6 * {place[1]} + 0.2 * sin({place[0]} * {place[2]})",
                               f"= {place[1]}", f"*= 0.9 * cos({place[1]})"])
            self.emit(f"    {place[0]} {update};")
            self.emit("  }")
        self.emit("}")

    def triangle(self, scope, depth):
        i, j = self.name("i"), self.name("j")
        if not self.affordable(20):
            return self.assign(scope)
        self.emit(f"for (int {i} = 0; {i} < 5; {i}++)")
        self.emit(f"  for (int {j} = {self.random.choice(['0', i])}; "
                  f"{j} {self.random.choice([f'<= {i}', '< 5'])}; {j}++) {{")
        self.loop_body(scope, 15, depth, [i, j])
        self.emit("}")

    def while_loop(self, scope, depth):
        trips = self.random.between(2, 12)
        if not self.affordable(trips):
            return self.assign(scope)
        w, x = self.name("w"), self.name("x")
        self.emit(f"int {w} = 0;")
        self.emit(f"double {x} = {self.bounded(scope)};")
        inner = Scope(scope)
        inner.fixed.append(x)
        self.emit(f"while ({x} < 1.4 && {w}++ < {trips}) {{")
        self.loop_body(inner, trips, depth, [w])
        self.indent += 1
        self.emit(f"{x} = 0.9 * {x} + 0.2 + 0.1 * ({self.bounded(inner)});")
        self.indent -= 1
        self.emit("}")
        scope.scalars.append(x)

    def do_while(self, scope, depth):
        trips = self.random.between(2, 6)
        if not self.affordable(trips):
            return self.assign(scope)
        w = self.name("w")
        self.emit(f"int {w} = 0;")
        self.emit("do {")
        self.loop_body(scope, trips, depth, [w])
        self.emit(f"}} while (++{w} < {trips} && {self.expression(scope, 1)} > {self.constant()});")

    def if_else(self, scope, depth):
        r = self.random
        self.emit(f"if ({self.condition(scope)}) {{")
        self.body(scope, r.between(1, 3), depth - 1)
        if r.chance(60):
            if r.chance(30):
                self.emit(f"}} else if ({self.condition(scope)}) {{")
                self.body(scope, r.between(1, 2), depth - 1)
            self.emit("} else {")
            self.body(scope, r.between(1, 3), depth - 1)
        self.emit("}")

    def switch(self, scope, depth):
        r = self.random
        selector = self.integer(scope) + " % 5" if r.chance(60) else f"(int)(2 * ({self.atom(scope)}) + 8) % 5"
        self.emit(f"switch ({selector}) {{")
        in_switch, self.in_switch = self.in_switch, True
        loops = self.loops
        for case in range(r.between(2, 4)):
            self.emit(f"case {case}: {{")
            self.body(scope, r.between(1, 2), depth - 1)
            self.emit("}" if r.chance(25) else "} break;")
        if r.chance(60):
            self.emit("default: {")
            self.body(scope, 1, depth - 1)
            self.emit("}")
        self.in_switch, self.loops = in_switch, loops
        self.emit("}")

    # -- programs -------------------------------------------------------------------------------------
    def program(self):
        r = self.random
        struct = f"{self.prefix}_struct"
        node = f"{self.prefix}_node"
        self.definitions.append(
            f"typedef struct {{ int tag; double x, y[3]; float z; double *link; }} {struct};\n".replace(
                "float", "float" if self.single else "double")
            + f"typedef struct {node} {{ double value; struct {node} *next; }} {node};")
        kinds = C_KINDS + (CPP_KINDS * 2 if self.cpp else [])
        # `n` is a parameter of the helpers that loop to it.
        if self.globals:
            self.definitions.append(f"static double {self.prefix}_shared[4];")
        self.definitions.append(f"static const size_t {self.prefix}_n = 2;\n#define n {self.prefix}_n")
        for _ in range(r.between(0, 4)):
            self.helper(r.choice(kinds))
        self.definitions.append("#undef n")
        self.least_n = self.inputs
        scope = Scope()
        scope.arrays = [("in", self.inputs), ("in", self.inputs), ("out", self.outputs)]
        scope.lasting = list(scope.arrays)
        saved_struct_array = r.chance(40)
        self.lines, self.cost, self.result = [], 0, "void"
        if self.globals:
            shared = f"{self.prefix}_shared"
            self.emit(f"for (int i = 0; i < 4; i++) {shared}[i] = 0.3 * in[0] * i;")
            scope.arrays.append((shared, 4))
        for restart in self.restarts:
            self.emit(restart)
        if saved_struct_array:
            self.emit(f"{struct} items[3];")
            self.emit(f"for (int i = 0; i < 3; i++) {{")
            self.emit(f"  items[i].tag = i;")
            self.emit(f"  items[i].x = in[i]; items[i].z = 0.5; items[i].link = &in[{self.inputs - 1} - i];")
            self.emit(f"  for (int j = 0; j < 3; j++) items[i].y[j] = in[j] * 0.3 * i;")
            self.emit("}")
            scope.struct_arrays.append(("items", 3))
        scope.scalars.append("x0")
        self.emit("double x0 = in[0] * in[1];")
        for _ in range(r.between(4, 9)):
            if self.cost > self.COST_LIMIT:
                break
            self.statement(scope, r.between(0, 3))
        for i in range(self.outputs):
            value = self.expression(scope, 1)
            self.emit(f"out[{i}] = {r.choice(['', f'0.5 * out[{i}] + '])}{value};")
        restrict = "static void {}(REAL *__restrict in, size_t n, REAL *__restrict out, size_t m)"
        head = r.choice(["PRIMAL({})", "PRIMAL({})", restrict]).format(self.prefix)
        text = ("\n".join(self.declarations + self.definitions) + f"\n{head} {{\n"
                + "\n".join(self.lines) + "\n}\n")
        return text


HEADERS = ["algorithm", "array", "complex", "deque", "functional", "list", "map", "memory", "numeric", "optional",
           "string", "tuple", "unordered_map", "variant", "vector"]


def main():
    arguments = [a for a in sys.argv[1:] if not a.startswith("--")]
    if not arguments:
        sys.exit(__doc__)
    options = {name: f"--{name}" in sys.argv for name in ("cpp", "second", "modes", "nests")}
    first, count = int(arguments[0]), int(arguments[1]) if len(arguments) > 1 else 1
    print('#include "modes.h"\n#include <stdarg.h>')
    for header in HEADERS if options["cpp"] else []:
        print(f"#include <{header}>")
    if not options["cpp"]:
        print("#include <complex.h>")
    generators = []
    for seed in range(first, first + count):
        generator = NestGenerator(seed) if options["nests"] else Generator(seed, options["cpp"])
        print(f"/* seed {seed} */")
        print(generator.program())
        text, generator.checked = check(generator.random, generator.prefix, generator.inputs, generator.outputs, options)
        print(text)
        generators.append(generator)
    print("int main(void) {\n  oracle_spare_points = 3;")
    print('  static const char *const words[] = {"ok", "inconclusive", "wrong"};')
    for seed, generator in zip(range(first, first + count), generators):
        print(f"  oracle_precision = {'2e-7' if generator.single else '0'};")
        print(f'  printf("{seed} %s\\n", words[{generator.checked}_oracle()]);')
    print("  return 0;\n}")


main()
