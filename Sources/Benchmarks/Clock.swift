#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Times and memory of this process, from the operating system.
enum Clock {
  /// Processor time of this thread in nanoseconds: a neighbor's load does not count.
  static func threadNanoseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  /// Processor time of all threads in nanoseconds.
  static func processNanoseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  /// Wall time in nanoseconds, for what other processes do.
  static func wallNanoseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  /// Resident memory in bytes; 0 where the system does not tell.
  static func residentBytes() -> Int {
    #if canImport(Glibc)
      // What was freed does not count. Swift's Glibc does not declare this function.
      if let trim = dlsym(dlopen(nil, RTLD_NOW), "malloc_trim") {
        _ = unsafeBitCast(trim, to: (@convention(c) (Int) -> CInt).self)(0)
      }
    #endif
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
    let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// Runs a program to its end with its output thrown away.
  ///
  /// - Returns: wall nanoseconds from start to end and the peak of its resident memory in KiB; nil when it failed.
  static func spawn(_ path: String, _ arguments: [String]) -> (nanoseconds: Double, peakKiB: Int)? {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    var words = ([path] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var process = pid_t()
    let start = wallNanoseconds()
    guard posix_spawn(&process, path, &actions, nil, words, environ) == 0 else { return nil }
    var status = Int32()
    var usage = rusage()
    guard wait4(process, &status, 0, &usage) == process, status == 0 else { return nil }
    return (wallNanoseconds() - start, Int(usage.ru_maxrss))
  }
}

/// Hides a value from the optimizer.
@inline(never)
func opaque<T>(_ value: T) -> T { value }
