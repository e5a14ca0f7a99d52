/* Programs that are stopped by their derivative, rather than given a wrong one.
 *
 *   EXPECT(STOPS(gradient(x)));   the expression ends the program by abort() */
#ifndef STOPS_H
#define STOPS_H

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int stops_is_child(void) {
  fflush(stdout);
  if (fork() != 0)
    return 0;
  fclose(stderr);
  return 1;
}

static int stops_child_aborted(void) {
  int status = 0;
  wait(&status);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

#define STOPS(expression)                                                                          \
  (stops_is_child() ? ((void)(expression), _exit(0), 0) : stops_child_aborted())

#endif
