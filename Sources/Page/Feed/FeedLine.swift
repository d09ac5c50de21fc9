internal import JSON

/// A line of an answer of the tool.
enum FeedLine: Sendable {
  /// A record of an asset or album, or a change of a fetch, as JSON.
  case record([UInt8])
  /// Why there is no record of an asset, in the record's place.
  case unreadable(String)
  /// The changes that came are whole.
  case token
  /// The page shows something else from now on.
  case scene(PageScene)
  case end(FeedEnd)
  /// Why there is no answer.
  case failed(String)

  enum Name {
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

  /// Reads a line; nil for one that says nothing here.
  static func read(_ bytes: [UInt8]) -> (Name, FeedLine)? {
    bytes.withUnsafeBytes { text in
      guard let element = try? JSONElement(checking: text, deepest: deepest),
        let id = element[first: "id"], let kind = element[first: "kind"]?.string
      else { return nil }
      guard let name = id.whole.map(Name.number) ?? id.string.map(Name.name) else { return nil }
      switch kind {
      case "asset", "album", "change": return (name, .record(bytes))
      case "token": return (name, .token)
      case "scene": return PageScene(element).map { (name, .scene($0)) }
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

/// The end of an answer.
struct FeedEnd: Hashable, Sendable {
  /// Another number for each state of the library.
  let state: Int64
  /// How many there are of what was asked for, of which the answer may have a part.
  let count: Int

  init(_ element: JSONElement) {
    state = element[first: "state"]?.whole ?? 0
    count = Int(element[first: "count"]?.whole ?? 0)
  }
}
