import FlowTransport

/// The callbacks of one session of the vendor's SDK, until somebody asks for them.
final class VendorMailbox: Sendable {
  /// A callback.
  enum Callback: Sendable {
    case confirmLogin(VendorSession, accounts: [String])
    case confirmEnrol(VendorSession, account: String, existing: [String], visualHash: String?)
    case startFactor(VendorSession, NextAuthSession.FactorContext, account: String)
    case updateFactor(VendorFactorResult)
    case update(VendorSession)
    case message(VendorSession, code: Int)
  }

  private struct State {
    var waiting: [Callback] = []
    var reader: (number: Int, continuation: CheckedContinuation<Callback?, Never>)?
    var readers = 0
    var isAtFactor = false
    var isLoggedIn = false
    var events = 0
  }

  private let state = Locked(State())

  /// Whether the SDK waits for a factor, so that it wants no account any more.
  var isAtFactor: Bool { state.withLock { $0.isAtFactor } }

  /// Puts a callback in.
  func put(_ callback: Callback, first: Bool = false) {
    let reader = state.withLock { state -> CheckedContinuation<Callback?, Never>? in
      switch callback {
      case .startFactor: state.isAtFactor = true
      case .confirmLogin, .confirmEnrol, .updateFactor(.success): state.isAtFactor = false
      case .updateFactor, .update, .message: break
      }
      if let reader = state.reader {
        state.reader = nil
        return reader.continuation
      }
      if first { state.waiting.insert(callback, at: 0) } else { state.waiting.append(callback) }
      return nil
    }
    reader?.resume(returning: callback)
  }

  /// Forgets the questions that the SDK has asked again, before the person answers.
  func forgetQuestions() {
    state.withLock { state in
      state.waiting.removeAll { if case .startFactor = $0 { true } else { false } }
    }
  }

  /// Waits for the next callback.
  ///
  /// - Throws: when nobody waits any more.
  func next() async throws(NextAuthFailure) -> Callback {
    let number = state.withLock { state in
      state.readers += 1
      return state.readers
    }
    let callback = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Callback?, Never>) in
        let (found, isOver) = state.withLock { state -> (Callback?, Bool) in
          if !state.waiting.isEmpty { return (state.waiting.removeFirst(), true) }
          if Task.isCancelled { return (nil, true) }
          state.reader = (number, continuation)
          return (nil, false)
        }
        if isOver { continuation.resume(returning: found) }
      }
    } onCancel: {
      let reader = state.withLock { state -> CheckedContinuation<Callback?, Never>? in
        guard state.reader?.number == number else { return nil }
        defer { state.reader = nil }
        return state.reader?.continuation
      }
      reader?.resume(returning: nil)
    }
    guard let callback else { throw .networkError }
    return callback
  }

  /// Drops what nobody will ask for any more.
  func drop() {
    let reader = state.withLock { state in
      defer { state.reader = nil }
      state.waiting = []
      return state.reader?.continuation
    }
    reader?.resume(returning: nil)
  }

  /// The number of the next event.
  func nextEvent() -> Int {
    state.withLock { state in
      state.events += 1
      return state.events
    }
  }

  /// Notes that somebody has logged in.
  ///
  /// - Returns: whether that is new.
  func noteLogin() -> Bool {
    state.withLock { state in
      defer { state.isLoggedIn = true }
      return !state.isLoggedIn
    }
  }
}
