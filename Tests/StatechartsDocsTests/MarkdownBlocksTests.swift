import Testing

@testable import StatechartsDocs

@Suite("Markdown as HTML")
struct MarkdownBlocksTests {
  private func html(_ markdown: String) -> String {
    var blocks = MarkdownBlocks(
      MarkdownInline.Targets(link: { $0 == "no.md" ? nil : $0 }, image: { _, _ in nil }))
    return blocks.html(of: markdown)
  }

  @Test(
    "what pages are made of becomes HTML",
    arguments: [
      (
        "A *b* **c** ~~d~~ `e<f>`.",
        "<p>A <em>b</em> <strong>c</strong> <del>d</del> <code>e&lt;f&gt;</code>.</p>\n"
      ),
      ("snake_case_name and _this_", "<p>snake_case_name and <em>this</em></p>\n"),
      ("a ** b * c", "<p>a ** b * c</p>\n"),
      ("***both***", "<p><em><strong>both</strong></em></p>\n"),
      ("[a *b*](c.md) [d](no.md)", "<p><a href=\"c.md\">a <em>b</em></a> d</p>\n"),
      ("[a](b.md \"title\") [x] [y](", "<p><a href=\"b.md\">a</a> [x] [y](</p>\n"),
      ("[a](<b c> 'd') [e](f(g)) [h](i j)", "<p><a href=\"b c\">a</a> <a href=\"f(g)\">e</a> [h](i j)</p>\n"),
      ("![words](no.png)", "<p>words</p>\n"),
      (
        "`` a`b `` \\* \\[x\\] &lt;b&gt; &amp &#8594;",
        "<p><code>a`b</code> * [x] &lt;b&gt; &amp;amp &#8594;</p>\n"
      ),
      ("one\ntwo  \nthree\\\nfour", "<p>one\ntwo  <br>\nthree<br>\nfour</p>\n"),
      ("# A `b` c\n\n## A b c", "<h1 id=\"a-b-c\">A <code>b</code> c</h1>\n<h2 id=\"a-b-c-1\">A b c</h2>\n"),
      ("- a\n- b\n  c", "<ul>\n<li>a\n</li>\n<li>b\nc\n</li>\n</ul>\n"),
      ("3. a\n4. b", "<ol start=\"3\">\n<li>a\n</li>\n<li>b\n</li>\n</ol>\n"),
      ("- a\n\n- b", "<ul>\n<li><p>a</p>\n</li>\n<li><p>b</p>\n</li>\n</ul>\n"),
      ("1. a\n    - b", "<ol>\n<li>a\n<ul>\n<li>b\n</li>\n</ul>\n</li>\n</ol>\n"),
      ("```sh\na <b>\n```\nc", "<pre tabindex=\"0\"><code>a &lt;b&gt;\n</code></pre>\n<p>c</p>\n"),
      ("> a\n> b", "<blockquote>\n<p>a\nb</p>\n</blockquote>\n"),
      ("a\n<!-- statechart: x -->\nb", "<p>a</p>\n<p>b</p>\n"),
      (
        "<details>\n<summary>Show</summary>\n\nx\n\n</details>",
        "<details>\n<summary>Show</summary>\n<p>x</p>\n</details>\n"
      ),
      ("a <!-- b --> c <!-- d\ne --> f", "<p>a  c  f</p>\n"),
      ("a <!-- b", "<p>a &lt;!-- b</p>\n"),
      ("`<!-- a -->`", "<p><code>&lt;!-- a --&gt;</code></p>\n"),
      ("<!-- a --> b\nc", "<p>b\nc</p>\n"),
      ("<!-- a\n\nb --> <!-- c\n\nd -->\ne", "<p>e</p>\n"),
      ("# A <!-- b -->", "<h1 id=\"a\">A </h1>\n"),
      ("<a id=\"state-x\"></a>\n\n### X", "<a id=\"state-x\"></a>\n<h3 id=\"x\">X</h3>\n"),
    ])
  func constructs(_ markdown: String, _ expected: String) { #expect(html(markdown) == expected) }

  @Test(
    "the words of a heading and of the first paragraph have no marks",
    arguments: [
      ("*Note* this", "Note this"), ("**Decision.** x", "Decision. x"), ("_x_ y", "x y"),
      ("***a** b*", "a b"),
      ("a ** b _c", "a ** b _c"), ("[x] [y](z) ![v *w*](u)", "[x] y v w"),
    ])
  func words(_ markdown: String, _ expected: String) {
    var blocks = MarkdownBlocks(MarkdownInline.Targets(link: { $0 }, image: { _, _ in nil }))
    _ = blocks.html(of: "# \(markdown)\n\n\(markdown)")
    #expect(blocks.headings.first?.text == expected)
    #expect(blocks.firstParagraph == expected)
  }

  @Test("a heading with marks has the address that GitHub gives it")
  func addressOfMarkedHeading() {
    #expect(html("## _x_ y") == "<h2 id=\"x-y\"><em>x</em> y</h2>\n")
  }

  @Test(
    "each id stands on a page once",
    arguments: [
      ("# a\n# a\n# a-1", ["a", "a-1", "a-1-1"]), ("# a-1\n# a\n# a", ["a-1", "a", "a-2"]),
      ("# Sheet 1\n# Sheet 2", ["section-sheet-1", "sheet-2"]), ("# ???\n# !", ["section", "section-1"]),
      ("# Sheet\n# Sheet", ["sheet", "sheet-2"]),
      ("# State asking\n\n<a id=\"state-asking\"></a>\n", ["state-asking-1", "state-asking"]),
      ("<a id=\"x\"></a><a id=\"x\"></a><a id=\"sheet-1-y\"></a>", ["x"]),
    ])
  func ids(_ markdown: String, _ expected: [String]) {
    var blocks = MarkdownBlocks(MarkdownInline.Targets(link: { $0 }, image: { _, _ in nil }), sheets: 1)
    let html = blocks.html(of: markdown)
    #expect(html.split(separator: " id=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) } == expected)
    #expect(blocks.writtenIDs == Set(expected))
  }

  @Test("a table stands in a box that scrolls, and a bar after a backslash is text")
  func tables() {
    let html = html("| A | B |\n| --- | --- |\n| `x\\|y` |  |\n| z |\n\nend")
    #expect(
      html.hasPrefix("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Table\">\n<table>\n"))
    #expect(html.contains("<th scope=\"col\">A</th><th scope=\"col\">B</th>"))
    #expect(html.contains("<tr><td><code>x|y</code></td><td></td></tr>\n<tr><td>z</td><td></td></tr>\n"))
    #expect(html.hasSuffix("</div>\n<p>end</p>\n"))
  }

