internal import Pipeline
internal import Sessions

/// The value of a field's option, as a rule would write it.
///
/// | typed | means |
/// | --- | --- |
/// | `1000..`, `..2000`, `1000..2000`, `>=1000` | at least, at most, between |
/// | `1MB..`, `'>1.5GB'`, `64KiB` | the same for sizes in bytes |
/// | `2024`, `2024-12`, `2024-12-31`, `today`, `30s` | in that year, month, on that day, within |
/// | `>pixelWidth`, `..pixel-width` | the same with another field |
/// | `IMG_*`, `~sun`, `=*` | like, has, exactly this text |
/// | `img_*` | like, in capitals or small letters, since the text has no capitals |
/// | `present`, `absent` | known at all, not known |
/// | `!` in front of any | none of these |
struct FindValue {
  let argument: ArgumentValue
  /// True if matching assets are left out.
  let isExcluded: Bool

  /// Errors that a rule's checks report are left to them.
  ///
  /// - Parameters:
  ///   - isCaseSensitive: True if small letters don't match capitals.
  ///   - key: Returns a field's name in rules for that of its option; another text as it is.
  init(
    _ text: String, for field: DescribedField, isCaseSensitive: Bool, key: (String) -> String
  ) {
    isExcluded = text.hasPrefix("!")
    let text = isExcluded ? String(text.dropFirst()) : text
    if text == "present" || text == "absent" {
      argument = .test(TestCall(name: text, arguments: [], line: 0))
      return
    }
    argument =
      switch field.type {
      case .flag: Self.truth(text)
      case .integer, .number, .date:
        Self.ordered(
          text, field.type, isSize: field.name == Field.fileSize.name, key: key)
      case .location: Self.place(text)
      case .value where Double(text)?.isFinite == true: Self.number(text)
      case .text, .texts, .value:
        Self.written(text, of: field, ignoresCase: field.mayIgnoreCase && !isCaseSensitive)
      case .object: .text(text)
      }
  }

  /// Returns the test `word`, whose arguments commas separate in the text: `54.36,18.64,5km`.
  static func call(_ word: String, _ text: String, of type: FieldType) -> ArgumentValue {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let arguments: [ArgumentValue] =
      switch (type, word) {
      case (.date, "before"): [.text(FindDate(text)?.first ?? text)]
      case (.date, "after"): [.text(FindDate(text)?.last ?? text)]
      case (.date, _): [.text(days(inYears: text) ?? text)]
      default: parts.map { number($0.trimmingSpaces()) }
      }
    return .test(TestCall(name: word, arguments: arguments, line: 0))
  }

  /// Returns `365d` for `1y`; nil for a text that is no number of years.
  private static func days(inYears text: String) -> String? {
    guard text.hasSuffix("y"), let years = Int64(text.dropLast()), (1...9999).contains(years) else {
      return nil
    }
    return "\(years * 365)d"
  }

  /// Returns a number if the text is one, else the text.
  static func number(_ text: String) -> ArgumentValue {
    if let whole = Int64(text) { return .integer(whole) }
    if let number = Double(text), number.isFinite { return .number(number) }
    return .text(text)
  }

  /// Returns the bytes that a text such as `1.5MB` means; any other text as ``number(_:)`` does.
  private static func size(_ text: String) -> ArgumentValue {
    let letters = text.drop { $0.isNumber || $0 == "." }
    let units = ["": 1, "k": 1e3, "m": 1e6, "g": 1e9, "t": 1e12]
    let binary = ["ki": 1024, "mi": 1_048_576, "gi": 1_073_741_824, "ti": 1_099_511_627_776.0]
    var unit = letters.lowercased().drop { $0 == " " }
    if unit.last == "b" { unit.removeLast() }
    guard !letters.isEmpty, let amount = Double(text.dropLast(letters.count)),
      let factor = units[String(unit)] ?? binary[String(unit)],
      let bytes = Int64(exactly: (amount * factor).rounded())
    else { return number(text) }
    return .integer(bytes)
  }

  private static func truth(_ text: String) -> ArgumentValue {
    let meanings = ["true": true, "yes": true, "false": false, "no": false]
    return meanings[text].map(ArgumentValue.flag) ?? .text(text)
  }

  private static func place(_ text: String) -> ArgumentValue {
    switch text.count(where: { $0 == "," }) {
    case 2: call("near", text, of: .location)
    case 3: call("inside", text, of: .location)
    default: .text(text)
    }
  }

