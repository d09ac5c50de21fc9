internal import Assets
internal import Platform

extension Site {
  /// The number of assets at the start of an album whose cameras a search offers. The files of
  /// each are read.
  private static let mostRead = 48

  /// Returns a JSON list of the camera models of the fetch's first assets, each once, in order.
  func cameras(_ fetch: String, for client: HTTPConnection) throws(FeedProblem) -> HTTPResponse {
    let answer = try FeedAnswer.of(
      fetch + "\"load\":{\"metadata\":true},\"range\":[0,\(Self.mostRead)]", from: feed,
      for: client)
    var models: [String] = []
    for case .record(let bytes) in answer.lines {
      let model = bytes.withUnsafeBytes { text in
        (try? JSONElement(checking: text, deepest: FeedLine.deepest))?[first: "cameraModel"]?.string
      }
      if let model, !model.isEmpty, !models.contains(model) { models.append(model) }
    }
    var json = ByteBuffer()
    json.append(texts: models.map(HTMLText.spelledOut))
    return HTTPResponse(json: json)
  }
}
