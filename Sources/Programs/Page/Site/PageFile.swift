/// A file of the page itself, embedded in the program.
struct PageFile {
  private let bytes: [UInt8]
  private let type: String

  init?(_ name: String) {
    if name == "index.html" {
      (bytes, type) = (PackageResources.index_html, "text/html; charset=utf-8")
    } else if name == "icon.svg" {
      (bytes, type) = (PackageResources.icon_svg, "image/svg+xml")
    } else if name == "main.js" {
      (bytes, type) = (PageScript.bytes, "text/javascript; charset=utf-8")
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

  private static let styles = [
    "page.css": Array(
      [
        PackageResources.page_css, PackageResources.picture_css, PackageResources.grid_css,
        PackageResources.albums_css, PackageResources.question_css,
      ].joined()),
    "plain.css": PackageResources.plain_css,
  ]
}
