/* A few parameters fitted to many measurements: the loop over these and its reverse, which leaves
 * nothing behind but sums, go through the same numbers in opposite orders. */
#include "oracle.h"

enum { COUNT = 67 };

static double time_of[COUNT], measured[COUNT];
static unsigned char used[COUNT];

/* By the number of the measurement alone. */
static double line(double slope, double offset) {
  double sum = 0;
  for (int i = 0; i < COUNT; i++) {
    double term = slope * (0.03 * i) + offset;
    sum += term * term / COUNT;
  }
  return sum;
}

static double decay(double rate, double scale) {
  double sum = 0;
  for (int i = 0; i < COUNT; i++) {
    double difference = scale * exp(-rate * time_of[i]) - measured[i];
    sum += difference * difference;
  }
  return sum / COUNT;
}

/* Downwards, by a narrow counter, with a parameter that is a product. */
static double weighted(double rate, double scale) {
  double sum = 0, square = 0;
  for (unsigned short i = COUNT; i-- > 0;) {
    double difference = rate * scale * time_of[i] - measured[COUNT - 1 - i];
    if (used[i])
      sum += difference * difference * scale;
    square += difference;
  }
  return sum / COUNT + square * square * 1e-3;
}

/* What the reverse reads is replaced on the way. */
static double replaced(double rate, double scale) {
  double work[COUNT], sum = 0;
  for (int i = 0; i < COUNT; i++)
    work[i] = time_of[i] * scale;
  for (int i = 0; i < COUNT; i++) {
    double difference = rate * work[i] - work[COUNT - 1 - i];
    sum += difference * difference;
    work[i] = difference;
  }
  return sum / COUNT + work[3];
}

/* A sum that goes on from a number, and one that the loop asks for. */
static double asked(double rate, double scale) {
  double sum = rate * scale, length = 0;
  for (int i = 0; i < COUNT; i++) {
    sum += rate * time_of[i] + scale;
    length += sum > 5 ? rate * measured[i] : scale * scale;
  }
  return sum * 0.1 + length * 0.01;
}

int main(void) {
  for (int i = 0; i < COUNT; i++) {
    time_of[i] = 0.03 * i;
    measured[i] = 1.3 * exp(-0.6 * time_of[i]) + 0.01 * (i % 5);
    used[i] = i % 3 != 0;
  }
  ORACLE2(line, 0.2, 1.5);
  ORACLE2(decay, 0.2, 1.5);
  ORACLE2(weighted, 0.2, 1.5);
  ORACLE2(replaced, 0.2, 1.5);
  ORACLE2(asked, 0.2, 1.5);
  return oracle_exit();
}
