import Foundation
import Statecharts
import StatechartsStores

/// Shows the screens of a session in the terminal and sends it what is typed. After every step the session is stored, so that
/// the app can be ended at any moment and goes on where it was.
actor Terminal {
  static let name = "sign-in"
  private let session: Session<SignIn>
  private let store: FileStore
  private var shown: Screen?
  /// Lines that were typed before somebody asked for them.
  private var typed: [String] = []
  private var isClosed = false
  /// The number of the last update that was answered: those up to it show where the session was, not where it is.
  private var answered: UInt64 = 0
  private let end: AsyncStream<Void>.Continuation
  /// Ends when there is nothing more to show or to type.
  let ended: AsyncStream<Void>

  init(_ session: Session<SignIn>, _ store: FileStore) {
    self.session = session
    self.store = store
    (ended, end) = AsyncStream.makeStream(of: Void.self)
  }

  /// Shows where the session is.
  func show(_ update: Session<SignIn>.Update) async {
    let time = Duration.seconds(Date().timeIntervalSince1970)
    do {
      try await store.save(await session.snapshot(at: time), as: Self.name)
      if update.isOver { try await store.remove(Self.name) }
    } catch {
      print("  (this step was not stored: \(error))")
    }
    guard update.number > answered else { return }
    guard let screen = Screen(configuration: update.configuration, context: update.context) else { return }
    if screen != shown {
      shown = screen
      if let problem = screen.problem { print("! \(problem)") }
      print(screen.isBusy ? "\(screen.title) ..." : screen.title)
      for (number, button) in screen.buttons.enumerated() { print("  \(number + 1)) \(button.title)") }
    }
    if update.isOver { end.finish() } else { await answer() }
  }

  /// Takes a line that was typed.
  func take(_ line: String) async {
    typed.append(line)
    await answer()
  }

  /// Nothing more will be typed.
  func close() async {
    isClosed = true
    await answer()
  }

  /// Sends what was typed, as soon as the screen takes something.
  private func answer() async {
    guard let screen = shown, !screen.isBusy else { return }
    guard !typed.isEmpty else {
      if isClosed { end.finish() }
      return
    }
    let line = typed.removeFirst()
    let event: SignIn.Event
    if let number = Int(line), screen.buttons.indices.contains(number - 1) {
      event = screen.buttons[number - 1].event
    } else if let field = screen.field {
      event = field.event(line)
    } else {
      print("Please type a number.")
      return await answer()
    }
    // A wrong answer leads to a screen that looks the same and is shown all the same.
    shown = nil
    answered = await session.current.number
    let outcome = await session.send(event)
    guard outcome != .taken else { return }
    print(outcome.reason ?? "Nothing happened.")
    shown = screen
    // The recursion ends with the lines that were typed.
    await answer()
  }
}
