internal import StatechartsFiles

/// Keeps a value for each file until the file changes.
struct FileCache<Value> {
  private var values: [String: (stamp: FileStamp, value: Value)] = [:]

  /// What was found in a file.
  ///
  /// - Parameter find: Finds it.
  mutating func value(of path: String, _ find: () -> Value) -> Value {
    let stamp = FileStamp(of: path)
    if let stamp, let known = values[path], known.stamp == stamp { return known.value }
    let value = find()
    values[path] = stamp.map { ($0, value) }
    return value
  }
}
