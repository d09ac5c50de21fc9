internal import JSON
internal import Pipeline

/// What a page shows at a time: a library, the records of a run, a question, or that it has to wait.
struct PageScene {
  enum Kind: String {
    case waiting, question, library, records
  }

  let kind: Kind
  /// What became of the question before; empty for nothing.
  var notice = ""
  /// How many assets may be chosen, 0 for no limit; nil where nothing is chosen.
  var limit: Int?
  /// Those that are chosen already: places of records, or identifiers of a library's assets.
  var selected: [String] = []
  /// The words of buttons; the last of a question is what Escape means.
  var answers: [String] = []
  var question: PageQuestion?

  /// The page waits for the run.
  static func waiting(_ notice: String = "") -> PageScene {
    PageScene(kind: .waiting, notice: notice)
  }

  /// A line for the program that serves the page.
  ///
  /// - Parameters:
  ///   - number: tells the scene apart from others.
  ///   - time: how long a question stays, in milliseconds; nil for as long as it takes.
  func line(_ number: Int, for time: Int64?) -> [UInt8] {
    var json = ByteBuffer()
    json.append("{")
    json.append(key: "id")
    json.append(string: "page")
    json.append(key: "kind")
    json.append(string: "scene")
    json.append(key: "number")
    json.append(Int64(number))
    json.append(key: "scene")
    json.append(string: kind.rawValue)
    json.append(key: "notice")
    json.append(string: notice)
    if let limit {
      json.append(key: "limit")
      json.append(Int64(limit))
    }
    json.append(key: "selected")
    Self.append(selected, to: &json)
    json.append(key: "answers")
    Self.append(answers, to: &json)
    if let time {
      json.append(key: "milliseconds")
      json.append(time)
    }
    question?.write(into: &json)
    json.append("}\n")
    return Array(json.bytes)
  }

  private static func append(_ texts: [String], to json: inout ByteBuffer) {
    json.append("[")
    for text in texts {
      json.separate(after: "[")
      json.append(string: text)
    }
    json.append("]")
  }
}

/// A question on a page: a title, facts below it, and perhaps a picture.
struct PageQuestion {
  let title: String
  /// Each with what it is, which may be empty.
  let facts: [(label: String, text: String)]
  var picture: OfferPicture?

  fileprivate func write(into json: inout ByteBuffer) {
    json.append(key: "title")
    json.append(string: title)
    json.append(key: "facts")
    json.append("[")
    for fact in facts {
      json.separate(after: "[")
      json.append("[")
      json.append(string: fact.label)
      json.append(",")
      json.append(string: fact.text)
      json.append("]")
    }
    json.append("]")
    guard let picture else { return }
    json.append(key: "width")
    json.append(Int64(picture.width))
    json.append(key: "height")
    json.append(Int64(picture.height))
    json.append(key: "pixels")
    picture.pixels.withUnsafeBytes { json.append(base64: $0) }
  }
}
