"""Statements of random C++ programs that use the standard library."""
from scope import Scope


class LibraryStatements:
    """Part of the Generator of generate.py."""

    def push_back(self, scope):
        if self.weight > 1 or not scope.vectors or self.random.chance(30):
            name = self.name("v")
            self.emit(f"std::vector<double> {name}({self.random.between(1, 4)}, {self.atom(scope)});")
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
