"""Statements of random programs that build data of a size or a shape that only run time knows."""
from scope import Scope


class ContainerStatements:
    """Part of the Generator of generate.py."""

    def begin(self):
        self.emit("{")
        self.indent += 1

    def end(self):
        self.indent -= 1
        self.emit("}")

    def growing(self, scope, depth):
        """A block that realloc makes longer when it is full."""
        r, trips = self.random, self.random.between(2, 7)
        if not self.affordable(2 * trips):
            return self.assign(scope)
        name, used, room, i = (self.name(stem) for stem in ("g", "used", "room", "i"))
        inner = Scope(scope)
        inner.integers.append(i)
        weight = self.weight
        self.begin()
        self.emit(f"double *{name} = NULL;")
        self.emit(f"int {used} = 0, {room} = 0;")
        self.emit(f"for (int {i} = 0; {i} < {trips}; {i}++) {{")
        self.weight = weight * trips
        if r.chance(30):
            self.emit(f"  if ({used} && ({self.condition(inner)})) continue;")
        grow = r.choice([f"{room} ? 2 * {room} : 1", f"{room} + 2", f"{used} + 1 + {used} / 2"])
        self.emit(f"  if ({used} == {room}) {name} = (double *)realloc({name}, ({room} = {grow}) * sizeof *{name});")
        self.emit(f"  {name}[{used}++] = {self.bounded(inner)};")
        inner.arrays.append((name, 1))
        inner.scalars.append(f"{name}[{used} - 1]")
        self.owned += 1
        loops, self.loops = self.loops, 0
        self.body(inner, r.between(1, 2), 0)
        self.owned -= 1
        self.loops = loops
        self.emit("}")
        self.emit(f"for (int {i} = 0; {i} < {used}; {i}++) "
                  f"{self.place(scope)} += 0.2 * {name}[{i}] * {name}[{used} - 1 - {i}];")
        self.weight = weight
        self.emit(f"free({name});")
        self.end()

    def ring(self, scope, depth):
        """A queue in a ring."""
        r, trips, size = self.random, self.random.between(2, 9), self.random.choice([2, 3, 4])
        if not self.affordable(2 * trips):
            return self.assign(scope)
        name, head, t = self.name("ring"), self.name("head"), self.name("t")
        around = "& %d" % (size - 1) if size != 3 else "% 3"
        inner = Scope(scope)
        inner.integers += [t, head]
        inner.arrays.append((name, size))
        inner.scalars.append(f"{name}[{head}]")
        weight = self.weight
        self.begin()
        self.emit(f"double {name}[{size}] = {{{', '.join(self.atom(scope) for _ in range(size))}}};")
        self.emit(f"int {head} = {self.integer(scope)} % {size};")
        self.emit(f"for (int {t} = 0; {t} < {trips}; {t}++) {{")
        self.weight = weight * trips
        self.emit(f"  double next = 0.5 * {name}[{head}] + 0.4 * {name}[({head} + 1) {around}] * ({self.bounded(inner, 1)});")
        self.emit(f"  {name}[{head}] = {r.choice(['next', 'sin(next)', f'0.5 * next + 0.3 * {name}[0]'])};")
        if r.chance(50):
            self.emit(f"  {self.place(scope)} += 0.05 * {name}[({head} + {r.between(1, 3)}) {around}];")
        self.emit(f"  {head} = ({head} + 1) {around};")
        self.emit("}")
        self.weight = weight
        self.emit(f"{self.place(scope)} = 0.4 * ({name}[0] + {name}[{size - 1}]);")
        self.end()

    def late(self, scope, depth):
        """A block that is made where it is needed first, in the loop that reads and writes it."""
        r, trips, size = self.random, self.random.between(5, 9), self.random.between(2, 3)
        if not self.affordable(2 * trips):
            return self.assign(scope)
        name, used, i, v = (self.name(stem) for stem in ("late", "used", "i", "v"))
        inner = Scope(scope)
        inner.integers += [i, used]
        weight = self.weight
        self.begin()
        self.emit(f"double *{name} = NULL;")
        self.emit(f"int {used} = 0;")
        self.emit(f"for (int {i} = 0; {i} < {trips}; {i}++) {{")
        self.weight = weight * trips
        self.emit(f"  double {v} = {self.bounded(inner)};")
        inner.scalars.append(v)
        full = r.choice([f"{used} == {size}", f"{name} && ({self.condition(inner)})"])
        use = r.choice([f"{v} = 0.5 * {v} + 0.4 * {name}[0] * {name}[{size - 1}]",
                        f"{self.place(scope)} += 0.2 * {name}[0] * {name}[{size - 1}] * {v}"])
        self.emit(f"  if ({full}) {{ {used} = {r.choice(['0', f'{used} / 2'])}; {use}; }}")
        made = r.choice([f"{name} = (double *)calloc({size}, sizeof *{name});",
                         f"{name} = (double *)malloc({size} * sizeof *{name}); "
                         f"for (int k = 0; k < {size}; k++) {name}[k] = {self.atom(inner)};"])
        self.emit(f"  if (!{name}) {{ {made} }}")
        if r.chance(30):
            self.emit(f"  if ({self.condition(inner)}) {{ double *other = (double *)malloc({size} * sizeof *other); "
                      f"for (int k = 0; k < {size}; k++) other[k] = 0.7 * {name}[{size - 1} - k]; "
                      f"free({name}); {name} = other; }}")
        self.emit(f"  {name}[{used}++ % {size}] = {v};")
        self.emit("}")
        self.weight = weight
        self.emit(f"{self.place(scope)} += 0.2 * {name}[0] * {name}[{size - 1}];")
        self.emit(f"free({name});")
        self.end()

    def rotation(self, scope, depth):
        """Three blocks that change places from step to step."""
        r, steps, length = self.random, self.random.between(1, 5), self.random.between(2, 5)
        if not self.affordable(steps * length):
            return self.assign(scope)
        names = [self.name(stem) for stem in ("old", "now", "new")]
        old, now, new = names
        t, i = self.name("t"), self.name("i")
        inner = Scope(scope)
        inner.integers += [t, i]
        weight = self.weight
        self.begin()
        self.weight = weight * length
        for name in names:
            self.emit(f"double *{name} = (double *)malloc({length} * sizeof(double));")
            self.emit(f"for (int {i} = 0; {i} < {length}; {i}++) {name}[{i}] = {self.bounded(inner, 1).replace(t, '2')};")
        self.weight = weight * length * steps
        self.emit(f"for (int {t} = 0; {t} < {steps}; {t}++) {{")
        self.emit(f"  for (int {i} = {r.choice(['0', '1'])}; {i} < {length}; {i}++)")
        self.emit(f"    {new}[{i}] = 0.5 * {now}[{i}] - 0.3 * {old}[{length - 1} - {i}] * ({self.atom(inner)});")
        self.emit(f"  double *first = {old}; {old} = {now}; {now} = {new}; {new} = first;")
        self.emit("}")
        self.weight = weight
        self.emit(f"{self.place(scope)} = {now}[0] + 0.2 * {old}[{length - 1}];")
        for name in r.choice([names, names[::-1]]):
            self.emit(f"free({name});")
        self.end()

    def places(self, scope, depth):
        """Pointers in an array, that change places and are written through."""
        r, count = self.random, self.random.between(2, 4)
        if not self.affordable(count * 3):
            return self.assign(scope)
        name, i = self.name("places"), self.name("i")
        targets = ", ".join(f"&{self.element(scope)}" for _ in range(count))
        inner = Scope(scope)
        inner.integers.append(i)
        inner.pointers += [f"{name}[{i}]", f"{name}[({i} + 1) % {count}]"]
        weight, self.weight = self.weight, self.weight * count
        saved, self.pointer = self.pointer, self.assign
        self.begin()
        self.emit(f"double *{name}[{count}] = {{{targets}}};")
        if r.chance(50):
            a, b = self.integer(scope), self.integer(scope)
            self.emit(f"double *other = {name}[{a} % {count}]; {name}[{a} % {count}] = {name}[{b} % {count}]; "
                      f"{name}[{b} % {count}] = other;")
        self.emit(f"for (int {i} = 0; {i} < {count}; {i}++) {{")
        self.body(inner, r.between(1, 2), 0)
        self.emit(f"  *{name}[{i}] = 0.6 * *{name}[{i}] + 0.2 * *{name}[{count - 1} - {i}];")
        self.emit("}")
        self.end()
        self.pointer = saved
        self.weight = weight

    def words(self, scope, depth):
        """Numbers that are kept and moved as integers."""
        r, count = self.random, self.random.between(2, 5)
        if not self.affordable(3 * count):
            return self.assign(scope)
        name, i, x = self.name("words"), self.name("i"), self.name("x")
        inner = Scope(scope)
        inner.integers.append(i)
        heap = r.chance(30)
        weight = self.weight
        self.begin()
        self.emit(f"uint64_t *{name} = (uint64_t *)malloc({count} * sizeof(uint64_t));" if heap
                  else f"uint64_t {name}[{count}];")
        self.emit(f"for (int {i} = 0; {i} < {count}; {i}++) {{")
        self.weight = weight * count
        self.emit(f"  double {x} = {self.bounded(inner)};")
        self.emit(f"  uint64_t word;")
        self.emit(f"  memcpy(&word, &{x}, sizeof {x});")
        self.emit(f"  {name}[{i}] = word;")
        self.emit("}")
        if r.chance(60):
            self.emit(f"for (int {i} = 0; {i} < {count // 2}; {i}++) {{ uint64_t word = {name}[{i}]; "
                      f"{name}[{i}] = {name}[{count - 1} - {i}]; {name}[{count - 1} - {i}] = word; }}")
        if r.chance(40):
            self.emit(f"if ({self.condition(scope)}) {name}[0] = {name}[{r.below(count)}];")
        self.emit(f"for (int {i} = 0; {i} < {count}; {i}++) {{")
        self.emit(f"  double {x};")
        self.emit(f"  memcpy(&{x}, &{name}[{i}], sizeof {x});")
        self.emit(f"  {self.place(scope)} += 0.2 * {x} * ({self.atom(inner)});")
        self.emit("}")
        self.weight = weight
        if heap:
            self.emit(f"free({name});")
        self.end()

    def packet(self, scope, depth):
        """Values of several kinds one after the other in a block of bytes, each at its alignment."""
        r = self.random
        packet, at, x, k = self.name("packet"), self.name("at"), self.name("x"), self.name("k")
        count = r.between(1, 4)
        kinds = [r.choice(["double", "double", "int", "float" if self.single else "double"]) for _ in range(count)]
        self.begin()
        self.emit(f"char {packet}[{8 * count}], *{at} = {packet};")
        for kind in kinds:
            value = self.integer(scope) if kind == "int" else self.bounded(scope, 1)
            self.emit(f"{{ {kind} item = ({kind})({value}); memcpy({at}, &item, sizeof item); {at} += 8; }}")
        if r.chance(40):
            self.emit(f"char {packet}_copy[{8 * count}];")
            self.emit(f"memcpy({packet}_copy, {packet}, {r.choice(['sizeof ' + packet, f'{at} - {packet}'])});")
            packet += "_copy"
        self.emit(f"{at} = {packet};")
        self.emit(f"double {x} = {self.constant()};")
        for kind in kinds:
            use = f"{x} *= 0.3 * (item % 5);" if kind == "int" else f"{x} = 0.5 * {x} + 0.4 * item;"
            self.emit(f"{{ {kind} item; memcpy(&item, {at}, sizeof item); {at} += 8; {use} }}")
        self.emit(f"{self.place(scope)} = {x};")
        self.end()

    def elimination(self, scope, depth):
        """A system of equations: its matrix has as many rows as an argument says, and is overwritten."""
        r = self.random
        if self.least_n > 4 or not self.affordable(80):
            return self.assign(scope)
        m, b, i, j, k = (self.name(stem) for stem in ("m", "b", "i", "j", "k"))
        inner = Scope(scope)
        inner.integers += [i, j]
        weight, self.weight = self.weight, self.weight * self.least_n ** 2
        self.begin()
        self.emit(f"double {m}[n][n], {b}[n];")
        self.emit(f"for (int {i} = 0; {i} < (int)n; {i}++)")
        self.emit(f"  for (int {j} = 0; {j} < (int)n; {j}++) {m}[{i}][{j}] = "
                  f"({i} == {j} ? 6 : 0) + 0.5 * sin({self.expression(inner, 1)});")
        self.weight = weight
        inner.integers.remove(j)
        self.emit(f"for (int {i} = 0; {i} < (int)n; {i}++) {b}[{i}] = {self.bounded(inner, 1)};")
        self.emit(f"for (int {k} = 0; {k} < (int)n; {k}++)")
        self.emit(f"  for (int {i} = {k} + 1; {i} < (int)n; {i}++) {{")
        self.emit(f"    double factor = {m}[{i}][{k}] / {m}[{k}][{k}];")
        self.emit(f"    for (int {j} = {k}; {j} < (int)n; {j}++) {m}[{i}][{j}] -= factor * {m}[{k}][{j}];")
        self.emit(f"    {b}[{i}] -= factor * {b}[{k}];")
        self.emit("  }")
        self.emit(f"for (int {i} = (int)n - 1; {i} >= 0; {i}--) {{")
        self.emit(f"  for (int {j} = {i} + 1; {j} < (int)n; {j}++) {b}[{i}] -= {m}[{i}][{j}] * {b}[{j}];")
        self.emit(f"  {b}[{i}] /= {m}[{i}][{i}];")
        self.emit("}")
        self.emit(f"{self.place(scope)} = {b}[0] - {b}[n - 1];")
        self.end()
        self.cost += 60 * self.weight

    def order(self, scope, depth):
        """qsort of records by a number that carries a derivative, or by one that does not."""
        r, count = self.random, self.random.between(2, 5)
        if not self.affordable(4 * count):
            return self.assign(scope)
        record, name, i = f"{self.prefix}_record", self.name("records"), self.name("i")
        if not self.has_order:
            self.has_order = True
            compare = r.choice(["a->key - b->key", "(a->x > b->x) - (a->x < b->x)"])
            self.declarations.append(
                f"typedef struct {{ int key; double x, y; }} {record};\n"
                f"static int {record}_compare(const void *first, const void *second) {{\n"
                f"  const {record} *a = (const {record} *)first, *b = (const {record} *)second;\n"
                f"  return {compare};\n}}")
        inner = Scope(scope)
        inner.integers.append(i)
        weight = self.weight
        self.begin()
        self.emit(f"{record} {name}[{count}];")
        self.emit(f"for (int {i} = 0; {i} < {count}; {i}++) {{")
        self.weight = weight * count
        self.emit(f"  {name}[{i}].key = {i} * {r.choice([3, 5])} % 7;")
        self.emit(f"  {name}[{i}].x = {self.bounded(inner, 1)} + 0.0171 * {i};")
        self.emit(f"  {name}[{i}].y = {self.bounded(inner, 1)};")
        self.emit("}")
        self.emit(f"qsort({name}, {count}, sizeof *{name}, {record}_compare);")
        self.emit(f"for (int {i} = 0; {i} < {count}; {i}++) "
                  f"{self.place(scope)} += 0.1 * ({i} + 1) * {name}[{i}].x * {name}[{i}].y;")
        self.weight = weight
        self.end()
