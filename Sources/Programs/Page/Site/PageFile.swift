internal import CPage

/// A file of the page itself, embedded in the program.
struct PageFile {
  private let bytes: [UInt8]
  private let type: String

  init?(_ name: String) {
    switch name {
    case "index.html": (bytes, type) = (Self.text(name), "text/html; charset=utf-8")
    case "icon.svg": (bytes, type) = (Self.text(name), "image/svg+xml")
    case "main.js": (bytes, type) = (PageScript.bytes, "text/javascript; charset=utf-8")
    case "page.css": (bytes, type) = (Self.style, "text/css; charset=utf-8")
    case "plain.css": (bytes, type) = (Self.text(name), "text/css; charset=utf-8")
    default: return nil
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

  private static let style = ["page", "picture", "grid", "albums", "question", "compare"]
    .flatMap { text("\($0).css") }

  /// The contents of all files by their names.
  static let contents: [String: [UInt8]] = {
    var contents: [String: [UInt8]] = [:]
    var file = cpage_files()
    while let each = file?.pointee, let name = each.name, let text = each.text {
      contents[String(cString: name)] = Array(String(cString: text).utf8)
      file = file?.successor()
    }
    return contents
  }()

  private static func text(_ name: String) -> [UInt8] { contents[name] ?? [] }
}
