// Platforms: iOS macOS tvOS watchOS visionOS
@_exported import AppleFoundation
@_exported import CoreGraphics

/// https://developer.apple.com/documentation/swiftui/view
@available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, visionOS 1, *)
@MainActor @preconcurrency public protocol View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  associatedtype Body: View

  /// https://developer.apple.com/documentation/swiftui/view/body-8kl5o
  @ViewBuilder var body: Self.Body { get }
}

/// https://developer.apple.com/documentation/swift/never
extension Never: View {
  /// https://developer.apple.com/documentation/swift/never/body
  public var body: Never { self }
}

extension View where Body == Never {
  /// https://developer.apple.com/documentation/swiftui/view/body-8kl5o
  public var body: Never { fatalError() }
}

/// https://developer.apple.com/documentation/swiftui/emptyview
@available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, visionOS 1, *)
public struct EmptyView: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
}

/// https://developer.apple.com/documentation/swiftui/tupleview
@available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, visionOS 1, *)
public struct TupleView<T>: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
}

/// https://developer.apple.com/documentation/swiftui/viewbuilder/buildeither(first:)
@available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, visionOS 1, *)
public struct _ConditionalContent<TrueContent: View, FalseContent: View>: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
}

/// https://developer.apple.com/documentation/swiftui/viewbuilder/buildif(_:)
extension Optional: View where Wrapped: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
}

/// https://developer.apple.com/documentation/swiftui/viewbuilder
@available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, visionOS 1, *)
@resultBuilder public struct ViewBuilder {
  /// https://developer.apple.com/documentation/swiftui/viewbuilder/buildblock(_:)
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

  /// https://developer.apple.com/documentation/swiftui/viewbuilder/buildblock(_:)
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> { TupleView() }

  /// https://developer.apple.com/documentation/swiftui/viewbuilder/buildif(_:)
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }

  /// https://developer.apple.com/documentation/swiftui/viewbuilder/buildeither(first:)
  public static func buildEither<TrueContent: View, FalseContent: View>(
    first: TrueContent
  ) -> _ConditionalContent<TrueContent, FalseContent> { _ConditionalContent() }

  /// https://developer.apple.com/documentation/swiftui/viewbuilder/buildeither(second:)
  public static func buildEither<TrueContent: View, FalseContent: View>(
    second: FalseContent
  ) -> _ConditionalContent<TrueContent, FalseContent> { _ConditionalContent() }
}

/// https://developer.apple.com/documentation/swiftui/state
@available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, visionOS 1, *)
@propertyWrapper public struct State<ChartValue> {
  private let value: ChartValue

  /// https://developer.apple.com/documentation/swiftui/state/init(wrappedvalue:)
  public init(wrappedValue value: ChartValue) { self.value = value }

  /// https://developer.apple.com/documentation/swiftui/state/wrappedvalue
  public var wrappedValue: ChartValue {
    get { value }
    nonmutating set {}
  }

  /// https://developer.apple.com/documentation/swiftui/state/projectedvalue
  public var projectedValue: Binding<ChartValue> { Binding() }
}

/// https://developer.apple.com/documentation/swiftui/binding
@available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, visionOS 1, *)
public struct Binding<ChartValue> {}

/// https://developer.apple.com/documentation/swiftui/horizontalalignment
@available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, visionOS 1, *)
public struct HorizontalAlignment: Sendable {
  /// https://developer.apple.com/documentation/swiftui/horizontalalignment/center
  public static let center = HorizontalAlignment()
  /// https://developer.apple.com/documentation/swiftui/horizontalalignment/leading
  public static let leading = HorizontalAlignment()
}

/// https://developer.apple.com/documentation/swiftui/vstack
@available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, visionOS 1, *)
public struct VStack<Content: View>: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never

  /// https://developer.apple.com/documentation/swiftui/vstack/init(alignment:spacing:content:)
  public nonisolated init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) {}
}

/// https://developer.apple.com/documentation/swiftui/font
@available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, visionOS 1, *)
public struct Font: Sendable {
  /// https://developer.apple.com/documentation/swiftui/font/headline
  public static let headline = Font()
}

/// https://developer.apple.com/documentation/swiftui/text
@available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, visionOS 1, *)
public struct Text: View, Sendable {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never

  /// https://developer.apple.com/documentation/swiftui/text/init(_:)-9d1g4
  public nonisolated init<S: StringProtocol>(_ content: S) {}

