// A loop that looks for the largest or smallest number, for winner.cpp and winner_follow.cpp.
#ifndef ADCC_WINNER_RACE_H
#define ADCC_WINNER_RACE_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"

namespace llvm {
class ScalarEvolution;
}

namespace race {

struct Race {
  llvm::BasicBlock *preheader, *body;
  llvm::PHINode *best, *winner;
  llvm::SelectInst *nextBest, *nextWinner;
  llvm::Instruction *candidate;
  llvm::Instruction *number; // of the iteration
  llvm::ConstantInt *firstNumber;
  bool firstWins; // of several candidates that are equal
  unsigned count; // of the candidates, if they are not loads: they are to wait in an array
  bool fits32;    // all numbers of iterations, and one that is none
};

// condition ? fresh : phi, or the other way round; returns what is fresh.
llvm::Value *freshOf(llvm::SelectInst *select, const llvm::PHINode *phi, bool &freshIfTrue);
// 0, 1, 2, … or from another start that is not negative
bool isNumber(llvm::Instruction *value, const llvm::Loop *loop, llvm::ScalarEvolution &evolution);
// Is there nothing in the loop that forbids to take it apart?
bool mayHold(llvm::Loop *loop);
// All but the winner, of the race that a condition decides.
bool readBest(llvm::Loop *loop, llvm::Value *condition, llvm::ScalarEvolution &evolution,
              Race &race, bool &replacesIfTrue);

// What goes along with a best number is computed behind the loop, from the place of that: the loop
// looks for the place instead.
bool followWinners(llvm::Loop *loop, llvm::ScalarEvolution &evolution);

} // namespace race

#endif
