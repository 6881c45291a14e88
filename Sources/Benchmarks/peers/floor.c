// The floor: what W1, W2 and W4 cost when they are written by hand in C. Prints RESULT lines.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { runs = 9, loops = 1000000 };
static double results[runs];

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

static int ascending(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

static void report(const char *peer, const char *workload) {
  qsort(results, runs, sizeof results[0], ascending);
  printf("RESULT\t%s\t%s\tns/event\t%.2f\t%.2f\t%.2f\t%d\n", peer, workload, results[runs / 2], results[0],
         results[runs - 1], runs);
}

typedef struct {
  int state, value;
  long guards, actions;
} machine;
typedef struct {
  int target, (*guard)(machine *);
  void (*action)(machine *);
} edge;

// Volatile, so that the compiler cannot see through the calls, as it could not through bound handlers.
static edge volatile edges[7][7];
static int holds(machine *m) { return ++m->guards > 0; }
static void count(machine *m) { m->actions++; }
static int (*volatile guards[20])(machine *);
#define IS(n) static int is##n(machine *m) { return m->value == n; }
IS(0) IS(1) IS(2) IS(3) IS(4) IS(5) IS(6) IS(7) IS(8) IS(9) IS(10) IS(11) IS(12) IS(13) IS(14) IS(15) IS(16) IS(17)
IS(18) IS(19)

__attribute__((noinline)) static int ring(int state, int event) {
  switch (state) {
    case 0: return event ? 0 : 1;
    case 1: return event ? 1 : 2;
    default: return event ? 2 : 0;
  }
}

__attribute__((noinline)) static void step(machine *m, int event) {
  int (*guard)(machine *) = edges[m->state][event].guard;
  if (!guard || !guard(m)) return;
  edges[m->state][event].action(m);
  m->state = edges[m->state][event].target;
}

__attribute__((noinline)) static void choose(machine *m) {
  for (int i = 0; i < 20; i++)
    if (guards[i](m)) {
      m->actions++;
      return;
    }
}

int main(void) {
  static volatile int event;
  volatile int end;
  int state = 0;
  for (int r = -1; r < runs; r++) {
    double start = now();
    for (int i = 0; i < 9 * loops; i++) state = ring(state, event);
    if (r >= 0) results[r] = (now() - start) / (9 * loops);
  }
  end = state;
  if (end != 0) return puts("W1 ended in the wrong state"), 1;
  report("C", "W1");

  for (int i = 0; i < 7; i++) {
    edges[i][i].target = (i + 1) % 7;
    edges[i][i].guard = holds;
    edges[i][i].action = count;
  }
  machine m = {0};
  for (int r = -1; r < runs; r++) {
    double start = now();
    for (int i = 0; i < loops; i++)
      for (int e = 0; e < 7; e++) step(&m, e);
    if (r >= 0) results[r] = (now() - start) / (7.0 * loops);
  }
  if (m.state || m.actions != 7L * loops * (runs + 1)) return puts("W2 counted wrongly"), 1;
  report("C", "W2");

  int (*all[20])(machine *) = {is0,  is1,  is2,  is3,  is4,  is5,  is6,  is7,  is8,  is9,
                               is10, is11, is12, is13, is14, is15, is16, is17, is18, is19};
  for (int i = 0; i < 20; i++) guards[i] = all[i];
  m = (machine){.value = 19};
  for (int r = -1; r < runs; r++) {
    double start = now();
    for (int i = 0; i < loops; i++) choose(&m);
    if (r >= 0) results[r] = (now() - start) / loops;
  }
  if (m.actions != 1L * loops * (runs + 1)) return puts("W4 counted wrongly"), 1;
  report("C", "W4");
  return 0;
}
