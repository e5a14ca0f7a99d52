"""Statements of random programs on numbers of other kinds, and that choose among numbers."""
from scope import Scope


class ValueStatements:
    """Part of the Generator of generate.py."""

    # -- kinds of numbers --------------------------------------------------------------------------
    def complex_(self, scope):
        r = self.random
        real = "float" if self.single and r.chance(50) else "double"
        kind = f"std::complex<{real}>" if self.cpp else f"{real} _Complex"
        z, w, t = self.name("z"), self.name("w"), self.name("t")

        def of(function, argument):
            if self.cpp:
                return f"std::{function}({argument})"
            stem = function if function == "conj" else "c" + function
            return f"{stem}{'f' if real == 'float' else ''}({argument})"

        def down(x):
            size = f"std::norm({x})" if self.cpp else of("real", f"{x} * {of('conj', x)}")
            return f"{x} /= 1 + {size};"

        steps = [f"{z} = {z} * {w};", f"{z} = {z} * {z} + {w};", f"{z} += {of('conj', w)};",
                 f"{w} = {of('exp', z)};", f"{z} = {of('sin', w)};", f"{w} = {of('sqrt', f'{w} * {w} + ({kind})5.0')};",
                 f"{z} /= {w} * {w} + ({kind})7.0;", f"{z} = -{z} - {w};", f"{w} *= ({real})0.5;"]
        self.emit("{")
        self.indent += 1
        for name in (z, w):
            parts = [f"({real})({self.bounded(scope, 1)})" for _ in range(2)]
            self.emit(f"{kind} {name}({parts[0]}, {parts[1]});" if self.cpp else
                      f"{kind} {name} = {parts[0]} + {parts[1]} * ({kind})_Complex_I;")
        self.emit(f"for (int {t} = 0; {t} < {r.between(1, 3)}; {t}++) {{")
        for _ in range(r.between(1, 3)):
            self.emit(f"  {down(z)} {down(w)} {r.choice(steps)}")
        self.emit("}")
        self.emit(f"{down(z)} {down(w)}")
        result = r.choice([of("real", z), f"{of('real', z)} * {of('imag', w)}",
                           "0.5 * " + of("abs", f"{z} + ({kind})3.0"), of("arg", f"{w} + ({kind})4.0")])
        self.emit(f"{self.place(scope)} = {result};")
        self.indent -= 1
        self.emit("}")

    def long_double(self, scope):
        name = self.name("l")
        form = self.random.choice(["(long double)({})", "sinl({})", "0.5L * ({})", "sqrtl(1.5L + ({}))"])
        self.emit(f"long double {name} = {form.format(f'sin({self.expression(scope, 1)})')};")
        scope.floats.append(name)

    def volatile(self, scope):
        name = self.name("v")
        self.emit(f"volatile double {name} = {self.bounded(scope)};")
        if self.random.chance(50):
            self.emit(f"{name} = 0.5 * {name} * ({self.bounded(scope, 1)});")
        self.emit(f"{self.place(scope)} = {name} - 0.3 * {name} * {name};")
        scope.fixed.append(name)

    def short_vector(self, scope):
        """Clang's own vectors."""
        r = self.random
        v, w, lanes = self.name("v"), self.name("w"), r.choice([2, 4])
        real = "float" if self.single and r.chance(50) else "double"
        kind = f"{self.prefix}_{real}{lanes}"
        declaration = f"typedef {real} {kind} __attribute__((vector_size({lanes} * sizeof({real}))));"
        if declaration not in self.declarations:
            self.declarations.append(declaration)
        order = ", ".join(str(r.below(2 * lanes)) for _ in range(lanes))
        steps = [f"{v} = 0.5{'f' if real == 'float' else ''} * {v} * {w};", f"{w} = {v} - {w};",
                 f"{v} = __builtin_elementwise_max({v}, {w});", f"{w} = __builtin_elementwise_sin({w});",
                 f"{w} = __builtin_elementwise_abs({v});", f"{v} = __builtin_shufflevector({v}, {w}, {order});",
                 f"{v}[{self.integer(scope)} % {lanes}] = {self.atom(scope)};", f"{w} = {v} / (3 + {w} * {w});"]
        self.emit("{")
        self.indent += 1
        for name in (v, w):
            lane = ", ".join(f"({real})({self.atom(scope)})" for _ in range(lanes))
            self.emit(f"{kind} {name} = {{{lane}}};")
        for _ in range(r.between(1, 4)):
            self.emit(r.choice(steps))
        self.emit(f"{v} = {v} / (1 + {v} * {v});")
        self.emit(f"for (int i = 0; i < {lanes}; i++) {self.place(scope)} += 0.2 * {v}[i];")
        self.indent -= 1
        self.emit("}")

    # -- choices -----------------------------------------------------------------------------------
    # Elements are compared with a little of their place added: equal ones would be kinks.
    def largest(self, scope):
        r = self.random
        array, length = r.choice(scope.arrays)
        best, i, sign = self.name("best"), self.name("i"), r.choice("<>")
        element = f"{array}[{{0}}] + 0.0137 * {{0}}"
        self.emit(f"int {best} = 0;")
        self.emit(f"for (int {i} = 1; {i} < {length}; {i}++) "
                  f"if ({element.format(i)} {sign} {element.format(best)}) {best} = {i};")
        self.cost += self.weight * length
        self.emit(f"{self.place(scope)} = 0.8 * {array}[{best}];")
        scope.integers.append(best)

    def extremes(self, scope):
        """Minimum, maximum and middle in one pass."""
        r = self.random
        array, length = r.choice(scope.arrays)
        low, high, i = self.name("low"), self.name("high"), self.name("i")
        value = f"({array}[{i}] * (1 + 0.01 * {i}) + 0.0113 * {i})"
        take = r.choice(["{n} = {f}({n}, {v});", "if ({v} {s} {n}) {n} = {v};", "{n} = {v} {s} {n} ? {v} : {n};"])
        self.emit(f"double {low} = 2.1, {high} = -2.2;")
        self.emit(f"for (int {i} = 0; {i} < {length}; {i}++) {{")
        for name, function, sign in ((low, "fmin", "<"), (high, "fmax", ">")):
            self.emit("  " + take.format(n=name, f=function, s=sign, v=value))
        self.emit("}")
        self.cost += 2 * self.weight * length
        scope.scalars += [low, high]
        self.emit(f"{self.place(scope)} = 0.4 * ({high} - {low}) * fmin(fmax({self.atom(scope)}, {low}), {high});")

    def sort(self, scope):
        r = self.random
        array, length = r.choice(scope.arrays)
        i, j, x = self.name("i"), self.name("j"), self.name("x")
        self.emit(f"for (int {i} = 1; {i} < {length}; {i}++) {{")
        if r.chance(50):
            self.emit(f"  double {x} = {array}[{i}];")
            self.emit(f"  int {j} = {i} - 1;")
            self.emit(f"  for (; {j} >= 0 && {array}[{j}] > {x}; {j}--) {array}[{j} + 1] = {array}[{j}];")
            self.emit(f"  {array}[{j} + 1] = {x};")
        else:
            self.emit(f"  for (int {j} = {i}; {j} > 0; {j}--)")
            self.emit(f"    if ({array}[{j}] < {array}[{j} - 1]) {{ double {x} = {array}[{j}]; "
                      f"{array}[{j}] = {array}[{j} - 1]; {array}[{j} - 1] = {x}; }}")
        self.emit("}")
        self.cost += self.weight * length * length

    def newton(self, scope):
        """A loop until it is near enough."""
        r = self.random
        x, c, w = self.name("x"), self.name("c"), self.name("w")
        self.emit(f"double {c} = 1.2 + 0.5 * sin({self.bounded(scope)}), {x} = {r.choice(['1', c, f'1 + 0.1 * {c}'])};")
        near = f"fabs({x} * {x} - {c}) > {r.choice(['1e-2', '1e-6', '0.3'])}"
        step = f"{x} = 0.5 * ({x} + {c} / {x});"
        limit = r.between(3, 9)
        self.emit(f"int {w} = 0;")
        self.emit(r.choice([f"while ({near} && {w}++ < {limit}) {step}",
                            f"do {step[:-1]}; while ({near} && ++{w} < {limit});",
                            f"for (;; {w}++) {{ if (!({near}) || {w} == {limit}) break; {step} }}"]))
        self.cost += 10 * self.weight
        scope.scalars.append(x)
        scope.integers.append(w)

    def leave_nest(self, scope, depth):
        """Out of two loops at once."""
        r = self.random
        if not self.affordable(12):
            return self.assign(scope)
        i, j, label, found = self.name("i"), self.name("j"), self.name("out"), self.name("found")
        inner = Scope(scope)
        inner.integers += [i, j]
        weight, self.weight, loops, self.loops = self.weight, self.weight * 9, self.loops, 0
        self.emit(f"double {found} = {self.constant()};")
        self.emit("{")
        self.indent += 1
        self.emit(f"for (int {i} = 0; {i} < 3; {i}++)")
        self.emit(f"  for (int {j} = {r.choice(['0', i])}; {j} < 3; {j}++) {{")
        self.body(inner, r.between(1, 2), 0)
        self.emit(f"    if ({self.condition(inner)}) {{ {found} = {self.bounded(inner, 1)}; goto {label}; }}")
        self.emit("  }")
        self.emit(f"{self.place(scope)} += 0.1;")
        self.indent -= 1
        self.emit("}")
        self.emit(f"{label}:;")
        self.weight, self.loops = weight, loops
        scope.scalars.append(found)
