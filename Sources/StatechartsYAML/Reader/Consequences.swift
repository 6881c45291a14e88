/// Parts of a chart that are wrong only because of something that was reported.
struct Consequences: Sendable {
  /// Nodes about which the compiler can only repeat what was reported.
  var nodes: Set<Int32> = []
  /// The ids of states that stand at a wrong level, so that they are missing where they are named.
  var states: Set<String> = []
}
