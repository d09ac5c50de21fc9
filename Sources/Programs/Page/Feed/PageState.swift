internal import Assets
internal import Platform

/// The state of a page: the content that it shows, as the tool determines it.
package struct PageState: Sendable {
  /// The kind of content.
  package enum Kind: String, Sendable {
    /// A page without content yet.
    case waiting
    case question
    /// A library's albums.
    case library
    /// A run's records, as one list.
    case records
  }

  /// The number of the state, which grows with each one.
  let number: Int64
  let kind: Kind
  /// A notice on the previous question; empty for none.
  let notice: String
  /// The greatest number of chosen assets, 0 for no limit; nil if nothing can be chosen.
  let limit: Int?
  /// The initially chosen assets, in order: positions of records, or identifiers in a library.
  let selected: [String]
  /// The labels of the buttons.
  let answers: [String]
  let question: Question?
  private let beginning = ContinuousClock.now

  struct Question: Sendable {
    let title: String
    /// The facts, each with a label, which may be empty.
    let facts: [(label: String, text: String)]
    /// The time to answer; nil for no limit.
    let time: Duration?
    let picture: Picture?
  }

  /// The rows of pixels, with three or four bytes each.
  struct Picture: Sendable {
    let width: Int
    let height: Int
    let pixels: [UInt8]
  }

  /// The number of the album that lists a run's records.
  static let records = 0

  /// Creates the state of a page without content.
  package init() {
    (number, kind, notice, limit, selected, answers) = (0, .waiting, "", nil, [], [])
    question = nil
  }

  /// Reads a state; nil if the JSON is invalid.
  init?(_ element: JSONElement) {
    guard let number = element[first: "number"]?.whole,
      let kind = element[first: "scene"]?.string.flatMap(Kind.init)
    else { return nil }
    self.number = number
    self.kind = kind
    notice = element[first: "notice"]?.string ?? ""
    limit = element[first: "limit"]?.whole.flatMap { Int(exactly: $0) }
    selected = element[first: "selected"]?.elements.compactMap(\.string) ?? []
    answers = element[first: "answers"]?.elements.compactMap(\.string) ?? []
    question = element[first: "title"]?.string.map { Question(title: $0, element) }
  }

  /// The time that is left to answer; nil for no limit.
  private var timeLeft: Duration? {
    question?.time.map { max(.zero, $0 - beginning.duration(to: .now)) }
  }

  /// Writes the state as the page reads it.
  ///
  /// - Parameter title: the title of the page, unless a question has its own.
  func write(titled title: String, selected names: [String], into json: inout ByteBuffer) {
    json.append("{")
    json.append(key: "scene")
    json.append(number)
    json.append(key: "kind")
    json.append(string: kind.rawValue)
    json.append(key: "title")
    json.append(string: HTMLText.spelledOut(question?.title ?? title))
    json.append(key: "notice")
    json.append(string: HTMLText.spelledOut(notice))
    if let limit {
      json.append(key: "limit")
      json.append(Int64(limit))
      json.append(key: "selected")
      Self.append(names, to: &json)
    }
    json.append(key: "answers")
    Self.append(answers, to: &json)
    if let timeLeft {
      json.append(key: "milliseconds")
      json.append(Int64(timeLeft / .milliseconds(1)))
    }
    question?.write(into: &json)
    json.append("}")
  }

  private static func append(_ texts: [String], to json: inout ByteBuffer) {
    json.append("[")
    for text in texts {
      json.separate(after: "[")
      json.append(string: HTMLText.spelledOut(text))
    }
    json.append("]")
  }
}

extension PageState.Question {
  fileprivate init(title: String, _ element: JSONElement) {
    self.title = title
    facts =
      element[first: "facts"]?.elements.map { fact in
        let texts = fact.elements.map { $0.string ?? "" }
        return (texts.first ?? "", texts.last ?? "")
      } ?? []
    time = element[first: "milliseconds"]?.whole.map { .milliseconds($0) }
    picture = PageState.Picture(element)
  }

  fileprivate func write(into json: inout ByteBuffer) {
    json.append(key: "facts")
    json.append("[")
    for (label, text) in facts {
      json.separate(after: "[")
      json.append("[")
      json.append(string: HTMLText.spelledOut(label))
      json.append(",")
      json.append(string: HTMLText.spelledOut(text))
      json.append("]")
    }
    json.append("]")
    guard let picture else { return }
    json.append(key: "width")
    json.append(Int64(picture.width))
    json.append(key: "height")
    json.append(Int64(picture.height))
  }
}

extension PageState.Picture {
  fileprivate init?(_ element: JSONElement) {
    guard let width = element[first: "width"]?.whole.flatMap({ Int(exactly: $0) }),
      let height = element[first: "height"]?.whole.flatMap({ Int(exactly: $0) }),
      (1...8192).contains(width), (1...8192).contains(height),
      let pixels = element[first: "pixels"].flatMap({ Base64.decode($0.bytes) }),
      [3, 4].contains(pixels.count / (width * height)),
      pixels.count % (width * height) == 0
    else { return nil }
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }
}
