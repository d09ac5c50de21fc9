internal import Assets
internal import JSON

/// What a page shows at a time, as the tool says.
package struct PageScene: Sendable {
  package enum Kind: String, Sendable {
    /// There is nothing to do but to wait.
    case waiting
    case question
    /// A library, by its albums.
    case library
    /// The records of a run, as one list.
    case records
  }

  /// Tells it apart from others; grows.
  let number: Int64
  let kind: Kind
  /// What became of the question before; empty for nothing.
  let notice: String
  /// How many assets can be chosen, 0 for no limit; nil where nothing is chosen.
  let limit: Int?
  /// What is chosen already, in its order: places of records, or identifiers of a library's assets.
  let selected: [String]
  /// The words of buttons.
  let answers: [String]
  let question: Question?
  private let beginning = ContinuousClock.now

  struct Question: Sendable {
    let title: String
    /// Each a text and what it is, which may be empty.
    let facts: [(label: String, text: String)]
    /// How long it stays; nil for as long as it takes.
    let time: Duration?
    let picture: Picture?
  }

  /// Rows of pixels, with three or four bytes each.
  struct Picture: Sendable {
    let width: Int
    let height: Int
    let pixels: [UInt8]
  }

  /// The list that a run's records are, by the number of albums.
  static let records = 0

  /// Nothing yet.
  package init() {
    (number, kind, notice, limit, selected, answers) = (0, .waiting, "", nil, [], [])
    question = nil
  }

  /// Reads a scene; nil for what is none.
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

  /// How long a question stays yet; nil for as long as it takes.
  private var timeLeft: Duration? {
    question?.time.map { max(.zero, $0 - beginning.duration(to: .now)) }
  }

  /// Writes it as the page reads it.
  ///
  /// - Parameter names: what the page calls those that are chosen already.
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

extension PageScene.Question {
  fileprivate init(title: String, _ element: JSONElement) {
    self.title = title
    facts =
      element[first: "facts"]?.elements.map { fact in
        let texts = fact.elements.map { $0.string ?? "" }
        return (texts.first ?? "", texts.last ?? "")
      } ?? []
    time = element[first: "milliseconds"]?.whole.map { .milliseconds($0) }
    picture = PageScene.Picture(element)
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

extension PageScene.Picture {
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
