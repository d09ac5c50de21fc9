internal import Assets
internal import Platform

extension PageState {
  /// The number of the album that lists a run's records.
  static let records = 0

  /// Writes the state as a JSON object: with the title, unless a question has its own, and the
  /// keys or positions of the assets `selected` at the start. `run` identifies this run.
  func write(
    titled title: String, selected names: [String], run: String,
    into json: inout ByteBuffer
  ) {
    json.append("{")
    json.append(key: "run")
    json.append(string: run)
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
      json.append(texts: names.map(HTMLText.spelledOut))
    }
    json.append(key: "answers")
    json.append(texts: answers.map(HTMLText.spelledOut))
    if !acts.isEmpty {
      json.append(key: "acts")
      json.append(facts: Self.spelledOut(acts))
    }
    if let time, question != nil {
      json.append(key: "time")
      json.append(Int64(time))
      json.append(key: "milliseconds")
      let left = max(.zero, .milliseconds(time) - start.duration(to: .now))
      json.append(Int64(left / .milliseconds(1)))
    }
    if let question {
      json.append(key: "facts")
      json.append(facts: Self.spelledOut(question.facts))
      json.append(key: "ends")
      json.append(texts: question.ends.map(HTMLText.spelledOut))
    }
    if let picture = question?.picture {
      json.append(key: "width")
      json.append(Int64(picture.width))
      json.append(key: "height")
      json.append(Int64(picture.height))
    }
    json.append("}")
  }

  private static func spelledOut(
    _ facts: [(label: String, text: String)]
  ) -> [(label: String, text: String)] {
    facts.map { (HTMLText.spelledOut($0.label), HTMLText.spelledOut($0.text)) }
  }
}
