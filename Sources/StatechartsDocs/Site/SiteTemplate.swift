/// The frame of each page of a site.
enum SiteTemplate {
  /// A page.
  ///
  /// - Parameters:
  ///   - title: The title as text.
  ///   - body: The content as HTML.
  ///   - name: The path of the page in the site.
  static func page(_ title: String, _ body: String, _ headings: [MarkdownBlocks.Heading], at name: String)
    -> String
  {
    func link(_ target: String, _ words: String) -> String {
      if target == name { return "<span aria-current=\"page\">\(words)</span>" }
      return "<a href=\"\(HTMLText.escaped(SiteNames.relativeAddress(from: name, to: target)))\">\(words)</a>"
    }
    let style = HTMLText.escaped(SiteNames.relativeAddress(from: name, to: "style.css"))
    return DocumentSite.marks[0] + """
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self'">
      <title>\(HTMLText.escaped(title))</title>
      <link rel="stylesheet" href="\(style)">
      </head>
      <body>
      <nav aria-label="Site">\(link("index.html", "Pages")) \(link("all.html", "All states, events, outputs and errors"))</nav>
      <main>
      \(contents(headings))\(body)</main>
      </body>
      </html>

      """
  }

  /// Links to the parts of a long page.
  private static func contents(_ headings: [MarkdownBlocks.Heading]) -> String {
    let parts = headings.filter { $0.level == 2 }
    guard parts.count > 2 else { return "" }
    let items = parts.map {
      "<li><a href=\"#\(HTMLText.escaped($0.id))\">\(HTMLText.escaped($0.text))</a></li>\n"
    }
    return
      "<details class=\"contents\"><summary>On this page</summary>\n<ul>\n\(items.joined())</ul></details>\n"
  }
}
