/// What became of a request for the state of the registration.
public struct RegState: Hashable, Sendable, CustomStringConvertible {
  /// What the app has to do.
  public let key: Registration.Key
  /// Where in the diagram it settled; nil before anybody has asked.
  public let letter: Registration.Letter?
  /// What led there, in the words of the first implementation.
  public let source: String?
  /// What went wrong, with the letters E and F.
  public let exception: Registration.ErrorCode?
  /// Seconds to wait before another try, where a server said so.
  public let retryAfter: Int?

  /// Nobody has asked yet.
  public static let initial = RegState(key: .initial, letter: nil)

  /// Makes a state.
  public init(
    key: Registration.Key, letter: Registration.Letter?, source: String? = nil,
    exception: Registration.ErrorCode? = nil, retryAfter: Int? = nil
  ) {
    self.key = key
    self.letter = letter
    self.source = source
    self.exception = exception
    self.retryAfter = retryAfter
  }

  /// Key, letter and cause.
  public var description: String {
    [key.rawValue, letter?.rawValue, source, exception?.rawValue].compactMap { $0 }.joined(separator: " · ")
  }
}

extension Registration.Letter {
  /// What it stands for in the diagram.
  public var meaning: String {
    switch self {
    case .a: "The platform cannot open a browser, so the agreed token is used."
    case .b: "The access token exists and has not expired."
    case .c: "The access token was renewed."
    case .d: "Nobody is registered. The person chooses how to register."
    case .e: "Checking, renewing or removing the registration failed."
    case .f: "Registering, or a step before it, failed."
    case .g: "The site has registered the person, who now has to confirm the profile."
    case .h: "The person has confirmed the profile."
    }
  }
}
