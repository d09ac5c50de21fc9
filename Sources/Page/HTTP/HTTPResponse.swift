internal import JSON
internal import Platform

/// An answer: a status, headers and a body.
package struct HTTPResponse: Sendable {
  /// What is sent behind the headers.
  package enum Body: Sendable {
    case bytes([UInt8])
    /// A part of a file.
    case file(ServedFile, Range<Int64>)
    /// Whatever comes, until the client or the server ends it.
    case events(@Sendable (HTTPConnection) -> Void)
  }

  package let status: HTTPStatus
  package var headers: [(name: String, value: String)]
  package let body: Body
  /// Is done once the answer was sent.
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

  /// What every answer forbids: other sites, frames, forms, plugins and guesses at types.
  private static let fixed = """
    Content-Security-Policy: default-src 'self'; img-src 'self' blob:; object-src 'none'; base-uri \
    'none'; form-action 'none'; frame-ancestors 'none'\r
    X-Content-Type-Options: nosniff\r
    Referrer-Policy: no-referrer\r
    Cross-Origin-Resource-Policy: same-origin\r
    Cross-Origin-Opener-Policy: same-origin\r
    Permissions-Policy: camera=(), microphone=(), geolocation=()\r

    """

  /// The status and the headers, with the empty line that ends them.
  ///
  /// - Parameter isLast: whether the connection ends behind it.
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

/// A file that was opened to be sent; closed with its last owner.
package final class ServedFile: Sendable {
  let descriptor: Int32
  let size: Int64

  /// - Returns: nil where the path is that of no plain file, or it can't be opened.
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

  /// Reads at a place, fewer bytes than wanted at the end; empty where it can't be read.
  func bytes(at place: Int64, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { target, used in
      used = max(0, pread(descriptor, target.baseAddress, count, off_t(place)))
    }
  }
}
