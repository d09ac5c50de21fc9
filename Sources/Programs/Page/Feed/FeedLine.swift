internal import Assets
internal import Platform

/// A line of the tool's answer.
enum FeedLine: Sendable {
  /// A record of an asset or album, or a change of a fetch, as JSON.
  case record([UInt8])
  /// The reason why an asset has no record, in the record's place.
  case unreadable(String)
  /// The end of a set of changes.
  case token
  case pageState(PageState)
  case end(FeedEnd)
  /// The reason why a request failed.
  case failed(String)

  enum Identifier {
    case number(Int64)
    case name(String)
  }

  var isLast: Bool {
    switch self {
    case .end, .failed: true
    default: false
    }
  }

  static let deepest = 64

  /// Reads a line and its request's `id`; nil if the line is invalid or of an unknown kind.
  static func read(_ bytes: [UInt8]) -> (Identifier, FeedLine)? {
    bytes.withUnsafeBytes { text in
      guard let element = try? JSONElement(checking: text, deepest: deepest),
        let id = element[first: "id"], let kind = element[first: "kind"]?.string
      else { return nil }
      guard let name = id.whole.map(Identifier.number) ?? id.string.map(Identifier.name) else {
        return nil
      }
      switch kind {
      case "asset", "album", "change": return (name, .record(bytes))
      case "token": return (name, .token)
      case "scene": return PageState(element).map { (name, .pageState($0)) }
      case "result": return (name, .end(FeedEnd(element)))
      case "error":
        let message = element[first: "message"]?.string ?? ""
        let isOfAsset = element[first: "index"] != nil || element[first: "localIdentifier"] != nil
        return (name, isOfAsset ? .unreadable(message) : .failed(message))
      default: return nil
      }
    }
  }
}

/// The last line of an answer, a record of the kind `result`.
struct FeedEnd: Hashable, Sendable {
  /// A number that changes when the library does; 0 in answers that have none.
  let state: Int64
  /// The number of all results, of which a request may have asked for a part.
  let count: Int
  /// The position, from 0, of the asset whose position was requested; nil if it was not found.
  let place: Int?
  /// The assets' periods, as `[["2026-11",12]]`; nil if not requested, or if the assets have none.
  let periods: String?

  init(_ element: JSONElement) {
    state = element[first: "state"]?.whole ?? 0
    count = Int(element[first: "count"]?.whole ?? 0)
    place = element[first: "index"]?.whole.map { Int($0) }
    periods = element[first: "periods"].map { String(decoding: $0.bytes, as: UTF8.self) }
  }
}
