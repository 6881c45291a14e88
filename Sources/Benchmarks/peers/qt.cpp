// Qt SCXML, loaded at run time, without guards and actions: W1, W2, W3. An event is submitted, and the event loop is
// run until the machine is stable. Prints RESULT lines. usage: qt FOLDER
#include <QCoreApplication>
#include <QScxmlStateMachine>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

static double now() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

static bool measure(const QString &folder, const char *workload, const std::vector<QString> &events,
                    const std::vector<QString> &end) {
  auto *machine = QScxmlStateMachine::fromFile(folder + "/" + QString(workload).toLower() + ".scxml");
  if (!machine->parseErrors().isEmpty()) return false;
  machine->start();
  QCoreApplication::processEvents();
  for (bool queued : {false, true}) {
    std::vector<double> runs;
    const int loops = 20000 / int(events.size());
    for (int r = -1; r < 5; r++) {
      double start = now();
      for (int i = 0; i < loops; i++) {
        for (const auto &event : events) {
          machine->submitEvent(event);
          if (!queued) QCoreApplication::processEvents();
        }
        if (queued && i % 100 == 99) QCoreApplication::processEvents();
      }
      QCoreApplication::processEvents();
      if (r >= 0) runs.push_back((now() - start) / (double(loops) * events.size()));
    }
    std::sort(runs.begin(), runs.end());
    printf("RESULT\tQt SCXML%s\t%s\tns/event\t%.0f\t%.0f\t%.0f\t5\n", queued ? ", queued" : "", workload, runs[2],
           runs[0], runs[4]);
  }
  for (const auto &state : end)
    if (!machine->isActive(state)) return false;
  return true;
}

int main(int count, char **words) {
  QCoreApplication app(count, words);
  const QString folder = words[1];
  bool good = measure(folder, "W1", {"next", "next", "next"}, {}) &&
      measure(folder, "W2", {"submitEmail", "accountExists", "submitPassword", "totpRequired", "submitCode", "codeOk",
                             "reset"}, {"Start"}) &&
      measure(folder, "W3", {"step", "inner", "tick", "step", "toP", "step", "step", "step", "step", "back", "step",
                             "again"}, {"A"});
  if (!good) puts("a workload of Qt ended in the wrong state");
  return good ? 0 : 1;
}
