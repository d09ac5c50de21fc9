internal import Platform

/// A response: a status, headers and a body.
package struct HTTPResponse: Sendable {
  /// The content after the headers.
  package enum Body: Sendable {
    case bytes([UInt8])
    /// The bytes of a file in a range of offsets.
    case file(ServedFile, Range<Int64>)
    /// A function that sends events until the client or the server ends the stream.
    case events(@Sendable (HTTPConnection) -> Void)
  }

  /// The status of the response.
  package let status: HTTPStatus
  /// The headers, besides those of every response.
  package var headers: [(name: String, value: String)]
  /// The content after the headers.
  package let body: Body
  /// The function to call after the response was sent; nil for none.
  package var afterwards: (@Sendable () -> Void)?

  package init(
    _ status: HTTPStatus, type: String? = nil, headers: [(name: String, value: String)] = [],
    _ body: Body = .bytes([])
  ) {
    self.status = status
    self.headers = headers + (type.map { [("Content-Type", $0)] } ?? [])
    self.body = body
  }

  package init(_ status: HTTPStatus, text: String) {
    self.init(status, type: "text/plain; charset=utf-8", .bytes(Array("\(text)\n".utf8)))
  }

  package init(_ problem: HTTPProblem) {
    self.init(problem.status, text: problem.reason)
    if problem.status == .wrongMethod { headers.append(("Allow", "GET")) }
  }

  init(json: borrowing ByteBuffer) {
    self.init(.okay, type: "application/json", .bytes(Array(json.bytes)))
  }

  /// The headers that forbid other sites, frames, forms, plugins and type sniffing.
  private static let fixed = """
    Content-Security-Policy: default-src 'self'; img-src 'self' blob:; object-src 'none'; base-uri \
    'none'; form-action 'none'; frame-ancestors 'none'\r
    X-Content-Type-Options: nosniff\r
    Referrer-Policy: no-referrer\r
    Cross-Origin-Resource-Policy: same-origin\r
    Cross-Origin-Opener-Policy: same-origin\r
    Permissions-Policy: camera=(), microphone=(), geolocation=()\r

    """

  /// Returns the status line, the headers and an empty line; `isLast` adds `Connection: close`.
  func head(isLast: Bool) -> [UInt8] {
    var text = "HTTP/1.1 \(status.rawValue) \(status.phrase)\r\n" + Self.fixed
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    if !headers.contains(where: { $0.name == "Cache-Control" }) {
      text += "Cache-Control: no-store\r\n"
    }
    switch body {
    case .bytes(let bytes):
      if status != .notModified { text += "Content-Length: \(bytes.count)\r\n" }
    case .file(_, let range): text += "Content-Length: \(range.count)\r\n"
    case .events: break
    }
    text += isLast ? "Connection: close\r\n\r\n" : "\r\n"
    return Array(text.utf8)
  }
}

/// An open file to send, closed with its last owner.
package final class ServedFile: Sendable {
  let descriptor: Int32
  let size: Int64

  /// Opens a file; nil if that fails, or it is not a regular file.
  init?(path: [UInt8]) {
    let opened = (path + [0]).withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { name in
        name.baseAddress.map { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW) } ?? -1
      }
    }
    guard opened >= 0 else { return nil }
    var facts = stat()
    guard fstat(opened, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      close(opened)
      return nil
    }
    descriptor = opened
    size = Int64(facts.st_size)
  }

  deinit { close(descriptor) }

  /// Reads bytes at an offset; fewer than `count` at the end of the file, and none if that fails.
  func bytes(at place: Int64, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { target, used in
      used = max(0, pread(descriptor, target.baseAddress, count, off_t(place)))
    }
  }
}

/// The requested part of a file, as video players request it.
package enum ByteRange: Hashable {
  case whole
  case part(Range<Int64>)
  /// A range without any byte of the file, which is answered with status 416.
  case none

  /// Parses a header such as `bytes=0-1023`, `bytes=1024-` or `bytes=-512`. No header, several
  /// ranges and malformed values mean the whole file, as HTTP allows; `size` is its size in bytes.
  package init(_ header: String?, of size: Int64) {
    self = .whole
    guard let header, header.hasPrefix("bytes=") else { return }
    let parts = header.dropFirst("bytes=".count).split(
      separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2,
      parts.allSatisfy({ part in part.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else {
      return
    }
    let (first, last) = (Int64(parts[0]), Int64(parts[1]))
    switch (first, last) {
    case (let first?, let last?) where first <= last && first < size:
      self = .part(first..<min(last, size - 1) + 1)
    case (let first?, nil) where parts[1].isEmpty && first < size: self = .part(first..<size)
    case (nil, let count?) where parts[0].isEmpty && count > 0 && size > 0:
      self = .part(max(0, size - count)..<size)
    case (nil, nil): break
    default: self = .none
    }
  }
}