  private static func written(
    _ text: String, of field: DescribedField, ignoresCase: Bool
  ) -> ArgumentValue {
    if let known = field.knownTexts {
      return .text(FamiliarWord.meaning(of: text, among: known) ?? text)
    }
    if text.hasPrefix("=") { return .text(String(text.dropFirst())) }
    let isPart = text.hasPrefix("~")
    let typed = isPart ? String(text.dropFirst()) : text
    let value: ArgumentValue =
      ignoresCase && typed.hasSmallLettersOnly
      ? test("ignoringCase", [.text(typed)]) : .text(typed)
    if isPart { return test("has", [value]) }
    let hasWildcard = text.contains("*") || text.contains("?")
    return hasWildcard ? test("like", [value]) : value
  }

  private static func test(_ word: String, _ arguments: [ArgumentValue]) -> ArgumentValue {
    .test(TestCall(name: word, arguments: arguments, line: 0))
  }

  // MARK: Numbers and dates

  private static func ordered(
    _ text: String, _ type: FieldType, isSize: Bool, key: (String) -> String
  ) -> ArgumentValue {
    let isDate = type == .date
    func amount(_ text: String) -> ArgumentValue {
      let value = isSize ? size(text) : number(text)
      return if case .text(let text) = value { .text(key(text)) } else { value }
    }
    func low(_ text: String) -> ArgumentValue {
      isDate ? .text(FindDate(text)?.first ?? key(text)) : amount(text)
    }
    func high(_ text: String) -> ArgumentValue {
      isDate ? .text(FindDate(text)?.last ?? key(text)) : amount(text)
    }
    if text.hasPrefix(">=") { return test("at_least", [low(String(text.dropFirst(2)))]) }
    if text.hasPrefix("<=") { return test("at_most", [high(String(text.dropFirst(2)))]) }
    if text.hasPrefix(">") || text.hasPrefix("<") {
      let bound = String(text.dropFirst())
      return text.hasPrefix(">")
        ? test(isDate ? "after" : "above", [high(bound)])
        : test(isDate ? "before" : "below", [low(bound)])
    }
    // `4+` and `2022-2023` are `4..` and `2022..2023`.
    if text.last == "+", text.dropLast().allSatisfy(\.isNumber) {
      return test("at_least", [low(String(text.dropLast()))])
    }
    let years = text.split(separator: "-", omittingEmptySubsequences: false)
    if years.count == 2, years.allSatisfy({ $0.allSatisfy(\.isNumber) && !$0.isEmpty }),
      !isDate || years.allSatisfy({ $0.utf8.count == 4 })
    {
      return test("between", [low(String(years[0])), high(String(years[1]))])
    }
    if let dots = text.firstRange(of: "..") {
      let ends = (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
      switch (ends.0.isEmpty, ends.1.isEmpty) {
      case (false, true): return test("at_least", [low(ends.0)])
      case (true, false): return test("at_most", [high(ends.1)])
      case (false, false): return test("between", [low(ends.0), high(ends.1)])
      case (true, true): break
      }
    }
    return isDate ? FindDate(text)?.test ?? .text(key(text)) : amount(text)
  }
}

/// A date of `find`: a year, a month, a day, or a duration before now.
struct FindDate {
  /// The test in the rule that an asset's date has to pass, such as `month("2024-12")`.
  let test: ArgumentValue
  /// The first day of the date, such as `2024-12-01`; the typed text for `today` or a duration.
  let first: String
  let last: String

  /// Parses a date; nil for a text in another form, which a rule may still accept.
  init?(_ text: String) {
    func call(_ word: String, _ argument: ArgumentValue) -> ArgumentValue {
      .test(TestCall(name: word, arguments: [argument], line: 0))
    }
    // 2024/12/31 is in the same order.
    let text = text.dropFirst(4).first == "/" ? String(text.map { $0 == "/" ? "-" : $0 }) : text
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    if text == "today" || text == "yesterday" {
      (test, first, last) = (call("on", .text(text)), text, text)
    } else if parts.count == 3, text.utf8.count == 10 {
      (test, first, last) = (call("on", .text(text)), text, text)
    } else if parts.count == 2, text.utf8.count == 7, let year = Int64(parts[0]),
      let month = Int64(parts[1]), (1...12).contains(month)
    {
      test = call("month", .text(text))
      (first, last) = ("\(text)-01", "\(text)-\(CivilDate.days(in: month, of: year))")
    } else if parts.count == 1, text.utf8.count == 4, let year = Int64(text) {
      test = call("year", .integer(year))
      (first, last) = ("\(text)-01-01", "\(text)-12-31")
    } else if Duration(text: text) != nil {
      (test, first, last) = (call("within", .text(text)), text, text)
    } else {
      return nil
    }
  }
}

extension String {
  fileprivate func trimmingSpaces() -> String {
    var text = self[...].drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
