/// What an app brings for sessions.
public struct NextAuthConfiguration: Sendable, CustomReflectable {
  /// Speaks to servers.
  public var transport: any NextAuthTransport
  /// Keeps what is remembered of sessions.
  public var historyStore: any HistoryStore
  /// Called with what happens in sessions.
  public var callbacks: (any NextAuthCallbacks)?
  /// How sessions are to be.
  public var settings: NextAuthSettings
  /// The scheme of the app's deep links.
  public var linkScheme = "com.nextauth.client"

  /// Makes a configuration.
  public init(
    transport: any NextAuthTransport, historyStore: any HistoryStore = MemoryHistoryStore(),
    callbacks: (any NextAuthCallbacks)? = nil, settings: NextAuthSettings = NextAuthSettings()
  ) {
    self.transport = transport
    self.historyStore = historyStore
    self.callbacks = callbacks
    self.settings = settings
  }

  /// Nothing: what it holds is not to be printed.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
