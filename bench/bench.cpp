// Registers every workload of workloads.def with Google Benchmark. Only the calls are timed:
// putting the buffers back between calls is not. `bench --check [NAME ...]` verifies instead of
// measuring.
#include "workload.h"

#include <adcc/adcc.h>
#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>

// The script names the rows that it built.
#ifndef WORKLOADS
#define WORKLOADS "workloads.def"
#endif

#define WORKLOAD(name, ...) extern "C" const Workload workload_##name;
#include WORKLOADS
#undef WORKLOAD

namespace {

const Workload *const workloads[] = {
#define WORKLOAD(name, ...) &workload_##name,
#include WORKLOADS
#undef WORKLOAD
};

using Call = void (*)(Data *);

// The high-water mark of resident memory is per process; the kernel resets it when asked.
void reset_peak_memory() { std::ofstream("/proc/self/clear_refs") << "5"; }

double peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.rfind("VmHWM:", 0) == 0)
      return std::stod(line.substr(6)) * 1024;
  return 0;
}

void measure(benchmark::State &state, const Workload *workload, int size, Call call, bool forward) {
  Session *session = session_open(workload, size);
  Data *data = session_data(session);
  auto reset = forward ? session_reset_forward : session_reset;

  reset(session);
  reset_peak_memory();
  adcc_tape_reset_peak();
  call(data);
  adcc_tape_statistics tape;
  adcc_tape_stats(&tape);
  double memory = peak_memory();

  for (auto _ : state) {
    reset(session);
    auto start = std::chrono::steady_clock::now();
    call(data);
    std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    state.SetIterationTime(elapsed.count());
  }
  state.counters["tape"] = static_cast<double>(tape.peak_bytes);
  state.counters["data"] = static_cast<double>(session_bytes(session));
  state.counters["memory"] = memory;
  state.counters["operations"] = data->operations;
  state.counters["floor_bytes"] = static_cast<double>(session_floor_bytes(session));
  state.counters["real_bytes"] = static_cast<double>(workload->real_bytes);
  session_close(session);
}

void register_all() {
  for (const Workload *workload : workloads)
    for (int i = 0; i < MAX_SIZES && workload->sizes[i]; i++) {
      int size = workload->sizes[i];
      auto add = [&](const char *mode, Call call, bool forward) {
        if (!call)
          return;
        std::string name = std::string(workload->name) + "/" + std::to_string(size) + "/" + mode;
        benchmark::RegisterBenchmark(
            name.c_str(),
            [=](benchmark::State &state) { measure(state, workload, size, call, forward); })
            ->UseManualTime()
            ->Unit(benchmark::kMicrosecond);
      };
      add("primal", workload->primal, false);
      add("by_hand", workload->by_hand, false);
      add("reverse", workload->reverse, false);
      add("forward", workload->forward, true);
      add("nopreopt", workload->reverse_without_preopt, false);
    }
}

int check(int count, char **names) {
  int failures = 0, done = 0;
  for (const Workload *workload : workloads) {
    bool wanted = count == 0;
    for (int i = 0; i < count; i++)
      wanted |= !std::strcmp(names[i], workload->name);
    if (wanted) {
      failures += workload_check(workload);
      done++;
    }
  }
  std::printf(failures ? "%d workloads checked, %d checks FAILED\n" : "%d workloads checked\n",
              done, failures);
  return failures != 0 || done == 0;
}

} // namespace

int main(int count, char **arguments) {
  if (count > 1 && !std::strcmp(arguments[1], "--check"))
    return check(count - 2, arguments + 2);
  if (count > 1 && !std::strcmp(arguments[1], "--machine")) {
    machine_report();
    return 0;
  }
  register_all();
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments))
    return 1;
  benchmark::RunSpecifiedBenchmarks();
}
