/* libstdcxx: what libstdc++ keeps in its shared library of its node containers and of dynamic_cast.
 * These functions move pointers between nodes whose layout they share with the program; written out
 * here, they differentiate like the rest of the container's code, so that the shadow nodes are
 * linked as the primal ones are. The nodes have libstdc++'s names, by which the program's accesses
 * tell that they meet these. lower.c sends calls of _ZSt18_Rb_tree_increment… to
 * adcc__ZSt18_Rb_tree_increment…, and so on. */
#include <stddef.h>

/* ---- lists: doubly linked, through a header ---- */

namespace std::__detail {
struct _List_node_base {
  _List_node_base *next, *previous;
};
} // namespace std::__detail

typedef std::__detail::_List_node_base ListNode;

extern "C" {

void adcc__ZNSt8__detail15_List_node_base7_M_hookEPS0_(ListNode *node, ListNode *position) {
  node->next = position;
  node->previous = position->previous;
  position->previous->next = node;
  position->previous = node;
}

void adcc__ZNSt8__detail15_List_node_base9_M_unhookEv(ListNode *node) {
  ListNode *next = node->next, *previous = node->previous;
  previous->next = next;
  next->previous = previous;
}

/* Moves [first, last) in front of `position`. */
void adcc__ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(ListNode *position, ListNode *first,
                                                               ListNode *last) {
  if (position == last)
    return;
  ListNode *final = last->previous, *before = first->previous;
  before->next = last;
  last->previous = before;
  ListNode *left = position->previous;
  left->next = first;
  first->previous = left;
  final->next = position;
  position->previous = final;
}

void adcc__ZNSt8__detail15_List_node_base10_M_reverseEv(ListNode *header) {
  ListNode *node = header;
  do {
    ListNode *next = node->next;
    node->next = node->previous;
    node->previous = next;
    node = next;
  } while (node != header);
}

/* The header takes over the nodes that `other` was the header of. */
static void adopt(ListNode *header, ListNode *next, ListNode *previous, const ListNode *other) {
  if (next == other) {
    header->next = header;
    header->previous = header;
    return;
  }
  header->next = next;
  header->previous = previous;
  next->previous = header;
  previous->next = header;
}

void adcc__ZNSt8__detail15_List_node_base4swapERS0_S1_(ListNode *a, ListNode *b) {
  ListNode *a_next = a->next, *a_previous = a->previous;
  ListNode *b_next = b->next, *b_previous = b->previous;
  adopt(a, b_next, b_previous, b);
  adopt(b, a_next, a_previous, a);
}

/* ---- trees: red and black; the header's parent is the root, left and right the extremes ---- */

} // extern "C"

namespace std {
enum _Rb_tree_color { RED, BLACK };

struct _Rb_tree_node_base {
  _Rb_tree_color color;
  _Rb_tree_node_base *parent, *left, *right;
};
} // namespace std

typedef std::_Rb_tree_node_base TreeNode;

static bool is_red(const TreeNode *node) { return node->color == std::RED; }

