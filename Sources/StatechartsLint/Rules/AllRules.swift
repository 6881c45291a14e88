internal import Statecharts

/// The linter's own rules, and what the rest of the linter has to know of single ones.
enum AllRules {
  // Decision: Docs/decisions/linter.md#checks-that-have-no-rule
  /// The checks that only the linter makes.
  static let list: [any LintRule] = [
    UnusedEvent(), UnusedHandler(), UnusedVariable(), UnusedError(), UnusedOutput(), SimilarNames(),
    SharedName(), MistakenHandler(), NamingStyle(), UnreachableState(), InternalWithoutEffect(),
    ImpossibleState(), LeavesParallel(), NeverDone(), DoneAsEvent(), HiddenTransition(),
    ConstantCondition(), UnchangedVariable(), UnsetVariable(), UnansweredEvent(), EventlessLoop(),
    EqualTimers(),
    SingleRegion(), MissingTimeout(), UnhandledError(), UnansweredService(), KeyAsEvent(),
    OverriddenTransition(), SwallowedEvent(), RaiseLoop(), NoEffect(), DeadTimer(), PassingState(),
    LateResult(), RetryWithoutPause(), DeadEnd(), NeverLeft(), DeepNesting(), MissingTitle(), NoCancel(),
    PortableYAML(), UncertainField(), OptionalValue(), SecretInLog(), BuiltURL(), HardCodedSecret(),
    UnmarkedSecret(),
    UnclearedSecret(), LostAfterRestore(),
    KeptAfterMigration(), SameTitle(), SameBranches(), UnlistedError(), UnusualTime(),
  ]

  /// By id of a rule: the rules that explain its findings.
  static let yieldsTo: [String: Set<String>] = {
    var result: [String: Set<String>] = [
      ModelProblem.Rule.unknownTarget.rawValue: [KeyAsEvent.description.id]
    ]
    for rule in list where !type(of: rule).yieldsTo.isEmpty {
      result[type(of: rule).description.id] = type(of: rule).yieldsTo
    }
    return result
  }()

  /// The rule that finds secrets, which are hidden where the text is shown.
  static var secrets: String { HardCodedSecret.description.id }
}
