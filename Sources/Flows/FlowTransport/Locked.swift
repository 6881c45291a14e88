import Foundation

/// A value that one task at a time looks at. For code that must not wait, such as guards and actions.
///
/// Unchecked, for the compiler cannot see that the lock guards the value. The standard library's own lock would need
/// newer systems than the package does.
package final class Locked<Value>: @unchecked Sendable, CustomReflectable {
  private let lock = NSLock()
  private var value: Value

  /// Makes it.
  package init(_ value: sending Value) { self.value = value }

  /// Looks at the value or changes it. The body must not call this again.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }

  /// Nothing: dumping what holds it does not read past the lock.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
