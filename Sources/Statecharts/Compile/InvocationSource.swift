/// What an invocation runs.
public enum InvocationSource: Hashable, Sendable {
  /// A service that Swift provides, by its name.
  case service(String)
  /// Another chart, by its file's path relative to this chart's file.
  case chart(String)
}
