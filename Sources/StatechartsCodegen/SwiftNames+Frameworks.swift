extension SwiftNames {
  // Decision: Docs/decisions/code-generation.md#charts-do-not-take-names-of-well-known-types
  /// Well-known types that an app may import: a type of a chart that is called so would be ambiguous, or hide them. The
  /// lists of frameworks have only names of one or two words. Longer ones are unlikely for a chart.
  static let frameworkTypes = Set(
    [foundation, swiftUI, combineAndObservation, charts, testing, package].joined(separator: " ")
      .split(whereSeparator: \.isWhitespace).map(String.init))

  private static let foundation = """
    AttributedString Bundle Calendar CharacterSet Data DataProtocol Date DateComponents DateFormatter DateInterval
    Decimal Dimension Formatter FileHandle FileManager FormatStyle HTTPCookie Host IndexPath IndexSet InputStream
    JSONDecoder JSONEncoder JSONSerialization Locale Lock LocalizedError Measurement Notification NotificationCenter
    NumberFormatter Operation OperationQueue OutputStream Pipe Port Predicate Process ProcessInfo Progress
    RecoverableError RunLoop Scanner Selector SortDescriptor SortOrder Stream Thread TimeInterval TimeZone Timer URL
    URLComponents URLRequest URLResponse URLSession UUID Undo UndoManager Unit UserDefaults
    """

  private static let swiftUI = """
    AccessibilityTechnologies AccessibilityTraits ActionSheet Alert AlertScene Alignment AlignmentID Anchor Angle
    AngularGradient Animatable AnimatableModifier AnimatablePair Animation AnimationContext AnimationState
    AnyGesture AnyLayout AnyShape AnyTransition AnyView App AppStorage AssistiveAccess AsyncImage Axis
    BackgroundProminence BackgroundStyle BackgroundTask BadgeProminence Bindable Binding BlendMode Button ButtonRole
    ButtonSizing ButtonStyle Canvas Capsule Circle Color ColorPicker ColorScheme CommandGroup CommandMenu Commands
    CommandsBuilder ConcentricRectangle ContainerValues Content ContentMode ContentTransition ContextMenu
    ControlGroup ControlSize ControlWidget CoordinateSpace CornerSize CubicKeyframe CustomAnimation DatePicker
    DialogSeverity DisclosureGroup DismissAction DismissBehavior Divider DocumentConfiguration DocumentGroup
    DragConfiguration DragGesture DragSession DropConfiguration DropDelegate DropInfo DropOperation DropProposal
    DropSession DynamicProperty Edge EdgeInsets EditActions EditButton EditMode Ellipse EllipticalGradient
    EmptyCommands EmptyModifier EmptyView Environment EnvironmentalModifier EnvironmentKey EnvironmentObject
    EnvironmentValues EquatableView EventModifiers ExclusiveGesture FetchedResults FetchRequest FileDocument
    FillStyle FindContext FocusedBinding FocusedObject FocusedValue FocusedValues FocusInteractions FocusState Font
    ForEach ForegroundStyle Form FormStyle Gauge GaugeStyle GeometryEffect GeometryProxy GeometryReader Gesture
    GestureMask GestureState Glass Gradient GraphicsContext Grid GridItem GridRow Group GroupBox HelpLink
    HorizontalAlignment HorizontalDirection HorizontalEdge HoverEffect HoverPhase HStack Image ImagePaint
    ImageRenderer ImmersionStyle ImmersiveSpace InsetShape InsettableShape InspectorCommands InterfaceOrientation
    InvalidatableContent KeyboardShortcut KeyEquivalent KeyframeAnimator Keyframes KeyframesBuilder KeyframeTimeline
    KeyframeTrack KeyPress Label LabeledContent LabelStyle Layout LayoutDirection LayoutProperties LayoutSubview
    LayoutSubviews LegibilityWeight LinearGradient LinearKeyframe Link List ListStyle MagnificationGesture
    MagnifyGesture Material Menu MenuBar MenuButton MenuOrder MenuStyle MeshGradient Model ModifiedContent
    MoveKeyframe MoveTransition Namespace NavigationLink NavigationPath NavigationStack NavigationTransition
    NavigationView ObservedObject OffsetEffect OffsetShape OffsetTransition OpacityTransition OutlineGroup
    PasteButton Path PhaseAnimator PhysicalMetric Picker PickerStyle PointerStyle PreferenceKey
    PresentationAdaptation PresentationDetent PresentationMode PresentationSizing Preview PreviewContext
    PreviewDevice PreviewLayout PreviewModifier PreviewPlatform PreviewProvider PreviewTrait ProgressView
    ProjectionTransform Prominence PushTransition Query RadialGradient Rectangle RedactionReasons RefreshAction
    RenameAction RenameButton RotatedShape RotateGesture RotationGesture RoundedRectangle ScaledMetric ScaledShape
    ScaledValue ScaleTransition Scene SceneBuilder ScenePhase SceneStorage ScrollGeometry ScrollPhase ScrollPosition
    ScrollTarget ScrollView Section SectionCollection SectionConfiguration SecureField SensoryFeedback
    SequenceGesture Settings SettingsLink Shader ShaderFunction ShaderLibrary ShadowStyle Shape ShapeRole ShapeStyle
    ShapeView ShareLink SharePreview SidebarCommands SimultaneousGesture Slider SliderTick Spacer Spring
    SpringKeyframe State StateObject Stepper StrokeStyle SubmitLabel SubmitTriggers SubscriptionView Subview
    SubviewsCollection SwiftUI Symbol SymbolVariants Tab TabContent Table TableColumn TableRow TableStyle
    TabPlacement TabRole TabSection TabView TapGesture Text TextAlignment TextAttribute TextEditor TextField
    TextRenderer TextSelectability TextSelection TextShape TimelineSchedule TimelineView Toggle ToggleStyle
    ToolbarCommands ToolbarContent ToolbarItem ToolbarPlacement ToolbarRole ToolbarSpacer TouchBar Transaction
    TransactionKey TransformedShape Transition TransitionPhase TransitionProperties TupleView TypesettingLanguage
    UnitCurve UnitPoint UtilityWindow VectorArithmetic VerticalAlignment VerticalDirection VerticalEdge View View3D
    ViewBuilder ViewDimensions ViewModifier Viewpoint3D ViewSpacing Visibility VisualEffect VStack Widget
    WidgetBundle WidgetConfiguration Window WindowGroup WindowLevel WindowPlacement WindowProxy WindowResizability
    WindowStyle ZStack
    """

  private static let combineAndObservation = """
    AnyCancellable AnyPublisher AnySubscriber AsyncPublisher Cancellable CombineIdentifier Completion
    ConnectablePublisher Deferred Demand Empty Fail Future ImmediateScheduler Just Observable ObservableObject
    Observation ObservationIgnored ObservationRegistrar Observations ObservationTracked PassthroughSubject Published
    Publisher Publishers Record Scheduler Subject Subscriber Subscribers Subscription Subscriptions
    """

  private static let charts = """
    AnnotationContext AnnotationPosition AreaMark AreaPlot AxisContent AxisMark AxisMarks AxisTick AxisValue BarMark
    BarPlot BuilderConditional Chart Chart3D ChartContent ChartProxy DateBins InterpolationMethod LineMark LinePlot
    MarkDimension MarkDimensions NumberBins Plot Plottable PlottableProjection PlottableValue PointMark PointPlot
    RectangleMark RectanglePlot RuleMark RulePlot ScaleDomain ScaleRange ScaleType SectorMark SectorPlot SurfacePlot
    """

  private static let testing = """
    Attachment Comment Confirmation ExitTest Issue SourceLocation Suite Tag Test Testing Trait
    """

  /// The types of the modules that an app links, and of the flows' transport.
  private static let package = """
    BrowserProblem ChartEffect ChartLoader ChartLoadingFailure ChartReader ChartReading ChartSchema
    ChartSnapshot ChartWriter ClosureInspector Delivery Diagnostic DiagramPlan DiagramSettings DocumentProblem
    DocumentRegion DocumentRegions DocumentRun DocumentView DotDiagram EnabledEvent EventID FileProblem
    FileSecretStore FileStore Fix FlowChart FlowRefusal FlowSession FlowUpdate HTTPTransport HarnessChild
    HarnessFailure HeldStep HeldSteps InProcessTransport InvocationRun InvocationSource InvocationStart JSONLinesInspector
    LoadedChart LoggingInspector LoopbackBrowserSession LoopbackFault LoopbackLimits LoopbackServer
    LoopbackService Macrostep ManualClock MemorySecretStore MermaidDiagram Microstep NamedValue NoServiceID PerformedAction
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
