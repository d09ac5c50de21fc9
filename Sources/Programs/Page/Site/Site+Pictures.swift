internal import Platform

extension Site {
  /// Returns a picture, the movie or the original of an asset; `words` are `pictures`, an album, a
  /// position, a version (`-` for any) and a size or `moving`, `original` or `download`. Nil for an
  /// unknown album, position or size.
  func picture(
    _ words: [String], _ request: HTTPRequest, for client: HTTPConnection
  ) throws(FeedProblem) -> HTTPResponse? {
    guard let fetch = fetch(words[1], request.parameters), let index = Int(words[2]),
      (0..<1 << 40).contains(index)
    else { return nil }
    let size = PictureSize(rawValue: words[4])
    guard size != nil || ["moving", "original", "download"].contains(words[4]) else { return nil }
    // The address contains the version, so a cached picture is still right.
    if words[3] != "-", request.headers["if-none-match"] == Self.tag(words[3], words[4]) {
      return HTTPResponse(.notModified, headers: Self.caching(words[3], words[4], isKept: true))
    }
    let line: FeedLine?
    if let size {
      line = try scheduler.outcome(
        ThumbnailScheduler.ThumbnailRequest(fetch: fetch, index: index, size: size), for: client)
    } else {
      line = try FeedAnswer.of(
        fetch + "\"range\":[\(index),\(index + 1)]", from: feed, for: client
      ).lines.first
    }
    switch line {
    case .record(let bytes)?: return answer(bytes, words, request)
    case .unreadable(let reason)?: return HTTPResponse(.unreadable, text: PublicReason.of(reason))
    default: return HTTPResponse(.gone, text: "the album has no such place any more")
    }
  }

  private func answer(
    _ record: [UInt8], _ words: [String], _ request: HTTPRequest
  ) -> HTTPResponse {
    record.withUnsafeBytes { text in
      guard let element = try? JSONElement(checking: text, deepest: FeedLine.deepest) else {
        return HTTPResponse(.unreadable, text: "the record can't be read")
      }
      let asset = PageAsset(element)
      guard words[3] == "-" || words[3] == asset.version else {
        return HTTPResponse(.gone, text: "another picture is at this place now")
      }
      guard let (path, type) = asset.file(words[4]), let file = ServedFile(path: path)
      else { return HTTPResponse(.unreadable, text: "the file can't be opened") }
      var caching = Self.caching(asset.version, words[4], isKept: words[3] != "-")
      if words[4] == "download" { caching.append(Self.saving(as: asset.downloadName)) }
      return Self.answer(file, type, caching, request)
    }
  }

  private static func answer(
    _ file: ServedFile, _ type: String, _ caching: [(name: String, value: String)],
    _ request: HTTPRequest
  ) -> HTTPResponse {
    let headers = caching + [("Accept-Ranges", "bytes")]
    switch ByteRange(request.headers["range"], of: file.size) {
    case .whole:
      return HTTPResponse(.okay, type: type, headers: headers, .file(file, 0..<file.size))
    case .part(let range):
      let place = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.size)"
      return HTTPResponse(
        .partialContent, type: type, headers: headers + [("Content-Range", place)],
        .file(file, range))
    case .none:
      return HTTPResponse(
        .wrongRange, headers: [("Content-Range", "bytes */\(file.size)")])
    }
  }

  /// Returns the header that makes a browser save a file as `name`.
  private static func saving(as name: String) -> (name: String, value: String) {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._".utf8)
    let encoded = name.utf8.map { byte in
      if plain.contains(byte) { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count == 1 ? "%0\(digits)" : "%\(digits)"
    }
    return ("Content-Disposition", "attachment; filename*=UTF-8''\(encoded.joined())")
  }

  private static func tag(_ version: String, _ size: String) -> String { "\"\(version)-\(size)\"" }

  private static func caching(
    _ version: String, _ size: String, isKept: Bool
  ) -> [(name: String, value: String)] {
    [
      ("ETag", tag(version, size)),
      ("Cache-Control", isKept ? "private, max-age=31536000, immutable" : "private, no-cache"),
    ]
  }
}
