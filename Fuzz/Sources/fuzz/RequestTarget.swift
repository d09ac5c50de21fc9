internal import Page

/// The requests of a browser to a page: the head of a request, its range, a choice and an answer.
enum RequestTarget {
  static func feed(_ input: UnsafeRawBufferPointer) -> Int32 {
    let bytes = Array(input)
    if let request = try? HTTPRequest(head: bytes) {
      precondition(request.path.hasPrefix("/"))
      precondition((0...HTTPRequest.longestBody).contains(request.bodyLength))
      _ = request.value("from")
      _ = request.cookie("shotflow")
      let session = PageSession(port: 4000)
      if case .granted = session.admit(request) {
        preconditionFailure("nothing is granted without the cookie")
      }
    }
    if let choice = try? Choice(bytes, limit: 3) {
      precondition(choice.members.hasPrefix("\"choose\":[") && !choice.members.contains("\n"))
    }
    if let answer = try? Choice(answer: bytes, of: 3) {
      precondition(["0", "1", "2"].map { "\"answer\":\($0)" }.contains(answer.members))
    }
    for size: Int64 in [0, 1, 1000] {
      guard case .part(let range) = ByteRange(String(decoding: bytes, as: UTF8.self), of: size)
      else { continue }
      precondition(range.lowerBound >= 0 && range.upperBound <= size && !range.isEmpty)
    }
    return 0
  }
}
