/* Shared and weak pointers of the other standard library, which gives their blocks back in its
 * shared library: trees with links to the parent, deleters, aliases. */
// needs: echo "#include <numeric>" | clang++-22 -stdlib=libc++ -x c++ -fsyntax-only -
// flags: -std=c++17 -stdlib=libc++
// link: -stdlib=libc++
// levels: O0 O1 O2 O3 fast raw debug
#include "oracle.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

struct Node {
  double value;
  std::weak_ptr<Node> parent;
  std::vector<std::shared_ptr<Node>> children;
  std::string name;
};
static double walk(const Node &node) {
  double s = node.value;
  if (auto parent = node.parent.lock())
    s *= parent->value;
  for (const auto &child : node.children)
    s += walk(*child);
  return s;
}
static std::shared_ptr<Node> grow(const double *in) {
  auto root = std::make_shared<Node>(Node{in[0], {}, {}, "root"});
  for (int i = 0; i < 3; i++) {
    auto child = std::make_shared<Node>(
        Node{in[1] * i + in[0], root, {}, "a name that does not fit into the string"});
    child->children.push_back(std::make_shared<Node>(Node{in[2], child, {}, "leaf"}));
    root->children.push_back(child);
  }
  return root;
}
PRIMAL(share) {
  std::shared_ptr<Node> root = grow(in);
  out[0] += walk(*root);
  std::shared_ptr<Node> alias(root, root->children[1].get());
  out[0] += alias->value * (double)alias.use_count();
  std::shared_ptr<double> number(new double(in[1]), [](double *p) { delete p; });
  std::weak_ptr<double> looks = number;
  std::map<int, std::shared_ptr<double>> held{{1, number}, {2, std::make_shared<double>(in[2])}};
  number.reset();
  out[1] += *looks.lock() * *held[2];
  held.clear();
  out[1] += looks.expired() ? in[0] * in[0] : 0;
}
ORACLE_MAIN(share, 3, 2, 0.5, 1.5)
