/// A file of the page itself, which the program holds.
struct PageFile {
  private let bytes: [UInt8]
  private let type: String

  /// - Returns: nil for a name that no file has.
  init?(_ name: String) {
    switch name {
    case "index.html": (bytes, type) = (PackageResources.index_html, "text/html; charset=utf-8")
    case "page.css": (bytes, type) = (PackageResources.page_css, Self.style)
    case "question.css": (bytes, type) = (PackageResources.question_css, Self.style)
    case "plain.css": (bytes, type) = (PackageResources.plain_css, Self.style)
    case "icon.svg": (bytes, type) = (PackageResources.icon_svg, "image/svg+xml")
    case "page.js": (bytes, type) = (PackageResources.page_js, Self.script)
    case "main.js": (bytes, type) = (PackageResources.main_js, Self.script)
    case "messages.js": (bytes, type) = (PackageResources.messages_js, Self.script)
    case "question.js": (bytes, type) = (PackageResources.question_js, Self.script)
    case "feed.js": (bytes, type) = (PackageResources.feed_js, Self.script)
    case "grid.js": (bytes, type) = (PackageResources.grid_js, Self.script)
    case "scroller.js": (bytes, type) = (PackageResources.scroller_js, Self.script)
    case "thumbnails.js": (bytes, type) = (PackageResources.thumbnails_js, Self.script)
    case "preview.js": (bytes, type) = (PackageResources.preview_js, Self.script)
    case "pane.js": (bytes, type) = (PackageResources.pane_js, Self.script)
    case "albums.js": (bytes, type) = (PackageResources.albums_js, Self.script)
    case "selection.js": (bytes, type) = (PackageResources.selection_js, Self.script)
    default: return nil
    }
  }

  private static let style = "text/css; charset=utf-8"
  private static let script = "text/javascript; charset=utf-8"

  var response: HTTPResponse {
    HTTPResponse(.okay, type: type, headers: [("Cache-Control", "no-cache")], .bytes(bytes))
  }
}