  /// https://developer.apple.com/documentation/swiftui/text/font(_:)
  public nonisolated func font(_ font: Font?) -> Text { self }
}

/// https://developer.apple.com/documentation/swiftui/shapestyle
@available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, visionOS 1, *)
public protocol ShapeStyle: Sendable {}

/// https://developer.apple.com/documentation/swiftui/color
@available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, visionOS 1, *)
public struct Color: ShapeStyle {
  /// https://developer.apple.com/documentation/swiftui/color/red
  public static let red = Color()
}

extension ShapeStyle where Self == Color {
  /// https://developer.apple.com/documentation/swiftui/shapestyle/red
  @available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, visionOS 1, *)
  public static var red: Color { Color() }
}

/// https://developer.apple.com/documentation/swiftui/progressview
@available(iOS 14, macOS 11, tvOS 14, watchOS 7, visionOS 1, *)
public struct ProgressView<Label: View, CurrentValueLabel: View>: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
}

extension ProgressView where CurrentValueLabel == EmptyView {
  /// https://developer.apple.com/documentation/swiftui/progressview/init()
  @available(iOS 14, macOS 11, tvOS 14, watchOS 7, visionOS 1, *)
  public nonisolated init() where Label == EmptyView {}
}

/// https://developer.apple.com/documentation/swiftui/foreach
@available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, visionOS 1, *)
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {}

extension ForEach: View where Content: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never

  /// https://developer.apple.com/documentation/swiftui/foreach/init(_:id:content:)-82bcg
  @available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, visionOS 1, *)
  public nonisolated init(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {}
}

/// https://developer.apple.com/documentation/swiftui/button
@available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, visionOS 1, *)
public struct Button<Label: View>: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
}

extension Button where Label == Text {
  /// https://developer.apple.com/documentation/swiftui/button/init(_:action:)-1lpsn
  @available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, visionOS 1, *)
  public nonisolated init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {}
}

/// https://developer.apple.com/documentation/swiftui/securefield
@available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, visionOS 1, *)
public struct SecureField<Label: View>: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
}

extension SecureField where Label == Text {
  /// https://developer.apple.com/documentation/swiftui/securefield/init(_:text:)-2jqfb
  @available(iOS 15, macOS 12, tvOS 15, watchOS 8, visionOS 1, *)
  public nonisolated init<S: StringProtocol>(_ title: S, text: Binding<String>) {}
}

/// https://developer.apple.com/documentation/swiftui/textfield
@available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, visionOS 1, *)
public struct TextField<Label: View>: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
}

extension TextField where Label == Text {
  /// https://developer.apple.com/documentation/swiftui/textfield/init(_:text:)-5ei3
  @available(iOS 15, macOS 12, tvOS 15, watchOS 8, visionOS 1, *)
  public nonisolated init<S: StringProtocol>(_ title: S, text: Binding<String>) {}
}

/// https://developer.apple.com/documentation/swiftui/submittriggers
@available(iOS 15, macOS 12, tvOS 15, watchOS 8, visionOS 1, *)
public struct SubmitTriggers: Sendable {
  /// https://developer.apple.com/documentation/swiftui/submittriggers/text
  public static let text = SubmitTriggers()
}

/// https://developer.apple.com/documentation/swiftui/edge
@available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, visionOS 1, *)
public enum Edge {
  /// https://developer.apple.com/documentation/swiftui/edge/set
  public struct Set: Sendable {
    /// https://developer.apple.com/documentation/swiftui/edge/set/all
    public static let all = Set()
  }
}

extension View {
  /// https://developer.apple.com/documentation/swiftui/view/foregroundstyle(_:)
  @available(iOS 15, macOS 12, tvOS 15, watchOS 8, visionOS 1, *)
  public nonisolated func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { EmptyView() }

  /// https://developer.apple.com/documentation/swiftui/view/onsubmit(of:_:)
  @available(iOS 15, macOS 12, tvOS 15, watchOS 8, visionOS 1, *)
  public nonisolated func onSubmit(
    of triggers: SubmitTriggers = .text, _ action: @escaping () -> Void
  ) -> some View { EmptyView() }

  /// https://developer.apple.com/documentation/swiftui/view/padding(_:_:)
  @available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, visionOS 1, *)
  public nonisolated func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
    EmptyView()
  }

  /// https://developer.apple.com/documentation/swiftui/view/task(priority:_:)
  @available(iOS 15, macOS 12, tvOS 15, watchOS 8, visionOS 1, *)
  public nonisolated func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View { EmptyView() }
}
