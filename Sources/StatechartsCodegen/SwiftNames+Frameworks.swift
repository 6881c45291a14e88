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
    AccessibilityActionCategory AccessibilityActionKind AccessibilityAdjustmentDirection
    AccessibilityAttachmentModifier AccessibilityChildBehavior AccessibilityCustomContentKey
    AccessibilityDirectTouchOptions AccessibilityFocusState AccessibilityHeadingLevel
    AccessibilityLabeledPairRole AccessibilityRotorContent AccessibilityRotorContentBuilder
    AccessibilityRotorEntry AccessibilitySystemRotor AccessibilityTechnologies AccessibilityTextContentType
    AccessibilityTraits AccessibilityZoomGestureAction ActionSheet AdaptableTabBarPlacement Alert AlertScene
    Alignment AlignmentID AlternatingRowBackgroundBehavior Anchor Angle AngularGradient Animatable
    AnimatableModifier AnimatablePair Animation AnimationCompletionCriteria AnimationContext AnimationState
    AnimationStateKey AnimationTimelineSchedule AnyGesture AnyLayout AnyShape AnyShapeStyle AnyTabContent
    AnyTransition AnyView App AppStorage AssistiveAccess AsyncImage AsyncImagePhase Axis BackgroundProminence
    BackgroundStyle BackgroundTask BadgeProminence Bindable Binding BlendMode BlurReplaceTransition
    BorderedButtonMenuStyle BorderedButtonStyle BorderedProminentButtonStyle BorderlessButtonMenuStyle
    BorderlessButtonStyle BorderlessPullDownMenuButtonStyle Button ButtonBorderShape ButtonRepeatBehavior
    ButtonRole ButtonSizing ButtonStyle ButtonStyleConfiguration ButtonToggleStyle Canvas Capsule
    CarouselListStyle CheckboxToggleStyle Circle CircularGaugeStyle CircularProgressViewStyle Color
    ColorPicker ColorRenderingMode ColorScheme ColorSchemeContrast ColumnNavigationViewStyle ColumnsFormStyle
    CommandGroup CommandGroupPlacement CommandMenu Commands CommandsBuilder CompactDatePickerStyle
    CompactMenuControlGroupStyle ConcentricRectangle ContainerBackgroundPlacement ContainerRelativeShape
    ContainerValueKey ContainerValues Content ContentMarginPlacement ContentMode ContentShapeKinds
    ContentSizeCategory ContentToolbarPlacement ContentTransition ContentUnavailableView ContextMenu
    ControlActiveState ControlGroup ControlGroupStyle ControlGroupStyleConfiguration ControlSize ControlWidget
    ControlWidgetButton ControlWidgetConfiguration ControlWidgetToggle CoordinateSpace CoordinateSpaceProtocol
    CornerSize CubicKeyframe CustomAnimation CustomHoverEffect CustomizableToolbarContent DatePicker
    DatePickerComponents DatePickerStyle DatePickerStyleConfiguration DebugReplaceableView DefaultButtonLabel
    DefaultButtonStyle DefaultDatePickerStyle DefaultDateProgressLabel DefaultDocumentGroupLaunchActions
    DefaultFocusEvaluationPriority DefaultGaugeStyle DefaultGlassEffectShape DefaultGroupBoxStyle
    DefaultLabelStyle DefaultListStyle DefaultMenuButtonStyle DefaultMenuStyle DefaultNavigationViewStyle
    DefaultPickerStyle DefaultProgressViewStyle DefaultSettingsLinkLabel DefaultShareLinkLabel DefaultTabLabel
    DefaultTabViewStyle DefaultTextFieldStyle DefaultToggleStyle DefaultToolbarItem DefaultWindowStyle
    DefaultWindowVisibilityToggleLabel DialogSeverity DigitalCrownEvent DigitalCrownRotationalSensitivity
    DisclosureGroup DisclosureGroupStyle DisclosureGroupStyleConfiguration DisclosureTableRow DismissAction
    DismissBehavior DismissImmersiveSpaceAction DismissSearchAction DismissWindowAction Divider
    DocumentConfiguration DocumentGroup DocumentGroupLaunchScene DocumentLaunchGeometryProxy
    DocumentLaunchView DoubleColumnNavigationViewStyle DragConfiguration DragDropPreviewsFormation DragGesture
    DragSession DropConfiguration DropDelegate DropInfo DropOperation DropProposal DropSession DynamicProperty
    DynamicTableRowContent DynamicTypeSize DynamicViewContent Edge EdgeInsets EditableCollectionContent
    EditActions EditButton EditMode Ellipse EllipticalGradient EmptyAnimatableData EmptyCommands
    EmptyControlWidget EmptyHoverEffect EmptyMatchedTransitionSourceConfiguration EmptyModifier
    EmptyTableRowContent EmptyView EmptyVisualEffect EmptyWidgetConfiguration EnabledTextSelectability
    Environment EnvironmentalModifier EnvironmentKey EnvironmentObject EnvironmentValues EquatableView
    EventModifiers EveryMinuteTimelineSchedule ExclusiveGesture ExpandedWindowToolbarStyle
    ExplicitTimelineSchedule FetchedResults FetchRequest FieldDatePickerStyle FileDialogBrowserOptions
    FileDocument FileDocumentConfiguration FileDocumentReadConfiguration FileDocumentWriteConfiguration
    FillShapeStyle FillShapeView FillStyle FindContext FittedPresentationSizing FixedTextVariant
    FocusedBinding FocusedObject FocusedValue FocusedValueKey FocusedValues FocusInteractions FocusState Font
    ForEach ForEachSectionCollection ForEachSubviewCollection ForegroundStyle Form FormPresentationSizing
    FormStyle FormStyleConfiguration FrameResizeDirection FrameResizePosition FullImmersionStyle Gauge
    GaugeStyle GaugeStyleConfiguration GeometryEffect GeometryProxy GeometryProxy3D GeometryReader
    GeometryReader3D Gesture GestureMask GestureState GestureStateGesture Glass GlassBackgroundDisplayMode
    GlassBackgroundEffect GlassButtonStyle GlassEffectContainer GlassEffectTransition
    GlassProminentButtonStyle Gradient GraphicalDatePickerStyle GraphicsContext Grid GridItem GridRow Group
    GroupBox GroupBoxStyle GroupBoxStyleConfiguration GroupedFormStyle GroupedListStyle GroupedTabViewStyle
    GroupElementsOfContent GroupHoverEffect GroupSectionsOfContent HandActivationBehavior HandGestureShortcut
    HelpLink HiddenTitleBarWindowStyle HierarchicalShapeStyle HierarchicalShapeStyleModifier
    HighlightHoverEffect HorizontalAlignment HorizontalDirection HorizontalEdge HoverEffect HoverEffectContent
    HoverEffectGroup HoverEffectPhaseOverride HoverPhase HSplitView HStack HStackLayout IconOnlyLabelStyle
    Image ImagePaint ImageRenderer ImmersionChangeContext ImmersionStyle ImmersiveContentBrightness
    ImmersiveEnvironmentBehavior ImmersiveSpace ImmersiveSpaceContent ImmersiveSpaceContentBuilder
    ImmersiveSpaceViewContent ImportFromDevicesCommands IndexedIdentifierCollection IndexViewStyle
    InlinePickerStyle InsetGroupedListStyle InsetListStyle InsetShape InsettableShape InspectorCommands
    InterfaceOrientation InvalidatableContent ItemProviderTableRowModifier KeyboardShortcut KeyEquivalent
    KeyframeAnimator Keyframes KeyframesBuilder KeyframeTimeline KeyframeTrack KeyframeTrackContent
    KeyframeTrackContentBuilder KeyPress Label LabeledContent LabeledContentStyle
    LabeledContentStyleConfiguration LabeledControlGroupContent LabeledToolbarItemGroupContent
    LabelIconToTitleSpacing LabelStyle LabelStyleConfiguration Layout LayoutDirection LayoutDirectionBehavior
    LayoutProperties LayoutRotationUnaryLayout LayoutSubview LayoutSubviews LayoutValueKey LazyHGrid
    LazyHStack LazyVGrid LazyVStack LegibilityWeight LimitedAvailabilityConfiguration LinearCapacityGaugeStyle
    LinearGaugeStyle LinearGradient LinearKeyframe LinearProgressViewStyle Link LinkButtonStyle LinkShapeStyle
    List ListItemTint ListSectionSpacing ListStyle LocalCoordinateSpace LocalizedStringKey LongPressGesture
    MagnificationGesture MagnifyGesture MatchedGeometryProperties MatchedTransitionSourceConfiguration
    Material MaterialActiveAppearance Menu MenuActionDismissBehavior MenuBar MenuBarExtra MenuBarExtraStyle
    MenuButton MenuButtonStyle MenuControlGroupStyle MenuOrder MenuPickerStyle MenuStyle
    MenuStyleConfiguration MeshGradient MixedImmersionStyle Model ModifiedContent MoveCommandDirection
    MoveKeyframe MoveTransition MultiDatePicker NamedCoordinateSpace Namespace NavigationBarItem
    NavigationControlGroupStyle NavigationLink NavigationLinkPickerStyle NavigationPath NavigationSplitView
    NavigationSplitViewColumn NavigationSplitViewConfiguration NavigationSplitViewStyle
    NavigationSplitViewStyleConfiguration NavigationSplitViewVisibility NavigationStack NavigationTransition
    NavigationView NavigationViewStyle NavigationViewStyleConfiguration NewDocumentAction NewDocumentButton
    NSApplicationDelegateAdaptor NSGestureRecognizerRepresentable NSHostingController NSHostingMenu
    NSHostingSceneBridgingOptions NSHostingSceneRepresentation NSHostingSizingOptions NSHostingView
    NSViewControllerRepresentable NSViewControllerRepresentableContext NSViewRepresentable
    NSViewRepresentableContext ObservedObject OffsetEffect OffsetShape OffsetTransition
    OnInsertTableRowModifier OpacityTransition OpenDocumentAction OpenImmersiveSpaceAction OpenSettingsAction
    OpenURLAction OpenWindowAction OrnamentAttachmentAnchor OutlineGroup OutlineSubgroupChildren
    PageIndexViewStyle PagePresentationSizing PageTabViewStyle PaletteControlGroupStyle PalettePickerStyle
    PaletteSelectionEffect PasteButton Path PeriodicTimelineSchedule PhaseAnimator PhysicalMetric
    PhysicalMetricsConverter Picker PickerStyle PinnedScrollableViews PlaceholderContentView
    PlaceholderTextShapeStyle PlainButtonStyle PlainListStyle PlainTextEditorStyle PlainTextFieldStyle
    PlainWindowStyle PointerStyle PopoverAttachmentAnchor PopUpButtonPickerStyle PreferenceKey
    PreferredColorSchemeKey PresentationAdaptation PresentationBackgroundInteraction
    PresentationContentInteraction PresentationDetent PresentationMode PresentationSizing
    PresentationSizingContext PresentationSizingRoot PresentedWindowContent Preview PreviewContext
    PreviewContextKey PreviewDevice PreviewLayout PreviewModifier PreviewPlatform PreviewProvider PreviewTrait
    PrimitiveButtonStyle PrimitiveButtonStyleConfiguration ProgressiveImmersionStyle ProgressView
    ProgressViewStyle ProgressViewStyleConfiguration ProjectionTransform Prominence
    ProminentDetailNavigationSplitViewStyle ProposedViewSize PullDownMenuBarExtraStyle PullDownMenuButtonStyle
    PushTransition PushWindowAction Query RadialGradient RadioGroupPickerStyle Rectangle RectangleCornerRadii
    RedactionReasons ReferenceFileDocument ReferenceFileDocumentConfiguration RefreshAction
    RemoteDeviceIdentifier RemoteImmersiveSpace RenameAction RenameButton RequestReviewAction ResetFocusAction
    RotatedShape RotateGesture RotateGesture3D RotationGesture RoundedBorderTextEditorStyle
    RoundedBorderTextFieldStyle RoundedCornerStyle RoundedRectangle RoundedRectangularShape
    RoundedRectangularShapeCorners SafeAreaRegions ScaledMetric ScaledShape ScaledValue ScaleTransition Scene
    SceneBuilder SceneLaunchBehavior ScenePhase SceneRestorationBehavior SceneStorage ScrollAnchorRole
    ScrollBounceBehavior ScrollContentOffsetAdjustmentBehavior ScrollDismissesKeyboardMode
    ScrollEdgeEffectStyle ScrollGeometry ScrollIndicatorVisibility ScrollInputBehavior ScrollInputKind
    ScrollPhase ScrollPhaseChangeContext ScrollPosition ScrollTarget ScrollTargetBehavior
    ScrollTargetBehaviorContext ScrollTargetBehaviorProperties ScrollTargetBehaviorPropertiesContext
    ScrollTransitionConfiguration ScrollTransitionPhase ScrollView ScrollViewProxy ScrollViewReader
    SearchFieldPlacement SearchPresentationToolbarBehavior SearchScopeActivation SearchSuggestionsPlacement
    SearchToolbarBehavior SearchUnavailableContent Section SectionCollection SectionConfiguration
    SectionedFetchRequest SectionedFetchResults SecureField SegmentedPickerStyle SelectionShapeStyle
    SensoryFeedback SeparatorShapeStyle SequenceGesture Settings SettingsLink Shader ShaderFunction
    ShaderLibrary ShadowStyle Shape ShapeRole ShapeStyle ShapeView ShareLink SharePreview
    SidebarAdaptableTabViewStyle SidebarCommands SidebarListStyle SidebarRowSize SimultaneousGesture Slider
    SliderTick SliderTickContent SliderTickContentForEach Spacer SpatialEventCollection SpatialEventGesture
    SpatialTapGesture Spring SpringKeyframe SpringLoadingBehavior SquareBorderTextFieldStyle
    StackNavigationViewStyle State StateObject Stepper StepperFieldDatePickerStyle StrokeBorderShapeView
    StrokeShapeView StrokeStyle SubmitLabel SubmitTriggers SubscriptionView Subview SubviewsCollection
    SubviewsCollectionSlice SurfaceSnappingInfo SwiftUI SwitchToggleStyle Symbol SymbolColorRenderingMode
    SymbolEffectTransition SymbolRenderingMode SymbolVariableValueMode SymbolVariants SystemFormatStyle Tab
    TabBarMinimizeBehavior TabBarOnlyTabViewStyle TabBarPlacement TabContent TabContentBuilder
    TabCustomizationBehavior Table TableColumn TableColumnAlignment TableColumnBody TableColumnBuilder
    TableColumnContent TableColumnCustomization TableColumnCustomizationBehavior TableColumnForEach
    TableForEachContent TableHeaderRowContent TableOutlineGroupContent TableRow TableRowBody TableRowBuilder
    TableRowContent TableRowValue TableStyle TableStyleConfiguration TabPlacement TabRole TabSearchActivation
    TabSection TabView TabViewBottomAccessoryPlacement TabViewCustomization TabViewStyle TapGesture Text
    TextAlignment TextAttribute TextEditingCommands TextEditor TextEditorStyle TextEditorStyleConfiguration
    TextField TextFieldLink TextFieldStyle TextFormattingCommands TextInputAutocapitalization
    TextInputDictationActivation TextInputDictationBehavior TextInputFormattingControlPlacement TextRenderer
    TextSelectability TextSelection TextSelectionAffinity TextShape TextVariantPreference TimeDataSource
    TimelineSchedule TimelineScheduleMode TimelineView TimelineViewDefaultContext TintShapeStyle
    TitleAndIconLabelStyle TitleBarWindowStyle TitleOnlyLabelStyle Toggle ToggleStyle ToggleStyleConfiguration
    ToolbarCommands ToolbarContent ToolbarContentBuilder ToolbarCustomizationBehavior
    ToolbarCustomizationOptions ToolbarDefaultItemKind ToolbarItem ToolbarItemGroup ToolbarItemPlacement
    ToolbarLabelStyle ToolbarPlacement ToolbarRole ToolbarSpacer ToolbarTitleDisplayMode ToolbarTitleMenu
    TouchBar TouchBarItemPresence Transaction TransactionKey TransformedShape Transition TransitionPhase
    TransitionProperties TupleTableColumnContent TupleTableRowContent TupleView TypesettingLanguage
    UIApplicationDelegateAdaptor UIGestureRecognizerRepresentable UIGestureRecognizerRepresentableContext
    UIHostingConfiguration UIHostingController UIHostingOrnament UIViewControllerRepresentable
    UIViewControllerRepresentableContext UIViewRepresentable UIViewRepresentableContext UnevenRoundedRectangle
    UnifiedCompactWindowToolbarStyle UnifiedWindowToolbarStyle UnitCurve UnitPoint UnitPoint3D
    UserInterfaceSizeClass UtilityWindow VectorArithmetic VerticalAlignment VerticalDirection VerticalEdge
    VerticalPageTabViewStyle View View3D ViewAlignedScrollTargetBehavior ViewBuilder ViewDimensions
    ViewDimensions3D ViewModifier Viewpoint3D ViewSpacing ViewThatFits Visibility VisualEffect
    VolumetricWindowStyle VolumeViewpointUpdateStrategy VSplitView VStack VStackLayout WheelDatePickerStyle
    WheelPickerStyle Widget WidgetBundle WidgetBundleBuilder WidgetConfiguration Window WindowDragGesture
    WindowGroup WindowIdealSize WindowInteractionBehavior WindowLayoutRoot WindowLevel WindowManagerRole
    WindowMenuBarExtraStyle WindowPlacement WindowPlacementContext WindowProxy WindowResizability
    WindowResizeAnchor WindowStyle WindowToolbarFullScreenVisibility WindowToolbarStyle WindowVisibilityToggle
    WKApplicationDelegateAdaptor WKExtensionDelegateAdaptor WKInterfaceObjectRepresentable
    WKInterfaceObjectRepresentableContext WKNotificationScene WorldAlignmentBehavior WorldRecenterPhase
    WorldScaleBehavior WritingToolsBehavior ZoomNavigationTransition ZStack ZStackLayout
    """

  private static let combineAndObservation = """
    AnyCancellable AnyPublisher AnySubscriber AsyncPublisher AsyncThrowingPublisher Cancellable
    CombineIdentifier Completion ConnectablePublisher CurrentValueSubject CustomCombineIdentifierConvertible
    Deferred Demand Empty Fail Future ImmediateScheduler Just Observable ObservableObject
    ObservableObjectPublisher Observation ObservationIgnored ObservationRegistrar Observations
    ObservationTracked PassthroughSubject Published Publisher Publishers Record Scheduler
    SchedulerTimeIntervalConvertible Subject Subscriber Subscribers Subscription Subscriptions TopLevelDecoder
    TopLevelEncoder
    """

  private static let charts = """
    AnnotationContext AnnotationOverflowResolution AnnotationPosition AnyAxisContent AnyChart3DContent
    AnyChartContent AnyChartSymbolShape AreaMark AreaPlot AxisContent AxisContentBuilder AxisGridLine AxisMark
    AxisMarkBuilder AxisMarkPosition AxisMarkPreset AxisMarks AxisMarkValues AxisTick AxisValue AxisValueLabel
    AxisValueLabelCollisionResolution AxisValueLabelOrientation BarMark BarPlot BasicChartSymbolShape
    BuilderConditional Chart Chart3D Chart3DCameraProjection Chart3DContent Chart3DPose Chart3DRenderingStyle
    ChartAxisContent ChartBinRange ChartContent ChartContentBuilder ChartLegendContent ChartPlotContent
    ChartProxy ChartScrollTargetBehavior ChartSymbolShape DateBins FunctionAreaPlotContent
    FunctionLinePlotContent InterpolationMethod LineMark LinePlot MarkDimension MarkDimensions
    MarkStackingMethod NumberBins Plot PlotDimensionScaleRange Plottable PlottableProjection PlottableValue
    PointMark PointPlot PositionScaleRange PrimitivePlottableProtocol RectangleMark RectanglePlot RuleMark
    RulePlot ScaleDomain ScaleRange ScaleType SectorMark SectorPlot SurfacePlot
    ValueAlignedChartScrollTargetBehavior ValueAlignedLimitBehavior VectorizedAreaPlotContent
    VectorizedBarPlotContent VectorizedChartContent VectorizedLinePlotContent VectorizedPointPlotContent
    VectorizedRectanglePlotContent VectorizedRulePlotContent VectorizedSectorPlotContent
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