extern "C" {

static TreeNode *leftmost(TreeNode *node) {
  while (node->left)
    node = node->left;
  return node;
}

static TreeNode *rightmost(TreeNode *node) {
  while (node->right)
    node = node->right;
  return node;
}

TreeNode *adcc__ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(TreeNode *node) {
  if (node->right)
    return leftmost(node->right);
  TreeNode *parent = node->parent;
  while (node == parent->right) {
    node = parent;
    parent = parent->parent;
  }
  /* The root without a right side: its parent, the header, has it as parent in turn. */
  return node->right != parent ? parent : node;
}

TreeNode *adcc__ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base(TreeNode *node) {
  return adcc__ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(node);
}

TreeNode *adcc__ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base(TreeNode *node) {
  if (is_red(node) && node->parent->parent == node) /* the header */
    return node->right;
  if (node->left)
    return rightmost(node->left);
  TreeNode *parent = node->parent;
  while (node == parent->left) {
    node = parent;
    parent = parent->parent;
  }
  return parent;
}

TreeNode *adcc__ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base(TreeNode *node) {
  return adcc__ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base(node);
}

/* `replacement` takes the place of `node` under its parent. */
static void replace_child(TreeNode *node, TreeNode *replacement, TreeNode *header) {
  TreeNode *parent = node->parent;
  if (header->parent == node)
    header->parent = replacement;
  else if (parent->left == node)
    parent->left = replacement;
  else
    parent->right = replacement;
}

static void rotate_left(TreeNode *node, TreeNode *header) {
  TreeNode *up = node->right;
  node->right = up->left;
  if (up->left)
    up->left->parent = node;
  up->parent = node->parent;
  replace_child(node, up, header);
  up->left = node;
  node->parent = up;
}

static void rotate_right(TreeNode *node, TreeNode *header) {
  TreeNode *up = node->left;
  node->left = up->right;
  if (up->right)
    up->right->parent = node;
  up->parent = node->parent;
  replace_child(node, up, header);
  up->right = node;
  node->parent = up;
}

void adcc__ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(bool left,
                                                                            TreeNode *node,
                                                                            TreeNode *parent,
                                                                            TreeNode *header) {
  node->parent = parent;
  node->left = nullptr;
  node->right = nullptr;
  node->color = std::RED;
  if (left) {
    parent->left = node; /* also the header's leftmost node if the tree is empty */
    if (parent == header) {
      header->parent = node;
      header->right = node;
    } else if (parent == header->left)
      header->left = node;
  } else {
    parent->right = node;
    if (parent == header->right)
      header->right = node;
  }
  while (node != header->parent && is_red(node->parent)) {
    TreeNode *grandparent = node->parent->parent;
    bool on_left = node->parent == grandparent->left;
    TreeNode *uncle = on_left ? grandparent->right : grandparent->left;
    if (uncle && is_red(uncle)) {
      node->parent->color = std::BLACK;
      uncle->color = std::BLACK;
      grandparent->color = std::RED;
      node = grandparent;
    } else if (on_left) {
      if (node == node->parent->right) {
        node = node->parent;
        rotate_left(node, header);
      }
      node->parent->color = std::BLACK;
      grandparent->color = std::RED;
      rotate_right(grandparent, header);
    } else {
      if (node == node->parent->left) {
        node = node->parent;
        rotate_right(node, header);
      }
      node->parent->color = std::BLACK;
      grandparent->color = std::RED;
      rotate_left(grandparent, header);
    }
  }
  header->parent->color = std::BLACK;
}

/* The subtree at `node` (or NULL) below `parent` lacks one black node on every path. */
static void restore_black(TreeNode *node, TreeNode *parent, TreeNode *header) {
  while (node != header->parent && (!node || !is_red(node))) {
    bool on_left = node == parent->left;
    TreeNode *sibling = on_left ? parent->right : parent->left;
    if (is_red(sibling)) {
      sibling->color = std::BLACK;
      parent->color = std::RED;
      if (on_left) {
        rotate_left(parent, header);
        sibling = parent->right;
      } else {
        rotate_right(parent, header);
        sibling = parent->left;
      }
    }
    TreeNode *near = on_left ? sibling->left : sibling->right;
    TreeNode *far = on_left ? sibling->right : sibling->left;
    bool near_red = near && is_red(near), far_red = far && is_red(far);
    if (!near_red && !far_red) {
      sibling->color = std::RED;
      node = parent;
      parent = parent->parent;
      continue;
    }
    if (!far_red) {
      near->color = std::BLACK;
      sibling->color = std::RED;
      if (on_left)
        rotate_right(sibling, header);
      else
        rotate_left(sibling, header);
      far = sibling;
      sibling = near;
    }
    sibling->color = parent->color;
    parent->color = std::BLACK;
    far->color = std::BLACK;
    if (on_left)
      rotate_left(parent, header);
    else
      rotate_right(parent, header);
    break;
  }
  if (node)
    node->color = std::BLACK;
}

/* Takes `node` out of the tree and returns it. */
TreeNode *adcc__ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(TreeNode *node,
                                                                            TreeNode *header) {
  if (header->left == node)
    header->left = node->right ? leftmost(node->right) : node->parent;
  if (header->right == node)
    header->right = node->left ? rightmost(node->left) : node->parent;
  TreeNode *below, *parent; /* where a node is missing, and its parent */
  bool removed_black = !is_red(node);
  if (!node->left || !node->right) {
    below = node->left ? node->left : node->right;
    parent = node->parent;
    if (below)
      below->parent = parent;
    replace_child(node, below, header);
  } else { /* the next node takes its place and colour */
    TreeNode *next = leftmost(node->right);
    below = next->right;
    if (next->parent == node)
      parent = next;
    else {
      parent = next->parent;
      if (below)
        below->parent = parent;
      parent->left = below;
      next->right = node->right;
      node->right->parent = next;
    }
    replace_child(node, next, header);
    next->parent = node->parent;
    next->left = node->left;
    node->left->parent = next;
    removed_black = !is_red(next);
    next->color = node->color;
  }
  if (removed_black)
    restore_black(below, parent, header);
  return node;
}

/* ---- dynamic_cast: the shadow object lies as far from the shadow as the object from the primal */

extern void *__dynamic_cast(const void *object, const void *from, const void *to, ptrdiff_t hint);

void *adcc___dynamic_cast(const char *object, const void *from, const void *to, ptrdiff_t hint) {
  const char *result = (const char *)__dynamic_cast(object, from, to, hint);
  return result ? (void *)(object + (result - object)) : nullptr;
}

} // extern "C"
