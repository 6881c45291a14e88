import Statecharts

/// What is shown: the same for the terminal and for a window. It follows from where the flow is, and from nothing else.
struct Screen: Equatable {
  /// A line that a person types.
  struct Field: Equatable {
    var prompt: String
    var isSecret = false
    /// The event that the typed line makes.
    var event: @Sendable (String) -> SignIn.Event

    static func == (left: Field, right: Field) -> Bool {
      left.prompt == right.prompt && left.isSecret == right.isSecret
    }
  }

  /// Something that can be pressed.
  struct Button: Equatable {
    var title: String
    var event: SignIn.Event
  }

  var title: String
  var problem: String?
  var field: Field?
  var buttons: [Button] = []
  var isBusy = false

  /// The screen of a state. A new state in the chart has none, and the app does not build until it gets one.
  init(_ state: SignIn.StateID, _ context: SignIn.Context) {
    switch state {
    case .askingEmail:
      title = "What is your email address?"
      field = Field(prompt: "email") { .submitEmail(address: $0) }
    case .sendingCode:
      title = "Sending a code"
      isBusy = true
    case .askingCode:
      title = "We sent you a code. What is it?"
      field = Field(prompt: "code", isSecret: true) { .submitCode(code: $0) }
      buttons = [Button(title: "use another address", event: .startOver)]
    case .checkingCode:
      title = "Checking the code"
      isBusy = true
    case .signedIn:
      title = "You are signed in."
      buttons = [Button(title: "sign out", event: .signOut)]
    case .signedOut:
      title = "Good-bye."
    }
    problem = context.problem.map(Self.words)
  }

  /// The screen of what a session tells; nil where it is in no state, before its start.
  init?(configuration: [SignIn.StateID], context: SignIn.Context?) {
    guard let state = configuration.first, let context else { return nil }
    self.init(state, context)
  }

  private static func words(_ problem: SignIn.ErrorCode) -> String {
    switch problem {
    case .noAddress: "This is no email address."
    case .mailNotSent: "The mail could not be sent. Please try again."
    case .wrongCode: "This code is not right."
    case .tooLate: "The code is not valid any more."
    // A failure of the engine, such as a service without an answer in time.
    case .platform: "That did not work. Please try again."
    }
  }
}
