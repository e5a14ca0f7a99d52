"""Statements of random C++ programs that use the standard library."""
from scope import Scope


class LibraryStatements:
    """Part of the Generator of generate.py."""

    def push_back(self, scope):
        if self.weight > 1 or not scope.vectors or self.random.chance(30):
            name = self.name("v")
            self.emit(f"std::vector<double> {name}({self.random.between(1, 4)}, (double)({self.atom(scope)}));")
            scope.vectors.append(name)
        else:
            self.emit(f"{self.random.choice(scope.vectors)}.push_back({self.bounded(scope)});")

    def lambda_(self, scope):
        name, argument = self.name("g"), self.name("x")
        inner = Scope(scope)
        inner.fixed.append(argument)
        self.emit(f"auto {name} = [&](double {argument}) {{ return {self.bounded(inner, 2)}; }};")
        self.emit(f"{self.place(scope)} = {name}({self.atom(scope)});")

    def range_for(self, scope, depth):
        if not scope.vectors or not self.affordable(8):
            return self.lambda_(scope)
        name, x = self.random.choice(scope.vectors), self.name("x")
        inner = Scope(scope)
        inner.scalars.append(x)
        inner.vectors = []
        self.emit(f"for (double &{x} : {name}) {{")
        self.loop_body(inner, 6, 0)
        self.emit("}")

    def function_object(self, scope):
        """std::function, of one of two closures that hold what is near."""
        name, x, y = self.name("f"), self.name("x"), self.name("y")
        held = self.name("held")
        inner = Scope(scope)
        inner.fixed += [x]
        other = Scope()
        other.scalars, other.arrays = [held], [(f"(&{held})", 1)]
        other.fixed = [y]
        self.emit(f"double {held} = {self.bounded(scope)};")
        self.emit(f"std::function<double(double)> {name};")
        self.emit(f"if ({self.condition(scope)}) {name} = [&](double {x}) {{ return {self.bounded(inner, 1)}; }};")
        self.emit(f"else {name} = [{held}](double {y}) mutable {{ {held} = {self.bounded(other, 1)}; "
                  f"return {held} * {y}; }};")
        self.emit(f"{self.place(scope)} = 0.5 * {name}({self.atom(scope)});")

    def variant(self, scope):
        r = self.random
        name = self.name("either")
        self.emit(f"std::variant<double, int, std::array<double, 2>> {name};")
        choices = [f"{name} = {self.bounded(scope)};", f"{name} = (int)({self.integer(scope)});",
                   f"{name} = std::array<double, 2>{{{self.atom(scope)}, {self.atom(scope)}}};"]
        self.emit(f"switch ({self.integer(scope)} % 3) {{")
        for i, choice in enumerate(choices):
            self.emit(f"{'default' if i == 2 else f'case {i}'}: {choice} break;")
        self.emit("}")
        if r.chance(50):
            self.emit(f"auto {name}_copy = {name};")
            name += "_copy"
        place = self.place(scope)
        self.emit(f"if (double *number_ = std::get_if<double>(&{name})) {place} += 0.3 * *number_;")
        self.emit(f"else if (int *count_ = std::get_if<int>(&{name})) {place} *= 0.1 * (*count_ % 9);")
        self.emit(f"else if (auto *both_ = std::get_if<2>(&{name})) {place} += 0.2 * (*both_)[0] * (*both_)[1];")

    def map_(self, scope):
        if not self.affordable(12):
            return self.lambda_(scope)
        r = self.random
        name, i, weight = self.name("map"), self.name("i"), self.weight
        kind = r.choice(["std::map<int, double>", "std::unordered_map<int, double>"])
        self.emit("{")
        self.indent += 1
        self.emit(f"{kind} {name};")
        inner = Scope(scope)
        inner.integers.append(i)
        inner.vectors = []
        self.weight = weight * 4
        self.emit(f"for (int {i} = 0; {i} < {r.between(2, 4)}; {i}++) "
                  f"{name}[{self.integer(inner)} % 3] += {self.bounded(inner, 1)};")
        self.weight = weight
        if "unordered" in kind:
            self.emit(f"{self.place(scope)} += 0.2 * {name}[1];")
        else:
            self.emit(f"for (const auto &[key, value] : {name}) {self.place(scope)} += 0.1 * key * value;")
        self.indent -= 1
        self.emit("}")

    def shapes(self, scope):
        """Objects of one base whose members differ in kind at the same places."""
        r = self.random
        if not self.affordable(16):
            return self.lambda_(scope)
        space = f"{self.prefix}_shapes"
        real = "float" if self.single else "double"
        if not self.has_shapes:
            self.has_shapes = True
            self.declarations.append(f"""namespace {space} {{
struct Shape {{ virtual double area() const = 0; virtual void grow(double) = 0; virtual ~Shape() {{}} }};
struct Circle : Shape {{
  {real} radius, weight;
  Circle(double r) : radius(r), weight(0.5) {{}}
  double area() const override {{ return 0.7 * radius * radius * weight; }}
  void grow(double s) override {{ radius = radius * (0.5 + 0.1 * s * s); }}
}};
struct Chain : Shape {{
  std::vector<double> points;
  Chain(double a, double b) : points{{a, b}} {{}}
  double area() const override {{ double s = 0; for (double p : points) s += 0.3 * p * p; return s; }}
  void grow(double s) override {{ points.push_back(0.5 * s); }}
}};
struct Named : Circle {{
  int count; double scale; std::string name;
  Named(double r, int n) : Circle(r), count(n), scale(0.5 * r), name("a name that is too long to be kept inside") {{}}
  double area() const override {{ return Circle::area() + 0.01 * (double)name.size() * scale * (count % 3); }}
}};
}}""")
        name, place = self.name("shapes"), self.place(scope)
        self.emit("{")
        self.indent += 1
        self.emit(f"std::vector<std::unique_ptr<{space}::Shape>> {name};")
        for _ in range(r.between(2, 3)):
            make = r.choice([f"Circle({self.bounded(scope, 1)})", f"Chain({self.atom(scope)}, {self.bounded(scope, 1)})",
                             f"Named({self.bounded(scope, 1)}, {self.integer(scope)})"])
            self.emit(f"{name}.emplace_back(new {space}::{make});")
        if r.chance(60):
            self.emit(f"{name}[{self.integer(scope)} % {name}.size()]->grow({self.atom(scope)});")
        if r.chance(40):
            self.emit(f"std::swap({name}[0], {name}[1]);")
        self.emit(f"for (const auto &shape : {name}) {place} += 0.2 * shape->area();")
        self.indent -= 1
        self.emit("}")

    # -- containers --------------------------------------------------------------------------------
    def filled(self, scope, name, put, most=5):
        """A loop that puts numbers into a container; `put` says how one is put."""
        i, weight = self.name("i"), self.weight
        inner = Scope(scope)
        inner.integers.append(i)
        count = self.random.between(2, most)
        self.weight = weight * count
        self.emit(f"for (int {i} = 0; {i} < {count}; {i}++) {put.format(c=name, x=self.bounded(inner, 1), i=i)}")
        self.weight = weight

    def sequence_(self, scope):
        """A deque, list or valarray, filled, changed at its ends or in its middle, and read."""
        if not self.affordable(12):
            return self.lambda_(scope)
        r, name = self.random, self.name("seq")
        kind = r.choice(["deque", "list", "vector"])
        self.emit("{")
        self.indent += 1
        self.emit(f"std::{kind}<double> {name};")
        ends = ["{c}.push_back({x});", "{c}.insert({c}.begin(), {x});", "{c}.insert(std::next({c}.begin(), {c}.size() / 2), {x});"]
        if kind != "vector":
            ends.append("if ({i} & 1) {c}.push_front({x}); else {c}.push_back({x});")
        self.filled(scope, name, r.choice(ends))
        changes = [f"{name}.pop_back();", f"std::reverse({name}.begin(), {name}.end());",
                   f"{name}.erase({name}.begin());", f"{{ auto copy = {name}; {name} = std::move(copy); }}",
                   f"for (double &x : {name}) x = 0.5 * x + 0.2 * x * x;",
                   f"{name}.front() *= 0.5 * {name}.back();", f"{name}.resize({name}.size() + 2, (double)({self.atom(scope)}));"]
        for _ in range(r.between(0, 2)):
            self.emit(r.choice(changes))
        self.emit(f"double sum = {self.constant()};")
        self.emit(r.choice([f"for (double x : {name}) sum = 0.6 * sum + 0.3 * x;",
                            f"sum = std::accumulate({name}.begin(), {name}.end(), sum);",
                            f"for (auto it = {name}.rbegin(); it != {name}.rend(); ++it) sum += 0.2 * *it * sum;"]))
        self.emit(f"{self.place(scope)} = sum / (1 + 0.3 * sum * sum);")
        self.indent -= 1
        self.emit("}")

    def algorithm(self, scope):
        """Algorithms on a vector of numbers or of pairs with a key; all keys differ."""
        if not self.affordable(24):
            return self.lambda_(scope)
        r, name = self.random, self.name("all")
        self.emit("{")
        self.indent += 1
        self.emit(f"std::vector<std::pair<double, double>> {name};")
        self.filled(scope, name, "{c}.emplace_back({x} + 0.0173 * {i}, 0.3 + 0.1 * {x});")
        all_ = f"{name}.begin(), {name}.end()"
        steps = [f"std::sort({all_});", f"std::stable_sort({all_}, [](auto &a, auto &b) {{ return a.first > b.first; }});",
                 f"std::nth_element({name}.begin(), {name}.begin() + 1, {name}.end());",
                 f"std::rotate({name}.begin(), {name}.begin() + 1, {name}.end());",
                 f"std::transform({all_}, {name}.begin(), [](auto p) {{ p.first *= p.second; return p; }});",
                 f"std::partial_sum({all_}, {name}.begin(), [](auto a, auto b) {{ b.second += 0.3 * a.first; return b; }});",
                 f"std::iter_swap({name}.begin(), std::max_element({all_}));",
                 # the first stays: what other steps take is not empty
                 f"{name}.erase(std::remove_if({name}.begin() + 1, {name}.end(), [](auto &p) {{ return p.first < -0.217; }}), {name}.end());"]
        for _ in range(r.between(1, 2)):
            self.emit(r.choice(steps))
        self.emit(f"double sum = 0;")
        self.emit(f"for (size_t i = 0; i < {name}.size(); i++) sum += 0.3 * (i + 1.0) / (i + 2.0) * {name}[i].first * {name}[i].second;")
        self.emit(f"{self.place(scope)} = sum / (1 + 0.3 * sum * sum);")
        self.indent -= 1
        self.emit("}")

    def optional(self, scope):
        r, name = self.random, self.name("maybe")
        self.emit(f"std::optional<double> {name};")
        self.emit(f"if ({self.condition(scope)}) {name} = {self.bounded(scope)};")
        if r.chance(40):
            self.emit(f"if ({name}) *{name} *= 0.5 * *{name};")
        self.emit(f"{self.place(scope)} = {name}.value_or({self.atom(scope)});")

    def tuple_(self, scope):
        r, name = self.random, self.name("t")
        self.emit(f"auto {name} = std::make_tuple(({self.integer(scope)}) % 5, (double)({self.bounded(scope)}), "
                  f"std::array<double, 2>{{{self.atom(scope)}, {self.atom(scope)}}});")
        if r.chance(50):
            self.emit(f"std::swap(std::get<1>({name}), std::get<2>({name})[{r.below(2)}]);")
        a, b, c = self.name("a"), self.name("b"), self.name("c")
        self.emit(f"auto [{a}, {b}, {c}] = {name};")
        self.emit(f"{self.place(scope)} = 0.4 * {b} + 0.1 * {a} * {c}[{a} % 2];")

    def shared(self, scope):
        """Objects that share parts of each other."""
        if not self.affordable(16):
            return self.lambda_(scope)
        r, name = self.random, self.name("part")
        node = f"{self.prefix}_part"
        if not self.has_parts:
            self.has_parts = True
            self.declarations.append(
                f"struct {node} {{\n  double value;\n  std::vector<std::shared_ptr<{node}>> below;\n"
                f"  {node}(double v) : value(v) {{}}\n"
                f"  double total() const {{ double s = value; for (auto &b : below) s += 0.3 * b->total() * value; return s; }}\n}};")
        self.emit("{")
        self.indent += 1
        self.emit(f"std::shared_ptr<{node}> {name}[3];")
        self.emit(f"for (auto &one : {name}) one = std::make_shared<{node}>({self.bounded(scope, 1)});")
        self.emit(f"{name}[0]->below.push_back({name}[1]);")
        self.emit(f"{name}[{r.below(2)}]->below.push_back({name}[2]);")
        self.emit(f"{name}[{self.integer(scope)} % 3]->value *= {self.atom(scope)};")
        if r.chance(40):
            self.emit(f"{name}[1] = {name}[2];")
        self.emit(f"{self.place(scope)} = 0.5 * {name}[{self.integer(scope)} % 3]->total();")
        self.indent -= 1
        self.emit("}")

    def functions_(self, scope):
        """Closures of several kinds in a vector, and one made of others."""
        if not self.affordable(16):
            return self.lambda_(scope)
        r, name, x = self.random, self.name("fs"), self.name("x")
        held = self.name("held")
        inner = Scope()
        inner.fixed, inner.scalars, inner.arrays = [x, held], [held], [(f"(&{held})", 1)]
        self.emit("{")
        self.indent += 1
        self.emit(f"double {held} = {self.bounded(scope, 1)};")
        self.emit(f"std::vector<std::function<double(double)>> {name};")
        self.emit(f"{name}.push_back([{held}](double {x}) {{ return 0.5 * {held} * {x}; }});")
        self.emit(f"{name}.push_back([&](double {x}) {{ return {self.bounded(inner, 1)}; }});")
        self.emit(f"{name}.push_back([f = {name}[0], g = {name}[1]](double {x}) {{ return f(0.7 * g({x})); }});")
        if r.chance(40):
            self.emit(f"std::swap({name}[0], {name}[2]);")
        self.emit(f"double y = {self.atom(scope)};")
        self.emit(f"for (auto &f : {name}) y = sin(0.9 * f(y));")
        self.emit(f"{self.place(scope)} = y;")
        self.indent -= 1
        self.emit("}")
