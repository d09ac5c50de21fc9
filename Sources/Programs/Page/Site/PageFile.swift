/// A file of the page itself, embedded in the program.
struct PageFile {
  private let bytes: [UInt8]
  private let type: String

  init?(_ name: String) {
    if name == "index.html" {
      (bytes, type) = (Self.index, "text/html; charset=utf-8")
    } else if name == "icon.svg" {
      (bytes, type) = (PackageResources.icon_svg, "image/svg+xml")
    } else if let script = Self.scripts[name] {
      (bytes, type) = (script, "text/javascript; charset=utf-8")
    } else if let style = Self.styles[name] {
      (bytes, type) = (style, "text/css; charset=utf-8")
    } else {
      return nil
    }
  }

  /// Returns the file, or status 304 if `If-None-Match` shows that the browser has this content.
  func response(to request: HTTPRequest) -> HTTPResponse {
    let tag = "\"\(String(Self.digest(bytes), radix: 36))\""
    let headers = [("Cache-Control", "no-cache"), ("ETag", tag)]
    if request.headers["if-none-match"] == tag {
      return HTTPResponse(.notModified, headers: headers)
    }
    return HTTPResponse(.okay, type: type, headers: headers, .bytes(bytes))
  }

  /// Returns a digest (FNV-1a) that tells versions of a file apart, not forgeries.
  private static func digest(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// The page's HTML with links to all scripts, so that a browser requests them at once.
  private static let index: [UInt8] = {
    let links = scripts.keys.sorted().map { "<link rel=\"modulepreload\" href=\"/\($0)\">" }
    let parts = String(decoding: PackageResources.index_html, as: UTF8.self)
      .split(separator: "</head>", maxSplits: 1)
    return Array(parts.joined(separator: links.joined(separator: "\n") + "\n</head>").utf8)
  }()

  private static let styles = [
    "albums.css": PackageResources.albums_css,
    "grid.css": PackageResources.grid_css,
    "page.css": PackageResources.page_css,
    "picture.css": PackageResources.picture_css,
    "plain.css": PackageResources.plain_css,
    "question.css": PackageResources.question_css,
  ]

  private static let scripts = [
    "address.js": PackageResources.address_js,
    "album.js": PackageResources.album_js,
    "albums.js": PackageResources.albums_js,
    "answers.js": PackageResources.answers_js,
    "changes.js": PackageResources.changes_js,
    "chips.js": PackageResources.chips_js,
    "chooser.js": PackageResources.chooser_js,
    "english.js": PackageResources.english_js,
    "events.js": PackageResources.events_js,
    "feed.js": PackageResources.feed_js,
    "finder.js": PackageResources.finder_js,
    "german.js": PackageResources.german_js,
    "grid.js": PackageResources.grid_js,
    "headings.js": PackageResources.headings_js,
    "info.js": PackageResources.info_js,
    "keys.js": PackageResources.keys_js,
    "layout.js": PackageResources.layout_js,
    "list.js": PackageResources.list_js,
    "loading.js": PackageResources.loading_js,
    "main.js": PackageResources.main_js,
    "messages.js": PackageResources.messages_js,
    "page.js": PackageResources.page_js,
    "pane.js": PackageResources.pane_js,
    "periods.js": PackageResources.periods_js,
    "picker.js": PackageResources.picker_js,
    "pictures.js": PackageResources.pictures_js,
    "player.js": PackageResources.player_js,
    "preview.js": PackageResources.preview_js,
    "query.js": PackageResources.query_js,
    "question.js": PackageResources.question_js,
    "ranges.js": PackageResources.ranges_js,
    "scroller.js": PackageResources.scroller_js,
    "scrubber.js": PackageResources.scrubber_js,
    "selection.js": PackageResources.selection_js,
    "sight.js": PackageResources.sight_js,
    "state.js": PackageResources.state_js,
    "strip.js": PackageResources.strip_js,
    "texts.js": PackageResources.texts_js,
    "viewer.js": PackageResources.viewer_js,
    "zoom.js": PackageResources.zoom_js,
  ]
}
