package import Platform

/// The content of a browser page: a library, the records of a run, a question, or a message to
/// wait. The tool sets it and the program that serves the page shows it.
package struct PageState: Sendable {
  /// The kinds of content: a message to wait, a question, a library, or the records of a run.
  package enum Kind: String, Sendable {
    case waiting, question, library, records
  }

  /// The number of the state, which grows with each new state.
  package var number: Int64 = 0
  package let kind: Kind
  /// A message about the previous question; empty for none.
  package var notice = ""
  /// The most assets that the user may choose, 0 for no limit; nil if none can be chosen.
  package var limit: Int?
  /// The assets chosen at the start, in order, as positions of records or identifiers.
  package var selected: [String] = []
  /// The labels of the buttons; the Escape key chooses the last one.
  package var answers: [String] = []
  /// The names of the stages that get what is chosen, each with its details; none if it is printed.
  package var acts: [(label: String, text: String)] = []
  package var question: Question?
  /// The time to answer the question, in milliseconds; nil for no limit.
  package var time: Int64?
  /// The moment from which ``time`` counts.
  package let start = ContinuousClock.now

  /// A question on a page: a title, facts below it, and an optional picture.
  package struct Question: Sendable {
    package let title: String
    /// The facts, each with a label, which may be empty.
    package let facts: [(label: String, text: String)]
    package let picture: Picture?
    /// A message for each answer after which the tool may end; none if the tool goes on.
    package let ends: [String]

    package init(
      title: String, facts: [(label: String, text: String)], picture: Picture? = nil,
      ends: [String] = []
    ) {
      (self.title, self.facts, self.picture, self.ends) = (title, facts, picture, ends)
    }
  }

  /// An image as rows of pixels from the top; bytes for red, green, blue and perhaps coverage.
  package struct Picture: Sendable {
    package let width: Int
    package let height: Int
    package let pixels: [UInt8]

    package init(width: Int, height: Int, pixels: [UInt8]) {
      (self.width, self.height, self.pixels) = (width, height, pixels)
    }
  }

  /// Creates a state; without arguments, a page without content.
  package init(
    kind: Kind = .waiting, notice: String = "", limit: Int? = nil, selected: [String] = [],
    answers: [String] = [], acts: [(label: String, text: String)] = [], question: Question? = nil
  ) {
    self.kind = kind
    self.notice = notice
    self.limit = limit
    self.selected = selected
    self.answers = answers
    self.acts = acts
    self.question = question
  }
}

// MARK: - The line between the two programs

extension PageState {
  /// Reads the state from a line of JSON; nil if the JSON is invalid.
  package init?(_ element: JSONElement) {
    guard let number = element[first: "number"]?.whole,
      let kind = element[first: "scene"]?.string.flatMap(Kind.init)
    else { return nil }
    self.number = number
    self.kind = kind
    notice = element[first: "notice"]?.string ?? ""
    limit = element[first: "limit"]?.whole.flatMap { Int(exactly: $0) }
    selected = element[first: "selected"]?.elements.compactMap(\.string) ?? []
    answers = element[first: "answers"]?.elements.compactMap(\.string) ?? []
    acts = Self.facts(element[first: "acts"])
    question = element[first: "title"]?.string.map { title in
      Question(
        title: title, facts: Self.facts(element[first: "facts"]), picture: Picture(element),
        ends: element[first: "ends"]?.elements.compactMap(\.string) ?? [])
    }
    time = element[first: "milliseconds"]?.whole
  }

  private static func facts(_ list: JSONElement?) -> [(label: String, text: String)] {
    let facts = list?.elements.map { fact in
      let texts = fact.elements.map { $0.string ?? "" }
      return (label: texts.first ?? "", text: texts.last ?? "")
    }
    return facts ?? []
  }

  /// The state as a line of JSON for the program that serves the page.
  package var line: [UInt8] {
    var json = ByteBuffer()
    json.append("{")
    json.append(key: "id")
    json.append(string: "page")
    json.append(key: "kind")
    json.append(string: "scene")
    json.append(key: "number")
    json.append(number)
    json.append(key: "scene")
    json.append(string: kind.rawValue)
    json.append(key: "notice")
    json.append(string: notice)
    if let limit {
      json.append(key: "limit")
      json.append(Int64(limit))
    }
    json.append(key: "selected")
    json.append(texts: selected)
    json.append(key: "answers")
    json.append(texts: answers)
    json.append(key: "acts")
    json.append(facts: acts)
    if let time {
      json.append(key: "milliseconds")
      json.append(time)
    }
    if let question {
      json.append(key: "title")
      json.append(string: question.title)
      json.append(key: "facts")
      json.append(facts: question.facts)
      json.append(key: "ends")
      json.append(texts: question.ends)
    }
    if let picture = question?.picture {
      json.append(key: "width")
      json.append(Int64(picture.width))
      json.append(key: "height")
      json.append(Int64(picture.height))
      json.append(key: "pixels")
      picture.pixels.withUnsafeBytes { json.append(base64: $0) }
    }
    json.append("}\n")
    return Array(json.bytes)
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
    self.init(width: width, height: height, pixels: pixels)
  }
}

extension ByteBuffer {
  package mutating func append(texts: [String]) {
    append("[")
    for text in texts {
      separate(after: "[")
      append(string: text)
    }
    append("]")
  }

  package mutating func append(facts: [(label: String, text: String)]) {
    append("[")
    for (label, text) in facts {
      separate(after: "[")
      append(texts: [label, text])
    }
    append("]")
  }
}
