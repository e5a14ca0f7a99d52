/* unique_ptr and shared_ptr: ownership, sharing, a list of unique_ptr. */
#include "oracle.h"
#include <memory>
struct Node {
  double value;
  std::unique_ptr<Node> next;
};
PRIMAL(owners) {
  auto a = std::make_unique<double>(in[0] * in[1]);
  auto b = std::make_shared<double>(*a + in[2]);
  auto c = b;
  *c *= 2;
  std::unique_ptr<Node> head;
  for (size_t i = 0; i < n; i++) {
    auto node = std::make_unique<Node>();
    node->value = in[i] * *a;
    node->next = std::move(head);
    head = std::move(node);
  }
  double sum = 0;
  for (Node *p = head.get(); p; p = p->next.get())
    sum = 0.5 * sum + p->value * p->value;
  out[0] = *a * *b + sum;
}
ORACLE_MAIN(owners, 3, 1, 0.5, 1.5)
