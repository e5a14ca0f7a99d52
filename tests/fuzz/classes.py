"""Functions of random C++ programs: hierarchies, templates, operators, exceptions."""
from scope import Scope


class ClassFunctions:
    """Part of the Generator of generate.py."""

    def helper_object(self, name):
        """A small hierarchy with a template base; NAME(which, x) makes an object and asks it."""
        scope = Scope()
        scope.scalars = ["state"]
        scope.fixed = ["x"]
        scope.arrays = [("memory", 3)]
        first, second = self.bounded(scope, 2), self.bounded(scope, 2)
        third, update = self.bounded(scope, 2), self.bounded(scope, 1)
        self.definitions.append(f"""namespace {name}_space {{
template <typename T> struct Base {{
  T state, memory[3];
  Base(T s) : state(s), memory{{s, T(0.5) * s, T(0.25)}} {{}}
  virtual T ask(T x) {{ return {first}; }}
  void step(T x) {{ state = {update}; memory[1] = 0.5 * (memory[2] + state); }}
  virtual ~Base() {{}}
}};
struct Left : Base<double> {{
  Left(double s) : Base(s * {self.constant()}) {{}}
  double ask(double x) override {{ step(x); return {second}; }}
}};
struct Right : Left {{
  std::vector<double> history;
  Right(double s) : Left(s) {{ history.push_back(s); }}
  double ask(double x) override {{ history.push_back(x); return 0.5 * Left::ask(history[0]) + 0.3 * history.back() * ({third}); }}
}};
}}
__attribute__((noinline)) static double {name}(int which, double x) {{
  using namespace {name}_space;
  std::unique_ptr<Base<double>> object;
  if (which == 0) object.reset(new Base<double>(x));
  else if (which == 1) object.reset(new Left(x));
  else object.reset(new Right(x));
  object->step(0.5 * x);
  return object->ask({self.constant()}) + 0.1 * object->state;
}}""")
        return "object", 20

    def call_object(self, scope, name, value):
        return f"{name}({self.integer(scope)} % 3, {value})"

    def helper_thrower(self, name):
        """Exceptions that carry a number, through frames that have something to clean up."""
        r, scope = self.random, self.array_of("x")(Scope())
        scope.scalars, scope.integers = ["x"], ["depth"]
        kind = r.choice(["Failure", "double"])
        thrown = "Failure{%s, depth}" if kind == "Failure" else "double(%s)"
        what, code = ("e.value", "e.code") if kind == "Failure" else ("e", "2")
        again = f"  catch (int &) {{ return {self.constant()}; }}\n" if r.chance(40) else ""
        self.definitions.append(
            f"namespace {name}_space {{\nstruct Failure {{ double value; int code; }};\n"
            f"struct Guard {{ double *at; Guard(double *a) : at(a) {{}} ~Guard() {{ *at *= 0.9; }} }};\n"
            f"{self.noinline()} double step(double x, int depth) {{\n"
            f"  std::vector<double> kept(depth + 1, x);\n"
            f"  if ({self.condition(scope)}) throw {thrown % self.bounded(scope, 1)};\n"
            + (f"  if (depth % 4 == 3) throw depth;\n" if again else "")
            + f"  if (depth > 0) x = 0.7 * step({self.bounded(scope, 1)}, depth - 1);\n"
            f"  return 0.5 * (x + kept[depth / 2]);\n}}\n}}\n"
            f"{self.noinline()} double {name}(double x, int depth) {{\n"
            f"  using namespace {name}_space;\n  double y = x;\n"
            f"  try {{\n    Guard guard(&y);\n    y += 0.5 * step(x, depth);\n"
            f"  }} catch (const {kind} &e) {{ y = 0.4 * y + 0.3 * {what} * ({code} % 3); }}\n{again}"
            f"  return y / (1 + 0.2 * y * y);\n}}")
        return "recursive", 40

    def helper_generic(self, name):
        """Templates: of a type, a number and a function."""
        r = self.random
        size = r.between(2, 4)
        types = r.choice([("double", "double"), ("float", "double")] if self.single else [("double", "double")])
        body = r.choice(["s += t[i] * f(t[(i + 1) % N]);", "s = 0.7 * s + 0.3 * f(t[i] * s);",
                         "t[i] = 0.5 * f(t[N - 1 - i]); s += 0.4 * t[i];"])
        self.definitions.append(
            f"namespace {name}_space {{\n"
            f"template <int N, typename T, typename F> struct Fold {{\n"
            f"  std::array<T, N> t;\n"
            f"  T run(F f) {{ T s(0.1); for (int i = 0; i < N; i++) {{ {body} }} return s; }}\n}};\n"
            f"template <typename T> T square(T x) {{ return T(0.5) * x * x; }}\n"
            f"template <int N> double tower(double x) {{\n"
            f"  if constexpr (N == 0) return x;\n  else return {r.choice(['sin', 'atan', 'square'])}(0.9 * tower<N - 1>(x));\n}}\n}}\n"
            f"static double {name}(double x, int count) {{\n"
            f"  using namespace {name}_space;\n  double scale = 0.1 * count;\n"
            f"  auto f = [&scale, x](auto y) {{ return square(y) + (decltype(y))(scale * x); }};\n"
            f"  Fold<{size}, {types[0]}, decltype(f)> fold;\n"
            f"  for (int i = 0; i < {size}; i++) fold.t[i] = x * (i + 1) / {size + 1};\n"
            f"  {types[1]} s = fold.run(f) + 0.2 * fold.t[count % {size}];\n"
            f"  return 0.3 * tower<{r.between(0, 3)}>(s) + 0.2 * s;\n}}")
        return "recursive", 25

    def helper_algebra(self, name):
        """Vectors with operators, as values or as expressions that are worked out when assigned."""
        r = self.random
        lazy = r.chance(50)
        sum_ = ("template <typename L, typename R> struct Sum {\n  const L &l; const R &r;\n"
                "  double operator[](int i) const { return l[i] + r[i]; }\n};\n"
                "template <typename L, typename R> Sum<L, R> operator+(const L &l, const R &r) { return {l, r}; }\n")
        eager = ("inline Vector operator+(const Vector &l, const Vector &r) {\n"
                 "  return Vector{l.v[0] + r.v[0], l.v[1] + r.v[1], l.v[2] + r.v[2]};\n}\n")
        take = ("  template <typename E> Vector &operator=(const E &e) {\n"
                "    for (int i = 0; i < 3; i++) v[i] = e[i];\n    return *this;\n  }\n") if lazy else ""
        steps = [r.choice(["a = {e} + b;", "b = 0.5 * cross(a, b);", "a = a + {e};", "b *= 0.4 * dot(a, b);",
                           "a *= 0.7;", "std::swap(a, b);"]) for _ in range(r.between(2, 4))]
        steps = [step.replace("{e}", "b" if lazy else r.choice(["0.3 * a", "cross(b, a)"])) for step in steps]
        self.definitions.append(
            f"namespace {name}_space {{\nstruct Vector {{\n  double v[3];\n"
            f"  double operator[](int i) const {{ return v[i]; }}\n"
            f"  Vector &operator*=(double s) {{ for (double &x : v) x *= s; return *this; }}\n{take}}};\n"
            f"inline double dot(const Vector &l, const Vector &r) {{ return l[0] * r[0] + l[1] * r[1] + l[2] * r[2]; }}\n"
            f"{self.noinline()} Vector cross(const Vector &l, const Vector &r) {{\n"
            f"  return Vector{{l[1] * r[2] - l[2] * r[1], l[2] * r[0] - l[0] * r[2], l[0] * r[1] - l[1] * r[0]}};\n}}\n"
            f"inline Vector operator*(double s, Vector r) {{ r *= s; return r; }}\n{sum_ if lazy else eager}}}\n"
            f"static double {name}(double x, int count) {{\n"
            f"  using namespace {name}_space;\n"
            f"  Vector a{{x, 0.5 * x, 0.3}}, b{{0.2, {self.constant()}, 0.4 * x * x}};\n"
            f"  for (int i = 0; i < count; i++) {{\n    {' '.join(steps)}\n    a *= 1 / (1 + dot(a, a));\n"
            f"    b *= 1 / (1 + 0.5 * dot(b, b));\n  }}\n"
            f"  return 0.5 * a[count % 3] + 0.3 * dot(a, b);\n}}")
        return "recursive", 60