  @Test("an empty cell of a table's head is no header")
  func emptyHeader() {
    let html = html("| | B |\n| --- | --- |\n| x | y |")
    #expect(html.contains("<thead><tr><td></td><th scope=\"col\">B</th></tr></thead>"))
  }

  @Test(
    "no text becomes a tag that does more than show text",
    arguments: [
      "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<a href=\"javascript:x\">y</a>",
      "<a id=\"x\" onclick=\"y\">", "<details ontoggle=x>", "<br onclick=x>", "`<script>`", "\\<script>",
      "![<script>](x)", "[<script>](<script>)", "[x](y\"onclick=\"z)", "<!-- a --><script>", "# <script>",
      "| <script> |\n| --- |\n| <script> |",
    ])
  func hostile(_ markdown: String) {
    let html = html(markdown)
    #expect(!html.contains("<script") && !html.contains("<img") && !html.contains("<a href=\"javascript"))
    #expect(!html.contains("\"onclick") && !html.contains("<br o") && !html.contains("<details o"))
    #expect(!html.contains("<a id=\"x\" o"))
  }

  @Test(
    "long and deep texts are read to their end",
    arguments: [
      "[", "![", "*", "`", "](", "> ", "- ", "<", "&", "_a", "*a_", "``` ", "|", "\\", "a*", "[a](b ", "[a](",
      "[a](<b", "[a](b \"c", "~~a ",
    ])
  func large(_ piece: String) {
    #expect(html(String(repeating: piece, count: 4_000) + "\n\nlast words").contains("last words"))
  }

  @Test(
    "references, headings with a line below, footnotes and lists of tasks are shown as on GitHub",
    arguments: [
      (
        "[a *b*][x] and [x], [X][] but [y]\n\n[x]: /p \"t\"\n",
        "<p><a href=\"/p\">a <em>b</em></a> and <a href=\"/p\">x</a>, <a href=\"/p\">X</a> but [y]</p>\n"
      ),
      ("One\ntwo\n===\n\nThree\n---\n", "<h1 id=\"one-two\">One two</h1>\n<h2 id=\"three\">Three</h2>\n"),
      (
        "A[^n].\n\n[^n]: Note\nmore\n",
        "<p>A<sup><a href=\"#footnote-1\">1</a></sup>.</p>\n<p id=\"footnote-1\"><sup>1</sup> Note\nmore</p>\n"
      ),
      (
        "- [ ] do\n- [x] done\n- [y] text\n",
        "<ul>\n<li>☐ do\n</li>\n<li>☑ done\n</li>\n<li>[y] text\n</li>\n</ul>\n"
      ),
      ("```\n[x]: /p\n```\n\n[x]\n", "<pre tabindex=\"0\"><code>[x]: /p\n</code></pre>\n<p>[x]</p>\n"),
      ("[x]: one two\n\n---\n", "<p>[x]: one two</p>\n<hr>\n"),
    ])
  func otherForms(markdown: String, html: String) {
    var blocks = MarkdownBlocks(MarkdownInline.Targets(link: { $0 }, image: { _, _ in nil }))
    #expect(blocks.html(of: markdown) == html)
  }
}
