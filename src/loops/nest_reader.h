// Reading a nest, in three steps: what is there (nest_read.cpp), whether its order is free
// (nest_places.cpp), and which order is better (nest_plan.cpp).
#ifndef ADCC_NEST_READER_H
#define ADCC_NEST_READER_H

#include "nest.h"

namespace nest {

// base + outer · outerStep + inner · innerStep, in numbers of iterations
struct Place {
  const llvm::SCEV *whole = nullptr, *base = nullptr, *outerStep = nullptr, *innerStep = nullptr;
};

enum Part { BEFORE, BODY, AFTER };

struct Access {
  llvm::Instruction *instruction;
  Place place;
  Part part;
  bool writes, adds;
  uint64_t size;
  unsigned range; // which of the ranges, or NO_RANGE
};

constexpr unsigned NO_RANGE = ~0U;

struct Reader {
  Nest &nest;
  Analyses &analyses;
  llvm::ScalarEvolution &evolution;
  llvm::SmallVector<Access, 16> accesses;
  llvm::SmallVector<Update, 4> updates; // in the body
  llvm::SmallVector<Range, 16> ranges;

  Reader(Nest &nest, Analyses &analyses)
      : nest(nest), analyses(analyses), evolution(analyses.evolution) {}

  // What is there; false if it is nothing that could have another order.
  bool readShape();
  bool readPhis();
  bool readInstructions();
  bool readAccesses();
  // Which order is better, if one is.
  void findVarying();
  bool group();
  bool isWorth();
  bool keepValues();
  bool joinNeighbours();
  void joinRows();
  // Whether it is free.
  bool placesAllow();

  Place placeOf(llvm::Value *pointer);
  int64_t stride(const llvm::SCEV *step) const; // INT64_MAX if not known
  bool areApart(llvm::Instruction *a, llvm::Instruction *b) const;

private:
  bool readUpdate(llvm::StoreInst *store, Update &update);
  bool isInjective(const Access &access);
  bool rangeOf(const Place &place, uint64_t size, Range &range);
  bool pairAllows(const Access &a, const Access &b);
  bool isSummable(const Update &update) const;
};

} // namespace nest

#endif
