internal import Pipeline
internal import Platform

/// The state of a page: a library, the records of a run, a question, or a wait for the run.
package struct PageState {
  package enum Kind: String {
    case waiting, question, library, records
  }

  package let kind: Kind
  /// A notice on the previous question; empty for none.
  var notice = ""
  /// The greatest number of chosen assets, 0 for no limit; nil if nothing can be chosen.
  var limit: Int?
  /// The assets that are chosen at the start: positions of records, or identifiers of a library's
  /// assets.
  var selected: [String] = []
  /// The labels of the buttons; Escape chooses the last one of a question.
  var answers: [String] = []
  var question: PageQuestion?

  /// Returns the state of a page that waits for the run.
  package init(
    kind: Kind, notice: String = "", limit: Int? = nil, selected: [String] = [],
    answers: [String] = [], question: PageQuestion? = nil
  ) {
    self.kind = kind
    self.notice = notice
    self.limit = limit
    self.selected = selected
    self.answers = answers
    self.question = question
  }

  static func waiting(_ notice: String = "") -> PageState {
    PageState(kind: .waiting, notice: notice)
  }

  /// Returns the line for the program that serves the page.
  ///
  /// - Parameters:
  ///   - number: the number of the state, which differs for each one.
  ///   - time: the time to answer a question, in milliseconds; nil for no limit.
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

/// A question on a page: a title, facts below it, and an optional picture.
package struct PageQuestion {
  let title: String
  /// The facts, each with a label, which may be empty.
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
