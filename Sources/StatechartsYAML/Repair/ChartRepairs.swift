/// All repairs, in the order in which they are asked.
enum ChartRepairs {
  static var all: [any ChartRepair] {
    [
      IndentationRepair(), QuotesRepair(), SpacingRepair(), NameRepair(), ActionSyntaxRepair(),
      TypeSyntaxRepair(), DurationRepair(), ListRepair(), OtherToolRepair(), MisplacedKeyRepair(),
      MisspelledKeyRepair(),
    ]
  }
}
