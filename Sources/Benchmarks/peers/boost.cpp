// Boost.MSM and Boost.Statechart, state machines of the compiler: W1, and W2 with a guard and an action. No history of
// depth and no parallel regions of the kind that W3 needs. Prints RESULT lines.
#define BOOST_MPL_CFG_NO_PREPROCESSED_HEADERS
#define BOOST_MPL_LIMIT_VECTOR_SIZE 20
#include <algorithm>
#include <boost/msm/back/state_machine.hpp>
#include <boost/msm/front/functor_row.hpp>
#include <boost/msm/front/state_machine_def.hpp>
#include <boost/statechart/event.hpp>
#include <boost/statechart/simple_state.hpp>
#include <boost/statechart/state_machine.hpp>
#include <boost/statechart/transition.hpp>
#include <cstdio>
#include <ctime>

static double now() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

template <class Body> static void measure(const char *peer, const char *workload, int count, Body body) {
  double runs[9];
  body();
  for (double &run : runs) {
    double start = now();
    body();
    run = (now() - start) / count;
  }
  std::sort(runs, runs + 9);
  printf("RESULT\t%s\t%s\tns/event\t%.2f\t%.2f\t%.2f\t9\n", peer, workload, runs[4], runs[0], runs[8]);
}

namespace table {
using namespace boost::msm::front;
template <int I> struct At : state<> {};
template <int I> struct On {};
static long guards, actions;
struct Holds { template <class E, class M, class S, class T> bool operator()(E const &, M &, S &, T &) { return ++guards > 0; } };
struct Count { template <class E, class M, class S, class T> void operator()(E const &, M &, S &, T &) { actions++; } };
struct Ring_ : state_machine_def<Ring_> {
  typedef At<0> initial_state;
  struct transition_table : boost::mpl::vector<Row<At<0>, On<0>, At<1>>, Row<At<1>, On<0>, At<2>>, Row<At<2>, On<0>, At<0>>> {};
};
template <int I> using Step = Row<At<I>, On<I>, At<(I + 1) % 7>, Count, Holds>;
struct SignIn_ : state_machine_def<SignIn_> {
  typedef At<0> initial_state;
  struct transition_table : boost::mpl::vector<Step<0>, Step<1>, Step<2>, Step<3>, Step<4>, Step<5>, Step<6>> {};
};
}

namespace tree {
namespace sc = boost::statechart;
struct Next : sc::event<Next> {};
struct A; struct B; struct C;
struct Ring : sc::state_machine<Ring, A> {};
struct A : sc::simple_state<A, Ring> { typedef sc::transition<Next, B> reactions; };
struct B : sc::simple_state<B, Ring> { typedef sc::transition<Next, C> reactions; };
struct C : sc::simple_state<C, Ring> { typedef sc::transition<Next, A> reactions; };
}

int main() {
  const int loops = 300000;
  {
    boost::msm::back::state_machine<table::Ring_> ring;
    ring.start();
    measure("Boost.MSM", "W1", 3 * loops, [&] { for (int i = 0; i < 3 * loops; i++) ring.process_event(table::On<0>()); });
    boost::msm::back::state_machine<table::SignIn_> m;
    m.start();
    measure("Boost.MSM", "W2", 7 * loops, [&] {
      for (int i = 0; i < loops; i++) {
        m.process_event(table::On<0>()); m.process_event(table::On<1>()); m.process_event(table::On<2>());
        m.process_event(table::On<3>()); m.process_event(table::On<4>()); m.process_event(table::On<5>());
        m.process_event(table::On<6>());
      }
    });
    if (table::actions != 70L * loops || table::guards != table::actions) return puts("W2 counted wrongly"), 1;
  }
  tree::Ring ring;
  ring.initiate();
  measure("Boost.Statechart", "W1", 3 * loops, [&] { for (int i = 0; i < 3 * loops; i++) ring.process_event(tree::Next()); });
  return ring.state_cast<const tree::A *>() ? 0 : 1;
}
