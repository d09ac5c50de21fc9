internal import Assets
internal import Platform

/// The order of an album and the tests of its assets that a page asks for, in a request's members:
/// `order=name&text=sea&kind=video`. Unknown and wrong members are left out.
struct ListQuery: Hashable, Sendable {
  /// The orders of an album's assets: latest dates and largest sizes first, names ascending.
  enum Order: String, Sendable {
    case date, added, name, size

    var key: String {
      switch self {
      case .date: "-creationDate"
      case .added: "-addedDate"
      case .name: "filename"
      case .size: "-fileSize"
      }
    }
  }

  let order: Order?
  /// The arguments of each stage `filter`; several, as one stage can test a field only once.
  let filters: [[ArgumentMember]]

  private static let mostWords = 8

  init(_ request: RequestParameters) {
    order = request.value("order").flatMap(Order.init)
    let words = (request.text("text") ?? "").split(separator: " ").prefix(Self.mostWords)
    filters = [Self.tests(request)] + words.map { [Self.mention(of: String($0))] }
  }

  private static func tests(_ request: RequestParameters) -> [ArgumentMember] {
    func isOn(_ name: String) -> Bool { request.value(name) == "yes" }
    func number(_ name: String, _ range: ClosedRange<Int64>) -> Int64? {
      request.value(name).flatMap { Int64($0) }.flatMap { range.contains($0) ? $0 : nil }
    }
    var tests = [ArgumentMember("mediaType", kinds(request.value("kind")))]
    if isOn("screenshots") {
      tests.append(ArgumentMember("mediaSubtypes", .text("photoScreenshot")))
    }
    if isOn("favourites") { tests.append(ArgumentMember("isFavorite", .flag(true))) }
    if let stars = number("rating", 1...5) {
      tests.append(ArgumentMember("rating", call("at_least", .integer(stars))))
    }
    if let year = number("year", 1000...9999) {
      tests.append(ArgumentMember("creationDate", call("year", .integer(year))))
    }
    if let camera = request.text("camera"), !camera.isEmpty {
      tests.append(ArgumentMember("cameraModel", call("has", ignoringCase(camera))))
    }
    if isOn("located") { tests.append(ArgumentMember("location", call("present"))) }
    if isOn("damaged") { tests.append(ArgumentMember("damage", call("present"))) }
    return tests
  }

  private static func kinds(_ word: String?) -> ArgumentValue {
    switch word {
    case "photo": .text("image")
    case "video": .text("video")
    default: .list([.text("image"), .text("video")])
    }
  }

  /// Returns a test for a word in the file name, title, description, keywords or album paths. One that
  /// was written as a date, such as `2026-07`, has the words that were typed behind it, with no-break
  /// spaces before each: an album may have them as its title.
  private static func mention(of word: String) -> ArgumentMember {
    let parts = word.split(separator: "\u{A0}", maxSplits: 1)
      .map { String($0.replacing("\u{A0}", with: " ")) }
    let forms = parts.isEmpty ? [word] : parts
    let tests = forms.flatMap(mentions) + date(forms[0])
    return ArgumentMember("any", .list(tests.map { .table([$0]) }))
  }

  private static func mentions(of text: String) -> [ArgumentMember] {
    let texts = ["filename", "title", "description"].map { field in
      ArgumentMember(field, call("has", ignoringCase(text)))
    }
    // In lists, "has" finds whole members.
    let pattern = text.flatMap { "*?[\\".contains($0) ? "\\\($0)" : "\($0)" }
    let lists = ["keywords", "albumPaths"].map { field in
      ArgumentMember(field, call("like", ignoringCase("*\(String(pattern))*")))
    }
    return texts + lists
  }

  /// Returns the test of a year, month or day such as `2026`, `2026-07` and `2026-07-18`; none for any
  /// other word.
  private static func date(_ word: String) -> [ArgumentMember] {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    let isWritten = word.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (48...57).contains($0) }
    let numbers = parts.compactMap { Int64($0) }
    guard isWritten, [4, 2, 2].prefix(parts.count).elementsEqual(parts.map(\.utf8.count)),
      numbers[0] >= 1000,
      CivilDate(
        year: numbers[0], month: numbers.count > 1 ? numbers[1] : 1,
        day: numbers.count > 2 ? numbers[2] : 1) != nil
    else { return [] }
    let test =
      switch parts.count {
      case 1: call("year", .integer(numbers[0]))
      case 2: call("month", .text(word))
      case 3: call("on", .text(word))
      default: nil as ArgumentValue?
      }
    return test.map { [ArgumentMember("creationDate", $0)] } ?? []
  }

  private static func ignoringCase(_ text: String) -> ArgumentValue {
    call("ignoringCase", .text(text))
  }

  private static func call(_ word: String, _ arguments: ArgumentValue...) -> ArgumentValue {
    .test(TestCall(name: word, arguments: arguments, line: 0))
  }
}
