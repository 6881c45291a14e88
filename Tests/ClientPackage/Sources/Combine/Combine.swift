// swift-format-ignore-file
// The names of public types of Combine, and of it only the names: a client that imports it beside this package
// must compile. Add a name when the framework gets it.

public enum AnyCancellable {}
public enum AnyPublisher {}
public enum AnySubscriber {}
public enum Cancellable {}
public enum CombineIdentifier {}
public enum ConnectablePublisher {}
public enum CurrentValueSubject {}
public enum CustomCombineIdentifierConvertible {}
public enum Deferred {}
public enum Empty {}
public enum Fail {}
public enum Future {}
public enum ImmediateScheduler {}
public enum Just {}
public enum ObservableObject {}
public enum ObservableObjectPublisher {}
public enum PassthroughSubject {}
public enum Published {}
public enum Publisher {}
public enum Publishers {}
public enum Record {}
public enum Scheduler {}
public enum SchedulerTimeIntervalConvertible {}
public enum Subject {}
public enum Subscriber {}
public enum Subscribers {}
public enum Subscription {}
public enum Subscriptions {}
public enum TopLevelDecoder {}
public enum TopLevelEncoder {}
