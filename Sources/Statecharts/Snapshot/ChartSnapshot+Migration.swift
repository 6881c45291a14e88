import StatechartsModel

/// Where the names of a snapshot went with one migration.
struct MigratedNames {
  private let states: [String: String]
  private let droppedStates: Set<String>
  private let variables: [String: String]
  private let droppedVariables: Set<String>

  init(_ migration: ChartMigration) {
    states = Self.names(migration.states)
    droppedStates = Set(migration.droppedStates.map(\.text))
    variables = Self.names(migration.variables)
    droppedVariables = Set(migration.droppedVariables.map(\.text))
  }

  private static func names(_ renamings: [ChartMigration.Renaming]) -> [String: String] {
    Dictionary(renamings.map { ($0.old.text, $0.new.text) }, uniquingKeysWith: { first, _ in first })
  }

  /// The id that a state has now; nil for one that is dropped.
  func state(_ id: String) -> String? { droppedStates.contains(id) ? nil : home(id) }

  /// The id that a state has now, whether it is dropped or not.
  func home(_ id: String) -> String { states[id] ?? id }

  /// The name that a variable has now; nil for one that is dropped.
  func variable(_ name: String) -> String? { droppedVariables.contains(name) ? nil : variables[name] ?? name }

  /// Values by the names that their variables have now. One that got its name by a migration goes before one that had it.
  func variables(_ values: [String: ChartValue]) -> [String: ChartValue] {
    var result: [String: ChartValue] = [:]
    let inOrder = values.sorted { left, right in
      let (isLeftNew, isRightNew) = (variables[left.key] != nil, variables[right.key] != nil)
      return isLeftNew == isRightNew ? left.key < right.key : isLeftNew
    }
    for (name, value) in inOrder {
      if let name = variable(name), result[name] == nil { result[name] = value }
    }
    return result
  }
}

extension ChartSnapshot {
  /// Applies the rules of a migration, but for what it enters and sets.
  mutating func migrate(_ names: MigratedNames) {
    func home(_ work: Work) -> Work { Work(state: names.home(work.state), id: work.id, place: work.place) }
    var seen: Set<String> = []
    states = states.compactMap(names.state).filter { seen.insert($0).inserted }
    history = Dictionary(
      history.sorted { $0.key < $1.key }.compactMap { id, remembered in
        let remembered = remembered.compactMap(names.state)
        guard let id = names.state(id), !remembered.isEmpty else { return nil }
        return (id, remembered)
      }, uniquingKeysWith: { first, _ in first })
    context = names.variables(context)
    personal = personal.compactMap(names.variable)
    lost = lost?.compactMap(names.variable)
    work = Dictionary(
      work.sorted { $0.key < $1.key }.compactMap { id, text in names.state(id).map { ($0, text) } },
      uniquingKeysWith: { first, _ in first })
    services = services.map { service in
      var service = service
      service.work = home(service.work)
      return service
    }
    timers = timers.map { timer in
      var timer = timer
      switch timer.purpose {
      case .after(let state):
        let prefix = "after.\(state)."
        if timer.label.hasPrefix(prefix) {
          timer.label = "after.\(names.home(state))." + timer.label.dropFirst(prefix.count)
        }
        timer.purpose = .after(state: names.home(state))
      case .timeout(let work): timer.purpose = .timeout(home(work))
      case .retry(let work, let attempt, let key):
        timer.purpose = .retry(home(work), attempt: attempt, key: key)
      case .send: break
      }
      return timer
    }
    if let work = event?.work { event?.work = home(work) }
    entryEvents = entryEvents?.map { entry in
      var entry = entry
      entry.state = names.home(entry.state)
      if let work = entry.event?.work { entry.event?.work = home(work) }
      return entry
    }
  }
}
