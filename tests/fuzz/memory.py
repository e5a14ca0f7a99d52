"""Statements of random programs that allocate, copy and reinterpret memory."""
from scope import Scope


class MemoryStatements:
    """Part of the Generator of generate.py."""

    # -- copies ------------------------------------------------------------------------------------
    def union_copy(self, scope):
        """The bits of a number on their way through an integer."""
        bits, word = self.name("bits"), self.name("word")
        self.emit(f"union {{ double number; unsigned long long word; }} {bits};")
        self.emit(f"{bits}.number = {self.bounded(scope)};")
        self.emit(f"unsigned long long {word} = {bits}.word;")
        if self.random.chance(50):
            self.emit(f"memcpy(&{self.element(scope)}, &{word}, sizeof {word});")
        else:
            self.emit(f"{bits}.word = {word};")
            self.emit(f"{self.place(scope)} = {bits}.number;")

    def table(self, scope):
        name, rows, columns = self.name("m"), self.random.between(2, 3), self.random.between(2, 4)
        i, j, value = self.name("i"), self.name("j"), self.expression(scope, 1)
        self.emit(f"double {name}[{rows}][{columns}];")
        self.emit(f"for (int {i} = 0; {i} < {rows}; {i}++)")
        self.emit(f"  for (int {j} = 0; {j} < {columns}; {j}++) "
                  f"{name}[{i}][{j}] = {value} * 0.1 * ({i} + {j});")
        self.cost += rows * columns * self.weight
        scope.arrays += [(f"{name}[{row}]", columns) for row in range(rows)]
        if scope.integers:
            scope.scalars.append(f"{name}[{self.integer(scope)} % {rows}][{self.integer(scope)} % {columns}]")

    def struct_copy(self, scope):
        r = self.random
        if scope.structs and scope.struct_arrays:
            a, b = self.struct_element(scope), r.choice(scope.structs)
            if r.chance(50):
                a, b = b, a
            self.emit(f"{a} = {b};" if r.chance(60) else f"memmove(&{a}, &{b}, sizeof {a});")
        elif scope.structs:
            self.emit(f"{r.choice(scope.structs)}.link = &{self.element(scope, lasting=True)};")

    # -- blocks ------------------------------------------------------------------------------------
    def heap(self, scope, depth):
        r = self.random
        name, length = self.name("h"), r.between(2, 6)
        zeroed = r.chance(40)
        self.emit("{")
        self.indent += 1
        if zeroed:
            self.emit(f"double *{name} = (double *)calloc({length}, sizeof(double));")
        else:
            i, value = self.name("i"), self.expression(scope, 1)
            self.emit(f"double *{name} = (double *)malloc({length} * sizeof(double));")
            self.emit(f"for (int {i} = 0; {i} < {length}; {i}++) {name}[{i}] = {value};")
            self.cost += self.weight * length
        inner = Scope(scope)
        inner.arrays += [(name, length)] * 2
        loops, self.loops = self.loops, 0  # no way out that would leak
        self.owned += 1
        self.block(inner, r.between(1, 3), depth - 1)
        if r.chance(30):
            self.emit(f"{name} = (double *)realloc({name}, {length + 3} * sizeof(double));")
            self.emit(f"for (int i = {length}; i < {length + 3}; i++) {name}[i] = {self.atom(inner)};")
            inner.arrays = [(name, length + 3)] * 2 + scope.arrays
            self.block(inner, r.between(1, 3), depth - 1)
        self.owned -= 1
        self.loops = loops
        self.emit(f"{self.place(scope)} = {name}[{self.index(inner, length)}];")
        self.emit(f"free({name});")
        self.indent -= 1
        self.emit("}")

    def linked_list(self, scope, depth):
        r = self.random
        if not self.affordable(16):
            return self.assign(scope)
        struct, head, node, i = f"{self.prefix}_node", self.name("head"), self.name("node"), self.name("i")
        length, weight = r.between(2, 5), self.weight
        inner = Scope(scope)
        inner.integers.append(i)
        self.emit("{")
        self.indent += 1
        self.emit(f"{struct} *{head} = 0, *{node};")
        self.emit(f"for (int {i} = 0; {i} < {length}; {i}++) {{")
        self.weight = weight * length
        self.emit(f"  {node} = ({struct} *)malloc(sizeof *{node});")
        self.emit(f"  {node}->value = {self.bounded(inner)};")
        self.emit(f"  {node}->next = {head};")
        self.emit(f"  {head} = {node};")
        self.emit("}")
        inner = Scope(scope)
        inner.scalars.append(f"{node}->value")
        self.emit(f"for ({node} = {head}; {node}; {node} = {node}->next) {{")
        loops, self.loops = self.loops, 0
        self.owned += 1
        self.body(inner, r.between(1, 3), 0)
        self.owned -= 1
        self.loops = loops
        self.emit("}")
        self.emit(f"while ({head}) {{ {node} = {head}->next; {self.place(scope)} += 0.1 * {head}->value; "
                  f"free({head}); {head} = {node}; }}")
        self.weight = weight
        self.indent -= 1
        self.emit("}")

    def two_buffers(self, scope, depth):
        """Time stepping: the arrays change places."""
        if not self.affordable(24):
            return self.assign(scope)
        a, b, now, then, t, i = (self.name(stem) for stem in ("a", "b", "now", "then", "t", "i"))
        weight, self.weight = self.weight, self.weight * 12
        inner = Scope(scope)
        inner.arrays = [(now, 4)]
        inner.integers += [t, i]
        self.emit("{")
        self.indent += 1
        self.emit(f"double {a}[4] = {{{', '.join(self.atom(scope) for _ in range(4))}}}, {b}[4];")
        self.emit(f"double *{now} = {a}, *{then} = {b};")
        self.emit(f"for (int {t} = 0; {t} < {self.random.between(1, 3)}; {t}++) {{")
        self.emit(f"  for (int {i} = 0; {i} < 4; {i}++) {then}[{i}] = {self.bounded(inner)};")
        self.emit(f"  double *swap = {now}; {now} = {then}; {then} = swap;")
        self.emit("}")
        self.emit(f"{self.place(scope)} = {now}[{self.random.below(4)}];")
        self.indent -= 1
        self.emit("}")
        self.weight = weight

    # -- one place for several kinds of things -----------------------------------------------------
    def records(self):
        """What memory is used as by turns: (type, how to fill it from x, what is read from it)."""
        real = "float" if self.single else "double"
        pair, item, row = (f"{self.prefix}_{name}" for name in ("pair", "item", "row"))
        if not self.has_records:
            self.has_records = True
            self.declarations.append(
                f"typedef struct {{ {real} a, b; }} {pair};\n"
                f"typedef struct {{ int count; float weight; double value; }} {item};\n"
                f"typedef struct {{ const double *from; double scale; }} {row};\n"
                f"typedef struct {self.prefix}_vacant {{ struct {self.prefix}_vacant *next; }} {self.prefix}_vacant;\n"
                f"typedef struct {{ {self.prefix}_vacant *first; }} {self.prefix}_pool;\n"
                f"static void {self.prefix}_give({self.prefix}_pool *pool, void *block) {{\n"
                f"  {self.prefix}_vacant *vacant = ({self.prefix}_vacant *)block;\n"
                f"  vacant->next = pool->first;\n  pool->first = vacant;\n}}\n"
                f"static void *{self.prefix}_take({self.prefix}_pool *pool) {{\n"
                f"  {self.prefix}_vacant *vacant = pool->first;\n"
                f"  pool->first = vacant->next;\n  return vacant;\n}}\n"
                f"typedef struct {{\n  int tag;\n"
                f"  union {{ double number; double *place; struct {{ double a, b; }} both; long long count; }} is;\n"
                f"}} {self.prefix}_tagged;\n")
        return [
            (pair, "{p}->a = {x}; {p}->b = 0.5 * {p}->a;", "0.5 * {p}->a * {p}->b"),
            (item, "{p}->count = {i}; {p}->weight = 0.3; {p}->value = {x};",
             "0.1 * ({p}->count % 7) * {p}->value + {p}->weight"),
            (row, "{p}->from = {place}; {p}->scale = {x};", "0.6 * *{p}->from * {p}->scale"),
        ]

    def pool(self, scope, depth):
        """Blocks that are taken, filled and given back, now as one kind of record, now as another."""
        r = self.random
        if not self.affordable(16):
            return self.assign(scope)
        records = self.records()
        blocks, pool, t = self.name("blocks"), self.name("pool"), self.name("t")
        trips, weight = r.between(1, 3), self.weight
        self.emit("{")
        self.indent += 1
        self.emit(f"char *{blocks} = (char *)malloc(4 * 16);")
        self.emit(f"{self.prefix}_pool {pool} = {{0}};")
        self.emit(f"for (int {t} = 0; {t} < 4; {t}++) {self.prefix}_give(&{pool}, {blocks} + 16 * {t});")
        inner = Scope(scope)
        inner.integers.append(t)
        self.emit(f"for (int {t} = 0; {t} < {trips}; {t}++) {{")
        self.indent += 1
        self.weight = weight * trips
        held = []
        for _ in range(r.between(2, 3)):
            kind, fill, read = r.choice(records)
            p = self.name("p")
            self.emit(f"{kind} *{p} = ({kind} *){self.prefix}_take(&{pool});")
            self.emit(fill.format(p=p, x=self.bounded(inner), i=self.integer(inner),
                                  place="&" + self.element(scope, lasting=True)))
            held.append((p, read))
            if r.chance(40):
                self.put_back(scope, pool, held)
        while held:
            self.put_back(scope, pool, held)
        self.weight = weight
        self.indent -= 1
        self.emit("}")
        self.emit(f"free({blocks});")
        self.indent -= 1
        self.emit("}")

    def put_back(self, scope, pool, held):
        p, read = held.pop(self.random.below(len(held)))
        self.emit(f"{self.place(scope)} += 0.2 * ({read.format(p=p)});")
        self.emit(f"{self.prefix}_give(&{pool}, {p});")

    def tagged(self, scope, depth):
        """Values with a tag, copied without a look at it."""
        r = self.random
        if not self.affordable(20):
            return self.assign(scope)
        self.records()
        items, i, weight = self.name("tagged"), self.name("i"), self.weight
        inner = Scope(scope)
        inner.integers.append(i)
        self.emit("{")
        self.indent += 1
        self.emit(f"{self.prefix}_tagged {items}[4];")
        self.emit(f"for (int {i} = 0; {i} < 4; {i}++) {{")
        self.weight = weight * 4
        self.emit(f"  {items}[{i}].tag = ({i} + {self.integer(inner)}) % 4;")
        self.emit(f"  switch ({items}[{i}].tag) {{")
        self.emit(f"  case 0: {items}[{i}].is.number = {self.bounded(inner)}; break;")
        self.emit(f"  case 1: {items}[{i}].is.place = &{self.element(scope, lasting=True)}; break;")
        self.emit(f"  case 2: {items}[{i}].is.both.a = {self.bounded(inner)}; "
                  f"{items}[{i}].is.both.b = 0.25; break;")
        self.emit(f"  default: {items}[{i}].is.count = {self.integer(inner)};")
        self.emit("  }")
        self.emit("}")
        self.weight = weight
        if r.chance(60):
            self.emit(f"{items}[{r.below(4)}] = {items}[{r.below(4)}];")
        if r.chance(40):
            a, b = self.integer(scope), self.integer(scope)
            self.emit(f"{self.prefix}_tagged moved = {items}[{a} % 4]; "
                      f"{items}[{a} % 4] = {items}[{b} % 4]; {items}[{b} % 4] = moved;")
        self.emit(f"for (int {i} = 0; {i} < 4; {i}++)")
        self.weight = weight * 4
        self.emit(f"  switch ({items}[{i}].tag) {{")
        self.emit(f"  case 0: {self.place(scope)} += 0.3 * {items}[{i}].is.number; break;")
        self.emit(f"  case 1: {self.place(scope)} += 0.3 * *{items}[{i}].is.place; break;")
        self.emit(f"  case 2: {self.place(scope)} += 0.3 * {items}[{i}].is.both.a * {items}[{i}].is.both.b; break;")
        self.emit(f"  default: {self.place(scope)} *= 0.1 * (double)({items}[{i}].is.count % 9);")
        self.emit("  }")
        self.weight = weight
        self.indent -= 1
        self.emit("}")

    def rows(self, scope, depth):
        """A matrix by its rows, each a block of its own, and a product with it."""
        r = self.random
        if not self.affordable(30):
            return self.assign(scope)
        name, i, j, weight = self.name("rows"), self.name("i"), self.name("j"), self.weight
        count, columns = r.between(2, 3), r.between(2, 3)
        inner = Scope(scope)
        inner.integers += [i, j]
        self.emit("{")
        self.indent += 1
        self.emit(f"double **{name} = (double **)malloc({count} * sizeof(double *));")
        self.emit(f"for (int {i} = 0; {i} < {count}; {i}++) {{")
        self.weight = weight * count * columns
        self.emit(f"  {name}[{i}] = (double *)malloc({columns} * sizeof(double));")
        self.emit(f"  for (int {j} = 0; {j} < {columns}; {j}++) {name}[{i}][{j}] = {self.bounded(inner)};")
        self.emit("}")
        if r.chance(50):
            self.emit(f"double *{name}_row = {name}[0]; {name}[0] = {name}[{count - 1}]; "
                      f"{name}[{count - 1}] = {name}_row;")
        order = f"int {i} = {count} - 1; {i} >= 0; {i}--" if r.chance(50) else f"int {i} = 0; {i} < {count}; {i}++"
        self.emit(f"for ({order})")
        self.emit(f"  for (int {j} = 0; {j} < {columns}; {j}++)")
        self.emit(f"    {self.place(scope)} += 0.1 * {name}[{i}][{j}] * ({self.expression(inner, 1)});")
        self.weight = weight
        self.emit(f"for (int {i} = 0; {i} < {count}; {i}++) free({name}[{i}]);")
        self.emit(f"free({name});")
        self.indent -= 1
        self.emit("}")
