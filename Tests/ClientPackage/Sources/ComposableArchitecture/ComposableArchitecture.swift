// swift-format-ignore-file
// The names of public types of The Composable Architecture, and of it only the names: a client that imports it beside this package
// must compile. Add a name when the framework gets it.

public enum ActionSheetState {}
public enum AlertState {}
public enum AnyCasePath {}
public enum BindableAction {}
public enum BindingAction {}
public enum BindingReducer {}
public enum BindingState {}
public enum BindingViewState {}
public enum BindingViewStates {}
public enum BindingViewStore {}
public enum ButtonState {}
public enum ButtonStateRole {}
public enum CaseLet {}
public enum CasePathIterable {}
public enum CasePathable {}
public enum CasePaths {}
public enum ClosedScope {}
public enum CombineReducers {}
public enum ConfirmationDialogState {}
public enum CurrentScope {}
public enum DebouncedEffect {}
public enum Dependency {}
public enum DependencyKey {}
public enum DependencyValues {}
public enum DismissEffect {}

/// As in The Composable Architecture: generic over the actions of a reducer.
public struct Effect<Action> {
  public static var none: Self { Self() }
}

public enum EffectOf {}
public enum EffectPublisher {}
public enum EffectTask {}
public enum EmptyReducer {}
public enum FileStorage {}
public enum FileStorageKey {}
public enum ForEachStore {}
public enum IdentifiedAction {}
public enum IdentifiedActionOf {}
public enum IdentifiedArray {}
public enum IdentifiedArrayOf {}
public enum IfLetStore {}
public enum InMemoryKey {}
public enum NavigationLinkStore {}
public enum NavigationStackStore {}
public enum NonExhaustiveTestStore {}
public enum ObservableState {}
public enum ObservationStateRegistrar {}
public enum OpenSettings {}
public enum PersistenceReaderKey {}
public enum Presentation {}
public enum PresentationAction {}
public enum PresentationState {}
public enum Presents {}
public enum Reduce {}

/// As in The Composable Architecture: a protocol.
public protocol Reducer {}

public enum ReducerBuilder {}
public enum ReducerOf {}
public enum Scope {}
public enum Send {}
public enum Shared {}
public enum SharedKey {}
public enum SharedReader {}
public enum StackAction {}
public enum StackActionOf {}
public enum StackElementID {}
public enum StackState {}
public enum Store {}
public enum StoreOf {}
public enum StoreTask {}
public enum SwitchStore {}
public enum TaskResult {}
public enum TestStore {}
public enum TestStoreOf {}
public enum TestStoreTask {}
public enum TextState {}
public enum ToastState {}
public enum UncheckedSendable {}
public enum ViewAction {}
public enum ViewActionSending {}
public enum ViewStore {}
public enum ViewStoreOf {}
public enum ViewStoreTask {}
public enum WithPerceptionTracking {}
public enum WithViewStore {}
