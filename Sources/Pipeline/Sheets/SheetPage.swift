internal import Decoding
internal import Platform

/// One page of a contact sheet, as HTML without scripts and external resources, in the browser's
/// colours for light and dark mode.
struct SheetPage {
  let title: String
  let number: Int
  /// The greatest length of a picture's longer side, in pixels.
  let side: Int32
  private var figures = ""
  private(set) var count = 0

  init(title: String, number: Int, side: Int32) {
    self.title = title
    self.number = number
    self.side = side
  }

  /// The line that every page of a sheet contains, by which sheets are recognised.
  static let mark = "<meta name=\"generator\" content=\"shotflow sheet\">"

  static func name(_ number: Int) -> String { number == 1 ? "index.html" : "page-\(number).html" }

  /// Adds a picture; `path` is relative to the page, of letters, digits and slashes; `alternative`
  /// is its alternative text.
  mutating func add(picture path: String, _ size: PictureSize, alternative: String, caption: String)
  {
    let picture =
      "<img src=\"\(path)\" width=\"\(size.width)\" height=\"\(size.height)\""
      + " alt=\"\(HTMLText.escaped(alternative))\" loading=\"lazy\" decoding=\"async\">"
    add(picture, caption)
  }

  mutating func add(missing reason: String, caption: String) {
    add("<p class=\"missing\" dir=\"auto\">\(HTMLText.escaped(reason))</p>", caption)
  }

  private mutating func add(_ content: String, _ caption: String) {
    count += 1
    let caption =
      caption.isEmpty
      ? "" : "<figcaption dir=\"auto\">\(HTMLText.escaped(caption))</figcaption>"
    figures += "<figure>\(content)\(caption)</figure>\n"
  }

  /// Returns the page, with a link to the next one unless `isLast`.
  func html(isLast: Bool) -> String {
    let title = HTMLText.escaped(self.title)
    let page = number == 1 && isLast ? "" : ", page \(number)"
    let links = links(isLast: isLast)
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      \(Self.mark)
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(title)\(page)</title>
      <style>
      \(style)
      </style>
      </head>
      <body>
      <h1 dir="auto">\(title)</h1>
      \(links)<main>
      \(figures)</main>
      \(links)</body>
      </html>

      """
  }

  private func links(isLast: Bool) -> String {
    if number == 1, isLast { return "" }
    var links: [String] = []
    if number > 1 {
      links.append("<a href=\"\(Self.name(number - 1))\" rel=\"prev\">Previous page</a>")
    }
    links.append("<span aria-current=\"page\">Page \(number)</span>")
    if !isLast {
      links.append("<a href=\"\(Self.name(number + 1))\" rel=\"next\">Next page</a>")
    }
    return "<nav aria-label=\"Pages\">\(links.joined(separator: " "))</nav>\n"
  }

  private var style: String {
    """
    :root { color-scheme: light dark; }
    body { margin: 1.5rem; background: Canvas; color: CanvasText; font-family: system-ui, sans-serif; }
    h1 { font-size: 1.4rem; overflow-wrap: anywhere; }
    nav { margin: 1rem 0; }
    nav > * { margin-right: 1rem; }
    main { display: grid; gap: 1rem; align-items: end;
      grid-template-columns: repeat(auto-fill, minmax(min(100%, \(side)px), 1fr)); }
    figure { margin: 0; break-inside: avoid; text-align: center; }
    img { max-width: 100%; height: auto; }
    figcaption { margin-top: 0.3rem; font-size: 0.85rem; overflow-wrap: anywhere; }
    .missing { margin: 0; padding: 1rem; border: 1px dashed; overflow-wrap: anywhere; }
    """
  }
}
