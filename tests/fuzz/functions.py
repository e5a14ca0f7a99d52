"""Functions that random programs call: how each kind is made, and how it is called."""
import re

from scope import Scope

C_KINDS = ["unary", "value", "read", "write", "recursive", "mutual", "struct", "pointer", "address", "table",
           "overlap", "small", "callback", "state", "commands", "variadic", "weights", "program", "tree"]
CPP_KINDS = ["object", "object", "thrower", "generic", "algebra"]

SMALL_FIELDS = [  # of structures that come in registers, or just do not
    "double a, b;", "double a; int k;", "int k; double a;", "double a, b, c;", "double a; double *at;"]
SMALL_FIELDS_OF_FLOATS = ["float a, b;", "float a; int k;", "float a; double b;", "float a, b, c;",
                          "float a, b, c, d;", "int k; float a; double b;", "double b; float a, c;"]


class Functions:
    """Part of the Generator of generate.py."""

    def function(self, head, scope, statements, depth, result):
        """Generates one function into self.definitions; returns its cost."""
        saved = self.lines, self.indent, self.cost, self.weight, self.loops, self.in_switch
        self.lines, self.indent, self.cost, self.weight, self.loops, self.in_switch = [], 1, 0, 1, 0, False
        self.result = result
        inner = Scope(scope)
        if self.globals:
            inner.arrays.append((f"{self.prefix}_shared", 4))
        inner.lasting = list(scope.arrays)
        for position in range(statements):
            self.statement(inner, depth)
            if position == 0 and self.random.chance(25) and result == "double":
                self.emit(f"if ({self.condition(inner)}) return {self.bounded(inner)};")
        if result == "double":
            self.emit(f"return {self.bounded(inner)};")
        elif result:
            self.emit(f"return {result};")
        body, cost = self.lines, self.cost
        self.lines, self.indent, self.cost, self.weight, self.loops, self.in_switch = saved
        noinline = "__attribute__((noinline)) " if self.random.chance(50) else ""
        self.definitions.append("\n".join([f"{noinline}static {head} {{", *body, "}"]))
        return cost

    @staticmethod
    def array_of(*values):
        """A scope needs an array: helpers take the addresses of their parameters."""
        def local(scope):
            scope.arrays = [(f"(&{values[0]})", 1)]
            return scope
        return local

    def helper(self, kind):
        """Makes a function (or several) of the kind and adds it to what expressions may call."""
        name = f"{self.prefix}_{self.name(kind)}"
        called, cost = getattr(self, "helper_" + kind)(name)
        self.helpers.append((called, name, cost + 1))

    def call_expression(self, scope, depth):
        usable = [h for h in self.helpers if self.cost + h[2] * self.weight < self.COST_LIMIT]
        if not usable:
            return None
        kind, name, cost = self.random.choice(usable)
        self.cost += cost * self.weight
        value = self.expression(scope, min(depth - 1, 1))
        return getattr(self, "call_" + kind)(scope, name, value)

    def noinline(self):
        return self.random.choice(["__attribute__((noinline)) static", "static"])

    # -- numbers -----------------------------------------------------------------------------------
    def helper_unary(self, name):
        scope = self.array_of("x")(Scope())
        scope.scalars = ["x"]
        return "unary", self.function(f"double {name}(double x)", scope, self.random.between(0, 2), 1, "double")

    def call_unary(self, scope, name, value):
        return f"{name}({value})"

    def helper_value(self, name):
        scope = self.array_of("x")(Scope())
        scope.scalars = ["x", "y"]
        head = f"double {name}(double x, double y)"
        return "value", self.function(head, scope, self.random.between(1, 3), 2, "double")

    def call_value(self, scope, name, value):
        return f"{name}({value}, {self.atom(scope)})"

    def helper_recursive(self, name):
        r, scope = self.random, self.array_of("x")(Scope())
        scope.scalars, scope.integers = ["x"], ["depth"]
        text, argument = self.bounded(scope, 2), self.bounded(scope, 1)
        twice = f" + 0.2 * {name}(0.5 * x, depth > 1 ? depth - 2 : 0)" if r.chance(40) else ""
        self.definitions.append(
            f"static double {name}(double x, int depth) {{\n"
            f"  double buffer[2] = {{x, 0.5 * x}};\n"
            f"  if (depth <= 0) return {text};\n"
            f"  buffer[depth & 1] = 0.7 * {name}({argument}, depth - 1){twice};\n"
            f"  return 0.6 * buffer[0] + 0.3 * buffer[1] * x;\n}}")
        return "recursive", 60

    def call_recursive(self, scope, name, value):
        return f"{name}({value}, {self.random.between(1, 5)})"

    def helper_mutual(self, name):
        r, other = self.random, name + "b"
        self.definitions.append(
            f"static void {other}(double *x, int depth);\n"
            f"static double {name}(double x, int depth) {{\n"
            f"  double y = 0.5 * x * x;\n  if (depth > 0) {other}(&y, depth - 1);\n"
            f"  return 0.5 * (x + {r.choice(['sin(y)', 'y', 'tanh(y)'])});\n}}\n"
            f"static void {other}(double *x, int depth) {{\n"
            f"  *x = {r.choice(['cos(*x)', '*x / (1 + *x * *x)', '0.5 * *x'])};\n"
            f"  if (depth > 0) *x = *x * {name}(*x + 0.1, depth - 1);\n}}")
        return "recursive", 30

    def helper_variadic(self, name):
        r = self.random
        term = r.choice(["0.4 * x", "sin(x)", "0.3 * x * total", "fmax(0.2 * x, total) - total"])
        self.definitions.append(
            f"{self.noinline()} double {name}(int count, ...) {{\n"
            f"  double total = 0.2;\n  va_list list;\n  va_start(list, count);\n"
            f"  for (int i = 0; i < count; i++) {{\n"
            f"    double x = va_arg(list, double);\n"
            f"    int k = va_arg(list, int);\n"
            f"    total += k % 3 == 1 ? 0.1 * x : {term};\n  }}\n"
            f"  va_end(list);\n  return total / (1 + 0.3 * total * total);\n}}")
        return "variadic", 8

    def call_variadic(self, scope, name, value):
        count = self.random.between(1, 3)
        more = "".join(f", (double)({self.atom(scope)}), {self.integer(scope)}" for _ in range(count - 1))
        return f"{name}({count}, (double)({value}), {self.integer(scope)}{more})"

    # -- memory ------------------------------------------------------------------------------------
    def helper_read(self, name):
        return self.sequence(name, "read", 1)

    def helper_write(self, name):
        return self.sequence(name, "write", 2)

    def sequence(self, name, kind, depth):
        scope = Scope()
        scope.arrays, scope.integers = [("a", 2)], ["n"]
        head = f"double {name}(double *a, int n)"
        return "sequence", self.function(head, scope, self.random.between(1, 3), depth, "double")

    def slice(self, scope):
        """Part of an array, of two elements or more: (where it starts, how long it is)."""
        arrays = [a for a in scope.arrays if a[1] >= 2]
        if not arrays:
            return None
        array, length = self.random.choice(arrays)
        start = self.random.below(length - 1)
        return f"{array}{f' + {start}' if start else ''}", length - start

    def call_sequence(self, scope, name, value):
        part = self.slice(scope)
        return f"{name}({part[0]}, {part[1]})" if part else None

    def helper_overlap(self, name):
        """Two arrays that may be parts of one."""
        scope = Scope()
        scope.arrays, scope.integers = [("a", 2), ("b", 2)], ["n"]
        head = f"double {name}(double *a, double *b, int n)"
        self.may_overlap = True
        cost = self.function(head, scope, self.random.between(1, 2), 2, "double")
        self.may_overlap = False
        update = self.random.choice(["0.5 * a[i] + 0.3 * b[n - 1 - i]", "sin(b[i] + a[n - 1])", "b[i] * a[0]"])
        self.definitions.append(f"static double {name}_all(double *a, double *b, int n) {{\n"
                                f"  for (int i = 0; i < n; i++) a[i] = {update};\n"
                                f"  return {name}(a, b, n);\n}}")
        return "overlap", cost + 10

    def call_overlap(self, scope, name, value):
        first, second = self.slice(scope), self.slice(scope)
        if not first:
            return None
        suffix = "_all" if self.random.chance(50) else ""
        return f"{name}{suffix}({first[0]}, {second[0]}, {min(first[1], second[1])})"

    def helper_address(self, name):
        self.definitions.append(
            f"__attribute__((noinline)) static double *{name}(double *a, int n, double x) {{\n"
            f"  int i = n - 1;\n  while (i > 0 && a[i] < x) i--;\n  return a + i;\n}}")
        return "address", 10

    def call_address(self, scope, name, value):
        array, length = self.random.choice(scope.arrays)
        return f"(*{name}({array}, {length}, {self.atom(scope)}))"

    def helper_weights(self, name):
        """Constant tables, of numbers and of places."""
        r = self.random
        weights = ", ".join(self.constant() for _ in range(5))
        places = ", ".join(str(r.below(6)) for _ in range(4))
        kind = r.choice(["static const", "const"])
        self.definitions.append(
            f"{self.noinline()} double {name}(double *a, int n) {{\n"
            f"  {kind} double weight[5] = {{{weights}}};\n"
            f"  {kind} int place[4] = {{{places}}};\n"
            f"  double sum = 0;\n"
            f"  for (int i = 0; i < n; i++) sum += 0.5 * weight[i % 5] * a[place[i % 4] % n];\n"
            f"  a[place[n % 4] % n] {r.choice(['+= 0.1 * sum', '= 0.5 * sin(sum)', '*= weight[n % 5]'])};\n"
            f"  return sum / (1 + 0.2 * sum * sum);\n}}")
        return "sequence", 12

    def helper_state(self, name):
        """A variable that keeps its value from call to call."""
        scope = self.array_of("x")(Scope())
        scope.scalars, scope.integers = ["x"], ["calls"]
        text = self.bounded(scope, 2)
        self.definitions.append(
            f"{self.noinline()} double {name}(double x, int restart) {{\n"
            f"  static double average, last[2];\n  static int calls;\n"
            f"  if (restart) {{ calls = 0; average = last[0] = last[1] = 0.1; }}\n"
            f"  last[calls++ & 1] = {text};\n"
            f"  average = 0.6 * average + 0.4 * last[0] * (1 - 0.3 * last[1]);\n"
            f"  return average;\n}}")
        self.restarts.append(f"{name}(0.5, 1);")
        return "state", 4

    def call_state(self, scope, name, value):
        return f"{name}({value}, 0)"

    def helper_tree(self, name):
        """A search tree on the heap, filled, summed and given back by functions that call themselves."""
        r, scope = self.random, self.array_of("x")(Scope())
        scope.scalars, scope.fixed, scope.integers = ["x"], ["t->value"], ["t->key"]
        value, join = self.bounded(scope, 2), r.choice(["t->value = 0.5 * (t->value + value)", "t->value *= value"])
        node = name + "_node"
        self.definitions.append(
            f"typedef struct {node} {{ int key; double value; struct {node} *side[2]; }} {node};\n"
            f"static {node} *{name}_put({node} *t, int key, double value) {{\n"
            f"  if (!t) {{\n    t = ({node} *)malloc(sizeof *t);\n    t->key = key, t->value = value;\n"
            f"    t->side[0] = t->side[1] = NULL;\n  }} else if (key == t->key) {join};\n"
            f"  else t->side[key > t->key] = {name}_put(t->side[key > t->key], key, value);\n"
            f"  return t;\n}}\n"
            f"static double {name}_sum({node} *t, double x) {{\n  if (!t) return 0.1;\n"
            f"  double left = {name}_sum(t->side[0], x);\n  double value = {value};\n"
            f"  return 0.5 * value + 0.4 * left - 0.3 * {name}_sum(t->side[1], 0.5 * x);\n}}\n"
            f"static void {name}_drop({node} *t) {{\n  if (!t) return;\n"
            f"  {name}_drop(t->side[0]);\n  {name}_drop(t->side[1]);\n  free(t);\n}}\n"
            f"static double {name}(double x, int count) {{\n  {node} *t = NULL;\n"
            f"  for (int i = 0; i < count; i++) t = {name}_put(t, i * {r.between(2, 7)} % 7, sin(x + i));\n"
            f"  double sum = {name}_sum(t, x);\n  {name}_drop(t);\n  return sum;\n}}")
        return "recursive", 60

    # -- structures --------------------------------------------------------------------------------
    def helper_struct(self, name):
        struct = f"{self.prefix}_struct"
        scope = self.array_of("x")(Scope())
        scope.scalars, scope.structs = ["x"], ["s"]
        head = f"{struct} {name}({struct} s, double x)"
        return "struct", self.function(head, scope, self.random.between(1, 3), 1, "s")

    def call_struct(self, scope, name, value):
        return f"{name}({self.random.choice(scope.structs)}, {value}).x" if scope.structs else None

    def helper_pointer(self, name):
        scope = Scope()
        scope.scalars = ["s->x", "s->z"]
        scope.arrays = [("s->y", 3)]
        scope.integers = ["s->tag"]
        scope.pointers = ["s->link"]
        saved, self.pointer = self.pointer, self.assign
        cost = self.function(f"double {name}({self.prefix}_struct *s)", scope, self.random.between(1, 3), 1, "double")
        self.pointer = saved
        return "pointer", cost

    def call_pointer(self, scope, name, value):
        return f"{name}(&{self.random.choice(scope.structs)})" if scope.structs else None

    def helper_small(self, name):
        """A structure of few members, by value in and out."""
        r = self.random
        fields = r.choice(SMALL_FIELDS + (SMALL_FIELDS_OF_FLOATS * 2 if self.single else []))
        numbers = [f for f in "abcd" if re.search(rf"\b{f}\b", fields)]
        scope = self.array_of("x")(Scope())
        scope.scalars = ["x"] + [f"p.{f}" for f in numbers]
        scope.integers = ["p.k"] if "int k" in fields else []
        self.definitions.append(f"typedef struct {{ {fields} }} {name}_type;")
        saved, self.pointer = self.pointer, self.assign  # some members are no doubles
        cost = self.function(f"{name}_type {name}_step({name}_type p, double x)", scope, r.between(1, 3), 1, "p")
        self.pointer = saved
        members = [f"p.{f} = {r.choice(['x', '0.5 * x', '0.3 - x', '0.7'])};" for f in numbers]
        members += ["p.k = count;"] if "int k" in fields else []
        members += ["p.at = &x;"] if "*at" in fields else []
        more = " + 0.2 * *p.at" if "*at" in fields else ""
        self.definitions.append(
            f"static double {name}(double x, int count) {{\n"
            f"  {name}_type p;\n  {' '.join(members)}\n"
            f"  for (int i = 0; i < count; i++) p = {name}_step(p, x);\n"
            f"  return 0.5 * p.{r.choice(numbers)} - 0.3 * p.{numbers[0]} * p.{numbers[-1]}{more};\n}}")
        return "recursive", 4 * cost + 8

    # -- functions as values -----------------------------------------------------------------------
    def three_unary(self):
        unary = [h for h in self.helpers if h[0] == "unary"]
        while len(unary) < 3:
            self.helper("unary")
            unary = [h for h in self.helpers if h[0] == "unary"]
        chosen = [self.random.choice(unary) for _ in range(3)]
        return [h[1] for h in chosen], max(h[2] for h in chosen)

    def helper_table(self, name):
        names, cost = self.three_unary()
        self.definitions.append(f"static double (*const {name}[3])(double) = {{{', '.join(names)}}};")
        return "table", cost

    def call_table(self, scope, name, value):
        return f"{name}[{self.integer(scope)} % 3]({value})"

    def helper_callback(self, name):
        """A function that is handed to another one, with a context that it casts from void *."""
        r, scope = self.random, Scope()
        scope.scalars, scope.fixed = ["c->total", "x"], ["c->factor"]
        scope.arrays, scope.integers = [("c->a", 2)], ["c->calls"]
        context = name + "_context"
        texts = [self.bounded(scope, 2) for _ in range(2)]
        places = [self.place(scope) for _ in range(2)]
        self.definitions.append(
            f"typedef struct {{ int calls; double total, factor; double *a; }} {context};\n"
            + "".join(f"static double {name}_{letter}(double x, void *data) {{\n"
                      f"  {context} *c = ({context} *)data;\n  c->calls++;\n"
                      f"  {place} = {text};\n  return 0.6 * c->total + 0.2 * x;\n}}\n"
                      for letter, text, place in zip("fg", texts, places))
            + f"{self.noinline()} double {name}_fold(double (*f)(double, void *), void *data, int n, double x) {{\n"
            f"  for (int i = 0; i < n; i++) x = f(x, data);\n  return x;\n}}\n"
            f"static double {name}(double *a, int n) {{\n"
            f"  {context} c = {{0, 0.2, a[1], a}};\n"
            f"  double x = {name}_fold(n & 1 ? {name}_f : {name}_g, &c, {r.between(1, 3)}, a[0]);\n"
            f"  return 0.5 * (x + {name}_fold({name}_{r.choice('fg')}, &c, 2, c.total));\n}}")
        return "sequence", 30

    def helper_commands(self, name):
        """Structures that carry the function which works on them, in a chain."""
        r, scope = self.random, self.array_of("x")(Scope())
        scope.scalars, scope.fixed, scope.integers = ["x"], ["self->factor"], ["self->count"]
        command = name + "_command"
        self.definitions.append(
            f"typedef struct {command} {{\n  double (*apply)(const struct {command} *, double);\n"
            f"  double factor;\n  int count;\n  const struct {command} *next;\n}} {command};\n"
            + "".join(f"static double {name}_{letter}(const {command} *self, double x) {{\n"
                      f"  x = {self.bounded(scope, 2)};\n"
                      f"  return self->next ? 0.8 * self->next->apply(self->next, x) : x;\n}}\n" for letter in "fg")
            + f"static double {name}(double x, int count) {{\n"
            f"  {command} chain[3];\n"
            f"  for (int i = 0; i < 3; i++) {{\n"
            f"    chain[i].apply = (i + count) % 3 == 1 ? {name}_f : {name}_g;\n"
            f"    chain[i].factor = {r.choice(['x', '0.4 * x * i', '0.3 + 0.1 * i'])};\n"
            f"    chain[i].count = count + i;\n"
            f"    chain[i].next = i > 0 ? &chain[i - 1] : NULL;\n  }}\n"
            f"  return chain[{r.between(0, 2)}].apply(&chain[2], x);\n}}")
        return "recursive", 20

    def helper_program(self, name):
        """A small interpreter: numbers on a stack, and a text that says what to do with them."""
        self.definitions.append(
            f"{self.noinline()} double {name}(const char *code, double x, double y) {{\n"
            f"  double stack[8];\n  int top = 0;\n"
            f"  for (; *code; code++)\n    switch (*code) {{\n"
            f"    case 'x': stack[top++] = x; break;\n    case 'y': stack[top++] = y; break;\n"
            f"    case '+': top--; stack[top - 1] = 0.5 * (stack[top - 1] + stack[top]); break;\n"
            f"    case '*': top--; stack[top - 1] *= 0.6 * stack[top]; break;\n"
            f"    case '/': top--; stack[top - 1] /= 2 + stack[top] * stack[top]; break;\n"
            f"    case 's': stack[top - 1] = sin(stack[top - 1]); break;\n"
            f"    default: stack[top++] = 0.1 * (*code - '0');\n    }}\n"
            f"  return stack[0];\n}}")
        return "program", 20

    def call_program(self, scope, name, value):
        r = self.random
        code, height = "", 0
        while len(code) < 8 or height > 1:
            if height < 2 or (len(code) < 8 and height < 6 and r.chance(50)):
                code, height = code + r.choice("xy7"), height + 1
            elif r.chance(20):
                code += "s"
            else:
                code, height = code + r.choice("+*/"), height - 1
        return f'{name}("{code}", {value}, {self.atom(scope)})'
