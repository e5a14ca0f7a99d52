/* Functions that handle nothing but the pointers and keys of nodes: their derivatives do the same
 * to the shadows, whose numbers only the caller, or the type of the nodes, tells of. */
#include "oracle.h"
extern int enzyme_dup, enzyme_const, enzyme_out;

typedef struct Node {
  struct Node *next;
  int key;
  double value;
} Node;
typedef struct Tree {
  struct Tree *left, *right;
  double value;
} Tree;
typedef struct {
  double *values;
  long count;
} Slice;
typedef struct {
  void *tape;
  Node *primal, *shadow;
} Found;
extern void __enzyme_fwddiff_relink(void *, ...), __enzyme_autodiff_relink(void *, ...);
extern void __enzyme_reverse(void *, ...);
extern Node *__enzyme_fwddiff_node(void *, ...);
extern Tree *__enzyme_fwddiff_tree(void *, ...);
extern Found __enzyme_augmentfwd(void *, ...);
extern double __enzyme_fwddiff_number(void *, ...), __enzyme_autodiff_number(void *, ...);

static void cut(Node *head) { head->next = head->next->next; }
static void turn(Node **head) {
  Node *turned = 0, *list = *head;
  while (list) {
    Node *next = list->next;
    list->next = turned;
    turned = list;
    list = next;
  }
  *head = turned;
}
static void sort(Node **head) {
  Node *sorted = 0;
  for (Node *node = *head, *next; node; node = next) {
    Node **place = &sorted;
    next = node->next;
    while (*place && (*place)->key < node->key)
      place = &(*place)->next;
    node->next = *place;
    *place = node;
  }
  *head = sorted;
}
static Node *nth(Node *node, int count) {
  while (count--)
    node = node->next;
  return node;
}
static Tree *rotate(Tree *tree) {
  Tree *top = tree->left;
  tree->left = top->right;
  top->right = tree;
  return top;
}
static double turn_beside(Node **head, double x) {
  turn(head);
  return x * x;
}
static void copy_whole(Slice *to, const Slice *from) { *to = *from; }
static void copy_members(Slice *to, const Slice *from) {
  to->values = from->values;
  to->count = from->count;
}

static void fill(Node *nodes, int count, double scale) {
  for (int i = 0; i < count; i++)
    nodes[i] = (Node){i + 1 < count ? &nodes[i + 1] : 0, (i * 2 + 1) % 3, scale * (i + 1)};
}

/* Of this caller nothing can be told. */
static void *nodes_of_unknown[2];
__attribute__((noinline)) static void *unknown(int which) {
  void *volatile hidden = nodes_of_unknown[which];
  return hidden;
}
static Node *last(Node *node) {
  while (node->next)
    node = node->next;
  return node;
}

int main(void) {
  Node nodes[3], shadows[3], *head = nodes, *shadow = shadows;
  fill(nodes, 3, 1);
  fill(shadows, 3, 10);
  __enzyme_fwddiff_relink((void *)cut, enzyme_dup, nodes, shadows);
  EXPECT(nodes[0].next == &nodes[2] && shadows[0].next == &shadows[2]);
  fill(nodes, 3, 1);
  fill(shadows, 3, 10);
  __enzyme_fwddiff_relink((void *)turn, enzyme_dup, &head, &shadow);
  EXPECT(head == &nodes[2] && shadow == &shadows[2] && shadow->next == &shadows[1]);
  __enzyme_autodiff_relink((void *)turn, enzyme_dup, &head, &shadow);
  EXPECT(head == nodes && shadow == shadows && shadow->next == &shadows[1]);
  __enzyme_fwddiff_relink((void *)sort, enzyme_dup, &head, &shadow);
  for (Node *node = head, *other = shadow; node; node = node->next, other = other->next)
    CLOSE(other->value, 10 * node->value);

  fill(nodes, 3, 1);
  fill(shadows, 3, 10);
  EXPECT(__enzyme_fwddiff_node((void *)nth, enzyme_dup, nodes, shadows, enzyme_const, 2) ==
         &shadows[2]);
  Found found =
      __enzyme_augmentfwd((void *)nth, enzyme_dup, nodes, shadows, enzyme_const, 1);
  EXPECT(found.primal == &nodes[1] && found.shadow == &shadows[1]);
  __enzyme_reverse((void *)nth, enzyme_dup, nodes, shadows, enzyme_const, 1, found.tape);
  nodes_of_unknown[0] = nodes;
  nodes_of_unknown[1] = shadows;
  EXPECT(__enzyme_fwddiff_node((void *)last, enzyme_dup, unknown(0), unknown(1)) == &shadows[2]);
  head = nodes;
  shadow = shadows;
  CLOSE(__enzyme_fwddiff_number((void *)turn_beside, enzyme_dup, &head, &shadow, enzyme_dup, 3.0,
                                1.0),
        6);
  EXPECT(head == &nodes[2] && shadow == &shadows[2]);
  CLOSE(__enzyme_autodiff_number((void *)turn_beside, enzyme_dup, &head, &shadow, enzyme_out, 3.0),
        6);
  EXPECT(head == nodes && shadow == shadows && shadow->next == &shadows[1]);

  Tree leaf = {0, 0, 1}, left = {0, &leaf, 2}, top = {&left, 0, 3};
  Tree dleaf = {0, 0, 10}, dleft = {0, &dleaf, 20}, dtop = {&dleft, 0, 30};
  EXPECT(__enzyme_fwddiff_tree((void *)rotate, enzyme_dup, &top, &dtop) == &dleft);
  EXPECT(dleft.right == &dtop && dtop.left == &dleaf);
  CLOSE(dtop.left->value, 10);

  double values[2] = {1, 2}, dvalues[2] = {0};
  Slice from = {values, 2}, dfrom = {dvalues, 2}, to = {0}, dto = {0};
  __enzyme_fwddiff_relink((void *)copy_whole, enzyme_dup, &to, &dto, enzyme_dup, &from, &dfrom);
  EXPECT(to.values == values && to.count == 2 && dto.values == dvalues);
  dto.values = 0;
  __enzyme_autodiff_relink((void *)copy_members, enzyme_dup, &to, &dto, enzyme_dup, &from, &dfrom);
  EXPECT(dto.values == dvalues);
  dto.values = 0;
  __enzyme_autodiff_relink((void *)copy_whole, enzyme_dup, &to, &dto, enzyme_dup, &from, &dfrom);
  EXPECT(dto.values == dvalues);
  return oracle_exit();
}
