"""Random programs of loop nests over arrays, for what reorders, joins and turns round loops.

Arrays are long enough for vectors and nests have bounds that only run time knows; kernels take
pointers that may overlap, or say that they do not. Subscripts are affine in several counters, go
backwards, in strides, by a remainder, or through a table. In some programs most go through the
table, which tells too where loops begin and end, as in sparse matrices and lists of neighbours."""
from scope import Random

MARGIN = 4  # places before and behind those that a subscript without an offset comes to


class NestGenerator:
    def __init__(self, seed):
        self.random = Random(seed * 2 + 0x5EED)
        self.prefix = f"s{seed}"
        self.sparse = Random(seed * 3 + 0x5EED).chance(30)
        self.single = self.random.chance(15)
        self.real = "float" if self.random.chance(15) else "double"
        self.single |= self.real == "float"
        self.rows, self.columns = self.random.between(3, 9), self.random.between(3, 9)
        if self.random.chance(40):
            self.columns = self.random.between(10, 37)
        if self.random.chance(20):
            self.rows = self.random.between(10, self.columns + 10)
        self.length = self.rows * self.columns  # of each array
        self.inputs, self.outputs = self.random.between(6, 14), self.random.between(2, 6)
        self.lines, self.indent, self.cost = [], 1, 0
        self.counter = 0

    def emit(self, text):
        self.lines.append("  " * self.indent + text)

    def name(self, stem):
        self.counter += 1
        return f"{stem}{self.counter}"

    def constant(self):
        return f"{self.random.choice(['', '-'])}0.{self.random.between(1, 99):02d}"

    # -- subscripts: (counter, below, of) for each loop around, outermost first --------------------
    def subscript(self, counters):
        """Between 0 and length - 1, but for an offset of up to MARGIN."""
        r = self.random
        if not counters:
            return str(r.below(self.length))
        rows = [i for i, below in counters if below == "rows"]
        columns = [i for i, below in counters if below == "columns"]
        options = [(1, f"table[{r.choice(counters)[0]}]"), (1, f"{r.choice(counters)[0]} % 3"),
                   (1, str(r.below(3)))]
        i, below = r.choice(counters)
        options += [(6, i), (1, f"{below} - 1 - {i}"), (2, f"2 * {i}")]
        if rows and columns:
            i, j = r.choice(rows), r.choice(columns)
            options += [(12, f"{i} * columns + {j}"), (4, f"{j} * rows + {i}"),
                        (1, f"({i} + {j}) % columns"), (1, f"(rows - 1 - {i}) * columns + {j}")]
        elif rows:
            options.append((4, f"{r.choice(rows)} * columns + {r.below(3)}"))
        elif columns:
            options.append((4, f"{r.below(3)} * columns + {r.choice(columns)}"))
        if self.sparse:
            k = r.choice(counters)[0]
            options += [(6, f"table[{i}]"), (4, f"table[{i}] / 3 * 2 + {k} % 2"),
                        (3, f"table[table[{i}] % rows]"), (2, f"(table[{i}] + {k}) % {self.length}")]
        if len(rows) > 1:
            options.append((2, f"({rows[0]} + {rows[1]}) % rows"))
        offset = r.weighted([(6, ""), (2, " + 1"), (2, " - 1"), (1, " + 2"), (1, " - 3")])
        return r.weighted(options) + offset

    def element(self, counters):
        return f"{self.random.choice('aaabbc')}[{self.subscript(counters)}]"

    def atom(self, counters, scalars):
        r = self.random
        options = [(8, self.element(counters)), (1, self.constant())]
        if scalars:
            options.append((2, r.choice(scalars)))
        if counters:
            # two of them are never equal: with -ffast-math, either may then be the greater one
            options.append((1, f"(0.1 * ({r.choice(counters)[0]} % 7) + 0.0{r.between(100, 999)})"))
        return r.weighted(options)

    def value(self, counters, scalars):
        """Bounded by about 1, whatever the atoms are."""
        r = self.random
        x, y, z = (self.atom(counters, scalars) for _ in range(3))
        return r.choice([
            f"sin({x})", f"cos({x} * {y})", f"{x} / (1 + {x} * {x})", f"tanh({x} - {y})",
            f"sin({x} * {y} + {z})", f"({x} > {y} ? sin({x}) : 0.5 * cos({z}))",
            f"fmax(sin({x}), 0.5 * sin({y}))", f"0.5 * sqrt(1 / (1 + {x} * {x}))",
            f"exp(-({x}) * ({x}))", f"fabs(sin({x}))", f"{x} * {y} / (1 + {x} * {x} + {y} * {y})"])

    def linear(self, counters, scalars):
        """Grows no faster than its atoms."""
        r = self.random
        x, y, z = (self.atom(counters, scalars) for _ in range(3))
        return r.choice([f"0.25 * ({x} + {y} + {z})", f"0.5 * ({x} - {y})", f"{self.constant()} * {x}",
                         f"0.4 * {x} + 0.3 * {y} * sin({z})", x])

    # -- statements --------------------------------------------------------------------------------
    def statement(self, counters, scalars, depth):
        r = self.random
        trips = self.cost
        target = self.element(counters)
        forms = [
            (6, lambda: self.emit(f"{target} = {self.value(counters, scalars)};")),
            (3, lambda: self.emit(f"{target} = {self.linear(counters, scalars)};")),
            (6, lambda: self.emit(f"{target} += 0.1 * {self.value(counters, scalars)};")),
            (2, lambda: self.emit(f"{target} -= 0.1 * {self.value(counters, scalars)};")),
            (2, lambda: self.emit(f"{target} *= 0.5 + 0.4 * {self.value(counters, scalars)};")),
            (1, lambda: self.emit(f"{target} /= 1.5 + 0.4 * {self.value(counters, scalars)};")),
        ]
        if scalars:
            s = r.choice(scalars)
            forms += [(3, lambda: self.emit(f"{s} += 0.1 * {self.value(counters, scalars)};")),
                      (2, lambda: self.emit(f"{s} = 0.6 * {s} + 0.3 * {self.value(counters, scalars)};")),
                      (1, lambda: self.emit(f"{s} = {self.value(counters, scalars)};")),
                      (1, lambda: self.emit(f"if ({self.element(counters)} > {s}) {s} = {self.element(counters)};")),
                      (1, lambda: self.emit(f"{s} = fmax({s}, {self.element(counters)});"))]
        if counters:
            forms += [(2, lambda: self.condition(counters, scalars)),
                      (1, lambda: self.exchange(counters))]
        if depth > 0 and trips < 200:
            forms += [(14, lambda: self.loop(counters, scalars, depth))]
        r.weighted(forms)()

    def condition(self, counters, scalars):
        r = self.random
        i, _ = r.choice(counters)
        test = r.choice([f"{self.element(counters)} > {self.constant()}", f"{i} % 2 == {r.below(2)}",
                         f"{i} > {r.between(0, 3)}", f"{self.element(counters)} < {self.element(counters)}"])
        if r.chance(15):
            self.emit(f"if ({test}) {r.choice(['break', 'continue'])};")
            return
        self.emit(f"if ({test}) {{")
        self.indent += 1
        self.statement(counters, scalars, 0)
        self.indent -= 1
        self.emit("}")

    def exchange(self, counters):
        a, b, t = self.element(counters), self.element(counters), self.name("t")
        self.emit(f"{self.real} {t} = {a}; {a} = {b}; {b} = {t};")

    def loop(self, counters, scalars, depth):
        r = self.random
        i, saved = self.name("i"), self.cost
        bound = r.choice(["rows", "columns"])
        around = [outer for outer, below in counters if below == bound]
        heads = [(8, f"int {i} = 0; {i} < {bound}; {i}++"), (2, f"int {i} = 1; {i} < {bound} - 1; {i}++"),
                 (3, f"int {i} = {bound} - 1; {i} >= 0; {i}--"), (1, f"int {i} = 0; {i} < {bound}; {i} += 2"),
                 (1, f"int {i} = {bound} - 1; {i} > 0; {i} -= 2")]
        if around:
            outer = r.choice(around)
            heads += [(3, f"int {i} = 0; {i} < {outer}; {i}++"), (3, f"int {i} = {outer}; {i} < {bound}; {i}++"),
                      (1, f"int {i} = 0; {i} <= {outer}; {i}++"), (1, f"int {i} = {outer} - 1; {i} >= 0; {i}--")]
        if self.sparse and counters:
            at = r.choice(counters)[0]
            heads += [(5, f"int {i} = table[{at}] % 3; {i} < {bound}; {i}++"),
                      (5, f"int {i} = 0; {i} < table[{at}] % {bound}; {i}++"),
                      (3, f"int {i} = table[{at}] % 2; {i} < table[{at} / 2] % {bound}; {i}++")]
        inside, outside = list(scalars), None
        if r.chance(45):
            s = self.name("s")
            self.emit(f"{self.real} {s} = {self.atom(counters, scalars)};")
            inside.append(s)
            outside = s
        self.emit(f"for ({r.weighted(heads)}) {{")
        self.indent += 1
        self.cost = max(1, saved) * 6
        for _ in range(r.weighted([(5, 1), (4, 2), (2, 3)])):
            self.statement(counters + [(i, bound)], inside, depth - 1)
        self.cost = saved
        self.indent -= 1
        self.emit("}")
        if outside and r.chance(80):
            self.emit(f"{self.element(counters)} {r.choice(['=', '+= 0.1 *'])} sin({outside});")

    # -- programs ----------------------------------------------------------------------------------
    def kernel(self):
        r = self.random
        self.lines, self.indent = [], 1
        name = f"{self.prefix}_{self.name('kernel')}"
        restrict = "restrict " if r.chance(25) else ""
        for _ in range(r.between(1, 3)):
            self.loop([], [], r.between(1, 2))
        noinline = r.choice(["__attribute__((noinline)) ", ""])
        head = ", ".join(f"{self.real} *{restrict}{array}" for array in "abc")
        text = (f"{noinline}static void {name}({head}, int rows, int columns, const int *table) {{\n"
                + "\n".join(self.lines) + "\n}\n")
        return name, bool(restrict), text

    def program(self):
        r = self.random
        kernels = [self.kernel() for _ in range(r.between(1, 3))]
        length, room = self.length, self.length + 2 * MARGIN + 12
        # no two places alike: which one is greater must not depend on rounding
        start = r.choice(["0.5 * in[i % n] + 0.0017 * i", "sin(in[i % n] + i)",
                          "in[i % n] * in[i * 5 % n] * (0.4 - 0.0007 * i)"])
        lines = [f"{self.real} memory[{3 * room}];", f"int table[{max(self.rows, self.columns)}];",
                 f"int rows = {self.rows} + (in[0] > 100), columns = {self.columns} + (in[1] > 100);",
                 f"for (int i = 0; i < {max(self.rows, self.columns)}; i++) table[i] = (i * {r.between(1, 5)} + {r.below(4)}) % {length};",
                 f"for (int i = 0; i < {3 * room}; i++) memory[i] = {start};"]
        separate = r.chance(40)  # three blocks, of which each may be given back at the end
        if separate:
            lines[0] = " ".join(f"{self.real} *{block} = malloc({room} * sizeof *{block});" for block in self.blocks)
            lines[-1] = f"for (int i = 0; i < {room}; i++) {{ " + " ".join(
                f"{block}[i] = {start.replace('in[i', f'in[(i + {k})')};"
                for k, block in enumerate(self.blocks)) + " }"
        calls = [f"for (int t = 0; t < {r.between(2, 4)}; t++) {{"] if r.chance(35) else []
        for name, restrict, _ in kernels:
            starts = [MARGIN, MARGIN + room, MARGIN + 2 * room]
            if not restrict and r.chance(40):
                starts = [MARGIN + r.choice([0, 0, 1, room, length // 2]) for _ in range(3)]
            elif r.chance(30):
                starts = [starts[1], starts[2], starts[0]]
            passed = [f"memory + {s}" for s in starts]
            if separate:
                turn = r.below(3) if r.chance(30) else 0
                passed = [f"{block} + {MARGIN}" for block in self.blocks[turn:] + self.blocks[:turn]]
            calls.append(f"  {name}({', '.join(passed)}, rows, columns, table);")
            if r.chance(25):
                calls.append("  " + self.between(r.choice(self.blocks) if separate else "memory", room))
        helper = ""
        if r.chance(25) and calls[0].startswith("for"):
            helper, calls = self.outlined(calls, separate)
        lines += calls + (["}"] if calls[0].startswith("for") else [])
        if separate:
            lines += [f"for (int i = 0; i < {room}; i++) out[i % m] += 0.2 * {block}[i] * (1 + i % 5);"
                      for block in self.blocks] + [f"free({block});" for block in self.blocks]
        else:
            lines.append(f"for (int i = 0; i < {3 * room}; i++) out[i % m] += 0.2 * memory[i] * (1 + i % 5);")
        return ("\n".join(text for _, _, text in kernels) + helper + f"PRIMAL({self.prefix}) {{\n  "
                + "\n  ".join(lines) + "\n}\n")

    blocks = ["first", "second", "third"]

    def between(self, block, room):
        """What the caller does to the memory between two calls."""
        r = self.random
        return r.choice([f"{block}[{r.below(room)}] *= 0.5;", f"{block}[{r.below(room)}] = 0.3 * in[0];",
                         f"for (int i = 0; i < {room}; i++) {block}[i] *= 0.9;",
                         f"memset({block}, 0, {room // 2} * sizeof *{block});",
                         f"memmove({block} + 1, {block}, {room // 2} * sizeof *{block});"])

    def outlined(self, calls, separate):
        """The body of the loop over the calls as a function of its own."""
        blocks = self.blocks if separate else ["memory"]
        name = f"{self.prefix}_step"
        head = ", ".join([f"{self.real} *{block}" for block in blocks]
                         + ["int rows", "int columns", "const int *table", "REAL *in"])
        text = (f"__attribute__((noinline)) static void {name}({head}) {{\n" + "\n".join(calls[1:])
                + "\n}\n")
        return text, [calls[0], f"  {name}({', '.join(blocks)}, rows, columns, table, in);"]
