extension SwiftNames {
  // Decision: Docs/decisions/code-generation.md#charts-do-not-take-names-of-well-known-types
  /// Well-known types that an app may import: a type of a chart that is called so would be ambiguous, or hide them.
  static let frameworkTypes = Set(
    [foundation, swiftUI, combineAndObservation, charts, testing, package].joined(separator: " ")
      .split(whereSeparator: \.isWhitespace).map(String.init))

  private static let foundation = """
    AttributedString Bundle ByteCountFormatter Calendar CharacterSet Data DataProtocol Date DateComponents
    DateFormatter DateInterval Decimal Dimension Formatter FileHandle FileManager FormatStyle HTTPCookie Host
    IndexPath IndexSet InputStream JSONDecoder JSONEncoder JSONSerialization Locale Lock LocalizedError Measurement
    Notification NotificationCenter NumberFormatter Operation OperationQueue OutputStream PersonNameComponents Pipe
    Port Predicate Process ProcessInfo Progress PropertyListDecoder PropertyListEncoder RecoverableError RunLoop
    Scanner Selector SortDescriptor SortOrder Stream Thread TimeInterval TimeZone Timer URL URLComponents
    URLQueryItem URLRequest URLResponse URLSession UUID Undo UndoManager Unit UserDefaults
    """

  private static let swiftUI = """
    Alert Alignment Anchor Angle Animatable Animation App AppStorage Axis Bindable Binding BlendMode Button Canvas
    Capsule Circle Color ColorPicker ColorScheme CommandGroup CommandMenu Commands Content ContentMode
    ContentUnavailableView ControlGroup ControlSize CoordinateSpace DatePicker DisclosureGroup Divider
    DocumentGroup DragGesture DynamicProperty EdgeInsets Edge EditButton EditMode Ellipse EmptyView Environment
    EnvironmentKey EnvironmentObject EnvironmentValues FetchRequest FocusState FocusedValue Font ForEach
    ForegroundStyle Form Gauge GeometryProxy GeometryReader Gesture GestureState Gradient Grid GridItem GridRow Group
    GroupBox HStack HorizontalAlignment Image ImageRenderer Label LabeledContent Layout Link List Material Menu
    MenuBar Model NavigationLink NavigationPath NavigationSplitView NavigationStack NavigationView Namespace
    ObservedObject OpenURLAction OutlineGroup Path PasteButton Picker PreferenceKey Preview PreviewProvider
    ProgressView ProposedViewSize Query Rectangle RefreshAction RenameButton RoundedRectangle Scene ScenePhase
    SceneStorage ScrollView Section SecureField Settings SettingsLink Shape ShareLink Slider Spacer State StateObject
    Stepper SubmitLabel Subview Symbol Tab TabView Table TableColumn TapGesture Text TextEditor TextField
    TimelineView Toggle ToggleStyle ToolbarItem Transaction Transition UnitPoint VStack VerticalAlignment View
    ViewBuilder ViewModifier Window WindowGroup ZStack
    """

  private static let combineAndObservation = """
    AnyCancellable AnyPublisher AnySubscriber Cancellable ConnectablePublisher CurrentValueSubject Deferred Demand
    Empty Fail Future Just ObservableObject Observable Observation ObservationRegistrar Observations
    PassthroughSubject Published Publisher Publishers Record Scheduler Subject Subscriber Subscribers Subscription
    Subscriptions
    """

  private static let charts = """
    AreaMark AxisMarks BarMark Chart ChartContent ChartProxy LineMark Plot PlottableValue PointMark RectangleMark
    RuleMark SectorMark
    """

  private static let testing = """
    Attachment Comment Confirmation ExitTest Issue SourceLocation Suite Tag Test Testing Trait
    """

  /// The types of the modules that an app links, and of the flows' transport.
  private static let package = """
    BrowserProblem ChartEffect ChartLoader ChartLoadingFailure ChartReader ChartReading ChartSchema
    ChartSnapshot ChartWriter ClosureInspector Delivery Diagnostic DiagramPlan DiagramSettings DocumentProblem
    DocumentRegion DocumentRegions DocumentRun DocumentView DotDiagram EnabledEvent EventID FileProblem
    FileSecretStore FileStore Fix FlowChart FlowRefusal FlowSession FlowUpdate HTTPTransport HarnessFailure
    HeldStep HeldSteps InProcessTransport InvocationRun InvocationSource InvocationStart JSONLinesInspector
    LoadedChart LoggingInspector LoopbackBrowserSession LoopbackFault LoopbackLimits LoopbackServer
    LoopbackService Macrostep ManualClock MemorySecretStore MermaidDiagram Microstep NamedValue NoServiceID NotRunning PerformedAction
    PlatformErrorCode PostResult PreviewAddressProblem PreviewInspector QueryProblem ReceivedRequest
    RequestLog RestoreProblem RestoreProblems ResumePolicy SQLiteStore SVGSheet ScreenDiagram ScriptedAnswers
    ScriptedService ScriptedServices SealerProblem Secret SecretSealer SecretStore SendResult SequenceDiagram
    ServiceRun SessionEffect SessionHarness SessionInspector SessionModel SessionSnapshot SessionStep
    SessionStore SessionUpdate SessionUpdates SettlingProblem Severity ShapeRule SignInFlow Simulation
    SimulationReport SourcePosition SourceRange SourceText StopReason StoreProblem SymmetricSealer
    SystemBrowserSession TOTP TakenTransition TestLocation TimerID TraceEvent TraceKinds TransportFailure
    TransportHeaders TransportLimits TransportRequest TransportResponse TypedHarness TypedStep
    URLSessionTransport UnifiedDifference WebOrigin YAMLDocument YAMLLimits YAMLReading YAMLRule
    """
}
