// large: takes long to compile
// flags: -std=c++17
/* A drawing that commands change and undo. The commands lie in stacks of std::unique_ptr, whose
 * blocks LLVM moves as vectors of integers where they grow, beside curves with text and numbers. */
#include "oracle.h"
#include <map>
#include <memory>
#include <stack>
#include <utility>
#include <vector>

struct Curve {
  std::vector<std::pair<double, double>> points;
  double length() const {
    double sum = 0;
    for (size_t i = 1; i < points.size(); i++)
      sum += hypot(points[i].first - points[i - 1].first, points[i].second - points[i - 1].second);
    return sum;
  }
};
using Drawing = std::map<int, std::shared_ptr<Curve>>;

struct Command {
  virtual ~Command() = default;
  virtual void apply(Drawing &drawing) = 0;
  virtual void undo(Drawing &drawing) = 0;
};
struct AddPoint : Command {
  int curve;
  double x, y;
  AddPoint(int curve, double x, double y) : curve(curve), x(x), y(y) {}
  void apply(Drawing &drawing) override {
    auto &c = drawing[curve];
    if (!c)
      c = std::make_shared<Curve>();
    c->points.emplace_back(x, y);
  }
  void undo(Drawing &drawing) override { drawing[curve]->points.pop_back(); }
};
struct Scale : Command {
  double factor;
  explicit Scale(double factor) : factor(factor) {}
  static void by(Drawing &drawing, double factor) {
    for (auto &[name, curve] : drawing)
      for (auto &[x, y] : curve->points)
        x *= factor, y *= factor;
  }
  void apply(Drawing &drawing) override { by(drawing, factor); }
  void undo(Drawing &drawing) override { by(drawing, 1 / factor); }
};
struct Replace : Command {
  int curve;
  std::shared_ptr<Curve> with, old;
  Replace(int curve, std::shared_ptr<Curve> with) : curve(curve), with(std::move(with)) {}
  void apply(Drawing &drawing) override { old = std::exchange(drawing[curve], with); }
  void undo(Drawing &drawing) override { drawing[curve] = old; }
};
struct Macro : Command {
  std::vector<std::unique_ptr<Command>> all;
  void apply(Drawing &drawing) override {
    for (auto &command : all)
      command->apply(drawing);
  }
  void undo(Drawing &drawing) override {
    for (auto command = all.rbegin(); command != all.rend(); ++command)
      (*command)->undo(drawing);
  }
};
class Editor {
  Drawing drawing;
  std::stack<std::unique_ptr<Command>> done, undone;

public:
  void run(std::unique_ptr<Command> command) {
    command->apply(drawing);
    done.push(std::move(command));
  }
  void undo() {
    done.top()->undo(drawing);
    undone.push(std::move(done.top()));
    done.pop();
  }
  void redo() {
    run(std::move(undone.top()));
    undone.pop();
  }
  double total() const {
    double sum = 0;
    for (auto &[name, curve] : drawing)
      sum += (name + 1) * curve->length();
    return sum;
  }
};

PRIMAL(drawn) {
  Editor editor;
  for (int i = 0; i < 6; i++)
    editor.run(std::make_unique<AddPoint>(i % 2, in[i % n] * i, in[(i + 1) % n]));
  editor.run(std::make_unique<Scale>(in[0] + 1));
  auto macro = std::make_unique<Macro>();
  macro->all.push_back(std::make_unique<AddPoint>(1, in[2], in[3]));
  macro->all.push_back(std::make_unique<Scale>(in[1] + 0.5));
  auto other = std::make_shared<Curve>();
  other->points = {{0, in[0]}, {in[1], 1}, {2, in[2] * in[3]}};
  macro->all.push_back(std::make_unique<Replace>(0, other));
  editor.run(std::move(macro));
  out[0] += editor.total();
  editor.undo();
  out[0] += 0.5 * editor.total();
  editor.undo();
  editor.redo();
  editor.redo();
  out[0] += in[1] * editor.total();
}
ORACLE_MAIN(drawn, 4, 1, 0.4, 1.3)
