/// The files of the page that `statechart preview` serves. They are in the folder `page`, and part of the program.
package enum PreviewPage {
  /// A file with its content type.
  package typealias File = (type: String, bytes: [UInt8])

  /// The files by their names.
  package static let files: [String: File] = [
    "": ("text/html; charset=utf-8", PackageResources.index_html),
    "icon.svg": ("image/svg+xml", PackageResources.icon_svg),
    "style.css": (style, PackageResources.style_css),
    "simulator.css": (style, PackageResources.simulator_css),
    "inspector.css": (style, PackageResources.inspector_css),
    "main.js": (script, PackageResources.main_js),
    "page.js": (script, PackageResources.page_js),
    "picture.js": (script, PackageResources.picture_js),
    "source.js": (script, PackageResources.source_js),
    "changes.js": (script, PackageResources.changes_js),
    "inspector.js": (script, PackageResources.inspector_js),
    "simulator.js": (script, PackageResources.simulator_js),
    "simulator-fields.js": (script, PackageResources.simulator_fields_js),
    "simulator-sequence.js": (script, PackageResources.simulator_sequence_js),
  ]

  private static let style = "text/css; charset=utf-8"
  private static let script = "text/javascript; charset=utf-8"
}
