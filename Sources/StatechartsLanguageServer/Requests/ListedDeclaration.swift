internal import StatechartsEditing
internal import StatechartsYAML

/// A declaration whose name is also added to a list, such as an error code with which a service fails.
struct ListedDeclaration: TextAddition {
  let declaration: ChartAddition
  let listing: ListAddition

  func edit(in document: YAMLDocument) throws(EditRefusal) -> TextEdit {
    let source = document.source
    let edit = try declaration.edit(in: document)
    let declared = TextEdits([edit]).apply(to: source)
    var listing = listing
    if listing.item >= edit.range.upperBound {
      listing.item += edit.replacement.utf8.count - edit.range.count
    }
    let bytes = TextEdits([try listing.edit(of: declared)]).apply(to: declared).bytes
    let change = TextChange(from: source.bytes, to: bytes)
    return TextEdit(range: change.old, replacement: String(decoding: bytes[change.new], as: UTF8.self))
  }
}
