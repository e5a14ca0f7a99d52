/* cut: a minimum vertex cut between sources and sinks of a directed graph (Dinic's algorithm on the
 * split graph). Of several minimum cuts it finds the one nearest to the sinks. A node may also have
 * a price that is paid if it lies on the side of the sinks, uncut. */
#ifndef ADCC_CUT_H
#define ADCC_CUT_H

#include "../base/base.h"

typedef struct Cut Cut;
Cut *cut_create(Arena *);
size_t cut_add_node(Cut *, double cost); /* returns its number, from 0 */
void cut_connect(Cut *, size_t from, size_t to);
void cut_set_price(Cut *, size_t node, double price);
void cut_connect_source(Cut *, size_t node);
void cut_connect_sink(Cut *, size_t node);
void cut_solve(Cut *);
bool cut_is_cut(const Cut *, size_t node);

#endif
