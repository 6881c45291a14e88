/// The linter's own rules, and what the rest of the linter has to know of single ones.
enum AllRules {
  // Decision: Docs/decisions/linter.md#checks-that-have-no-rule
  /// The checks that only the linter makes, and that are on by default.
  static let list: [any LintRule] = [
    UnusedEvent(), UnusedHandler(), UnusedVariable(), UnusedError(), UnusedOutput(), SimilarNames(),
    SharedName(), MistakenHandler(), NamingStyle(), UnreachableState(), InternalWithoutEffect(),
    ImpossibleState(), LeavesParallel(), NeverDone(), DoneAsEvent(), HiddenTransition(),
    ConstantCondition(), UnchangedVariable(), UnsetVariable(), UnansweredEvent(), EventlessLoop(),
    EqualTimers(), SingleRegion(), MissingTimeout(), UnhandledError(), UnansweredService(),
    KeyAsEvent(), OverriddenTransition(), SwallowedEvent(), RaiseLoop(), NoEffect(), DeadTimer(),
    PassingState(), LateResult(), RetryWithoutPause(), DeadEnd(), NeverLeft(), DeepNesting(),
    PortableYAML(), UncertainField(), OptionalValue(), SecretInLog(), BuiltURL(), HardCodedSecret(),
    UnmarkedSecret(), UnclearedSecret(), LostAfterRestore(), KeptAfterMigration(), SameTitle(),
    SameBranches(), UnlistedError(), UnusualTime(),
  ]

  // Decision: Docs/decisions/linter.md#some-rules-are-opt-in
  /// Those that are off by default. They are listed apart, because making the descriptions of all rules to find them
  /// takes longer than checking a chart.
  static let optIn: [any LintRule] = [MissingTitle(), NoCancel()]

  /// The rule that finds secrets, which are hidden where the text is shown.
  static var secrets: String { HardCodedSecret.description.id }
}
