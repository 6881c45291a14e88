/// The files of the page that `statechart preview` serves. They are in the folder `page`, and part of the program.
package enum PreviewPage {
  /// A file with its content type.
  package typealias File = (type: String, bytes: [UInt8])

  /// The files by their names.
  package static let files: [String: File] = [
    "": ("text/html; charset=utf-8", PackageResources.index_html),
    "style.css": ("text/css; charset=utf-8", PackageResources.style_css),
    "main.js": (script, PackageResources.main_js),
    "simulator.js": (script, PackageResources.simulator_js),
  ]

  private static let script = "text/javascript; charset=utf-8"
}
