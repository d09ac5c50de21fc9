internal import Assets
internal import Platform

extension Site {
  /// The number of assets that are read at both ends and in the middle of a period.
  private static let mostSampled = 4

  /// Returns the days and the place of the assets of a fetch from the request's `first` on, of which
  /// there are `count`, as `{"days":["2023-07-15"],"place":"Gdansk"}`. The days are those of the
  /// first and last assets and some between them.
  func period(
    _ fetch: String, _ request: HTTPRequest, for client: HTTPConnection
  ) throws(FeedProblem) -> HTTPResponse {
    let first = Self.place("first", in: request)
    let last = first + max(1, Self.place("count", in: request))
    let middle = (first + last - Self.mostSampled) / 2
    let isShort = last - first <= 3 * Self.mostSampled
    let starts = isShort ? [first] : [first, middle, last - Self.mostSampled]
    let length = isShort ? last - first : Self.mostSampled
    var summary = PeriodSummary()
    for start in starts {
      let answer = try FeedAnswer.of(
        fetch + "\"descriptive\":true,\"range\":[\(start),\(start + length)]", from: feed,
        for: client)
      for case .record(let bytes) in answer.lines {
        bytes.withUnsafeBytes { text in
          if let element = try? JSONElement(checking: text, deepest: FeedLine.deepest) {
            summary.add(element)
          }
        }
      }
    }
    var json = ByteBuffer()
    json.append("{")
    json.append(key: "days")
    json.append(texts: summary.days)
    if let place = summary.place {
      json.append(key: "place")
      json.append(string: HTMLText.spelledOut(place))
    }
    json.append("}")
    return HTTPResponse(json: json)
  }
}
