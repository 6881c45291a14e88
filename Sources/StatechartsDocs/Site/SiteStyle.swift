/// How a site looks: on screens of all sizes, light and dark, and on paper.
enum SiteStyle {
  /// The style sheet. Pictures have styles of their own.
  static let text = """
    :root {
      --text: #1f2328; --soft: #57606a; --page: #ffffff; --field: #f6f8fa; --edge: #d0d7de; --link: #0550ae;
      color-scheme: light dark;
    }
    @media screen and (prefers-color-scheme: dark) {
      :root {
        --text: #e6edf3; --soft: #a3adb8; --page: #0d1117; --field: #161b22; --edge: #3a424c; --link: #79b8ff;
      }
    }
    * { box-sizing: border-box; }
    html { scroll-padding-top: 1rem; }
    body {
      margin: 0 auto; max-width: 64rem; padding: 1rem; background: var(--page); color: var(--text);
      font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; overflow-wrap: break-word;
    }
    nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; padding-bottom: 0.5rem; border-bottom: 1px solid var(--edge); }
    h1, h2, h3, h4 { line-height: 1.25; margin: 1.6em 0 0.6em; }
    h1 { font-size: 1.9rem; margin-top: 1rem; }
    h2 { font-size: 1.45rem; padding-bottom: 0.2em; border-bottom: 1px solid var(--edge); }
    h3 { font-size: 1.15rem; }
    a { color: var(--link); }
    a:focus-visible, summary:focus-visible, .scroll:focus-visible, pre:focus-visible { outline: 2px solid var(--link); }
    code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 0.875em; }
    code { background: var(--field); border-radius: 4px; padding: 0.1em 0.3em; overflow-wrap: anywhere; }
    pre { background: var(--field); border-radius: 6px; padding: 0.8rem 1rem; overflow-x: auto; }
    pre code { background: none; padding: 0; overflow-wrap: normal; }
    .scroll { overflow-x: auto; margin: 1rem 0; }
    figure { margin: 1rem 0; }
    .scroll svg { display: block; }
    table { border-collapse: collapse; font-size: 0.9rem; }
    th, td { border: 1px solid var(--edge); padding: 0.35rem 0.6rem; text-align: left; vertical-align: top; }
    th, thead td { background: var(--field); }
    td code { overflow-wrap: normal; }
    li { margin: 0.2rem 0; }
    .pages span { color: var(--soft); }
    summary { cursor: pointer; }
    .contents { margin-top: 1rem; }
    @media screen and (max-width: 44rem) {
      table:has(th:nth-child(4)) { min-width: 40rem; }
      th code { overflow-wrap: normal; }
    }
    @media print {
      body { max-width: none; padding: 0; font-size: 10pt; }
      nav, .contents { display: none; }
      .scroll { overflow: visible; }
      .scroll svg { max-width: 100%; height: auto; }
      h2, h3 { break-after: avoid; }
      tr { break-inside: avoid; }
      td code { overflow-wrap: anywhere; }
    }

    """
}
