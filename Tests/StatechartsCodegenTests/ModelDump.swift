/// A text of everything in a chart but the places where it was written: equal for equal charts. It goes by reflection, so
/// that it knows parts which a model gets in future.
func modelDump(_ value: Any, indent: Int = 0) -> String {
  let mirror = Mirror(reflecting: value)
  let space = String(repeating: " ", count: indent)
  let children = mirror.children.filter { $0.label != "origin" }
  if mirror.children.isEmpty { return "\(space)\(value)\n" }
  if mirror.displayStyle == .dictionary {
    return "\(space)dictionary\n" + children.map { modelDump($0.value, indent: indent + 2) }.sorted().joined()
  }
  var text = "\(space)\(mirror.subjectType)\n"
  for child in children {
    text += "\(space) \(child.label ?? "-")\n" + modelDump(child.value, indent: indent + 2)
  }
  return text
}
