import AssetSupport
import Assets
import PipelineSupport
import Testing

@Suite struct PredicateCompilerTests {
  /// The types that each test word takes, beside `any` and `none`, which take what their values do.
  private static let takenTypes: [(word: String, types: Set<FieldType>)] = [
    ("within", [.date]), ("before", [.date]), ("after", [.date]),
    ("on", [.date]), ("month", [.date]), ("year", [.date]), ("monthDay", [.date]),
    ("weekday", [.date]), ("hour", [.date]), ("time", [.date]),
    ("near", [.location]), ("inside", [.location]),
    ("at_least", [.date, .integer, .number, .text]),
    ("at_most", [.date, .integer, .number, .text]),
    ("above", [.date, .integer, .number, .text]), ("below", [.date, .integer, .number, .text]),
    ("between", [.date, .integer, .number, .text]),
    ("like", [.text, .texts]), ("has", [.text, .texts]),
  ]

  private static func argument(_ word: String, _ field: Field) -> ArgumentValue {
    let arguments: [String: ArgumentValue] = [
      "within": "30s", "like": "a*", "month": "2024-05", "year": 2024, "near": 10, "inside": 10,
      "monthDay": "08-01", "weekday": "sat", "hour": 12, "time": "12:00",
    ]
    if let argument = arguments[word] { return argument }
    return switch field.type {
    case .flag: true
    case .integer, .number: 5
    case .date: "2024-05-01"
    default: .text(field.knownTexts?.first ?? "abc")
    }
  }

  @Test(
    arguments: [
      ("public.image", "com.compuserve.gif", true), ("public.image", "org.webmproject.webp", true),
      ("public.movie", "com.apple.quicktime-movie", true), ("public.image", "public.mpeg-4", false),
      ("public.png", "public.png", true), ("public.png", "public.jpeg", false),
      ("com.example.unknown", "com.example.unknown", true),
    ])
  func aTestOfTheTypeIsOneOfConformance(_ wanted: String, _ type: String, _ conforms: Bool) {
    let asset = ValueAsset([.uniformTypeIdentifier: .string(type)])
    for value: ArgumentValue in [.text(wanted), .list([.text(wanted)])] {
      let filter = CompiledFilter(["uniformTypeIdentifier": value])
      #expect(filter.messages == [])
      #expect(filter.predicate.matches(asset) == conforms)
    }
  }

  @Test(arguments: Field.allCases)
  func everyTestWordTakesTheFieldsOfItsTypes(_ field: Field) {
    for (word, types) in Self.takenTypes {
      let value = Self.argument(word, field)
      let counts = ["between": 2, "near": 3, "inside": 4]
      let arguments = Array(repeating: value, count: counts[word] ?? 1)
      let call = TestCall(name: word, arguments: arguments, line: 9)
      let messages = CompiledFilter([field.name: .test(call)]).messages
      if types.contains(field.type) {
        #expect(messages.isEmpty, "\(word) of \(field.name)")
      } else {
        #expect(
          messages == ["\(word) can't test \(field.name), which is \(field.type.phrase)"])
      }
    }
  }

  // Labels are asked for behind the source.
  @Test(arguments: Field.allCases.filter { $0 != .labels })
  func presenceAndEqualityAreAskedOfEveryField(_ field: Field) {
    #expect(CompiledFilter([field.name: .calling("present")]).predicate == .present(field))
    #expect(CompiledFilter([field.name: .calling("absent")]).predicate == .not(.present(field)))
    let equality = CompiledFilter([field.name: Self.argument("", field)])
    #expect(equality.problems.isEmpty == ![.location, .object].contains(field.type))
  }

  @Test(
    arguments: [
      (["pixelWidth": "wide"], "pixelWidth is a whole number, not \"wide\""),
      (["isFavorite": 1], "isFavorite is true or false, not 1"),
      (["filename": 3], "filename is a text, not 3"),
      (
        ["creationDate": "tomorrow"],
        "creationDate is a date such as \"2024-12-31\", not \"tomorrow\""
      ),
      (["creationDate": true], "creationDate is a date such as \"2024-12-31\", not true"),
      (["duration": "soon"], "duration is a number, not \"soon\""),
      (["filename": ["a": 1]], "filename is a text, not a table"),
      (["pixelWidth": .calling("at_least", "x")], "pixelWidth is a whole number, not \"x\""),
      (["pixelWidth": .calling("at_least")], "at_least takes one value, not 0"),
      (["pixelWidth": .calling("between", 1)], "between takes 2 values (low, high), not 1"),
      (
        ["pixelWidth": .calling("between", 6, 5)],
        "between takes the lower end first; nothing is from 6 to 5, so swap them"
      ),
      (
        ["duration": .calling("between", 2.5, 2)],
        "between takes the lower end first; nothing is from 2.5 to 2, so swap them"
      ),
      (
        ["creationDate": .calling("between", "2024-12-31", "2024-01-01")],
        "between takes the lower end first; nothing is from \"2024-12-31\" to \"2024-01-01\", so swap them"
      ),
      (
        ["creationDate": .calling("between", "2024-12-31T00:00:00Z", "2024-12-01")],
        "between takes the lower end first; nothing is from \"2024-12-31T00:00:00Z\" to \"2024-12-01\", so swap them"
      ),
      (
        ["creationDate": .calling("between", 2, 1)],
        "between takes the lower end first; nothing is from 2 to 1, so swap them"
      ),
      (
        ["creationDate": .calling("within", "30")],
        "within takes a duration such as \"30s\", not \"30\""
      ),
      (["creationDate": .calling("within", -1)], "within takes a duration such as \"30s\", not -1"),
      (["filename": .calling("like", 3)], "like takes a pattern, not 3"),
      (
        ["filename": .calling("like", "%a%")],
        "like takes * for any characters and ? for one; \"%\" means itself"
      ),
      (["any": "image"], "any takes a list of tables, not \"image\""),
      (["none": ["image"]], "none takes tables of tests, not \"image\""),
    ] as [(ArgumentValue, String)])
  func saysWhatIsWrong(_ table: ArgumentValue, _ message: String) {
    let found = CompiledFilter(table)
    #expect(found.messages == [message])
    #expect(found.problems.allSatisfy { [1, 7].contains($0.line) && $0.path == "a.lua" })
  }

  @Test(
    arguments: [
      (["pixelWidth": .calling("between", 5, 5)]),
      (["creationDate": .calling("between", "2024-12-31", "2024-12-31")]),
      // Zones are up to 26 hours apart.
      (["creationDate": .calling("between", "2024-12-31T20:00:00Z", "2024-12-30")]),
    ] as [ArgumentValue])
  func endsThatMayHaveSomethingBetweenAreRight(_ table: ArgumentValue) {
    #expect(CompiledFilter(table).messages == [])
  }

  @Test(arguments: [
    ("pixelWith", "pixelWidth"), ("creationdate", "creationDate"), ("fileName", "filename"),
    ("mediatype", "mediaType"), ("non", "none"),
  ])
  func anUnknownFieldIsReportedWithTheNearest(_ name: String, _ suggestion: String) {
    let problem = CompiledFilter([name: 1]).problems.first
    #expect(problem?.message == "no field called \"\(name)\"")
    #expect(problem?.token == name)
    #expect(problem?.suggestion == suggestion)
  }

  @Test func impossibleTextsOfAFieldAreReported() {
    let problem = CompiledFilter(["mediaSubtypes": "photoScreenshots"]).problems.first
    #expect(problem?.message == "mediaSubtypes is never \"photoScreenshots\"")
    #expect(problem?.suggestion == "photoScreenshot")
    #expect(CompiledFilter(["mediaType": ["image", "movie"]]).messages.count == 1)
    #expect(CompiledFilter(["mediaType": .calling("has", "pictures")]).messages.count == 1)
  }

  @Test func allProblemsAreReportedAtOnce() {
    let found = CompiledFilter([
      "a": 1, "pixelWidth": "x", "any": [["b": 1], ["filename": .calling("like", 4)]],
    ])
    #expect(found.problems.count == 4)
  }

  @Test func tablesAreJoinedByAnd() {
    #expect(
      CompiledFilter(["filename": "a", "pixelWidth": 1]).predicate
        == .all([.equals(.filename, .text(TextConstant("a"))), .equals(.pixelWidth, .integer(1))]))
    #expect(CompiledFilter([:]).predicate == .always)
  }

  @Test func listsAreOneOf() {
    #expect(
      CompiledFilter(["pixelWidth": [1, 2]]).predicate
        == .oneOf(.pixelWidth, [.integer(1), .integer(2)]))
    #expect(
      CompiledFilter(["pixelWidth": [1, .calling("at_least", 9)]]).predicate
        == .any([.oneOf(.pixelWidth, [.integer(1)]), .ordered(.pixelWidth, .atLeast, .integer(9))]))
  }

  @Test func anyAndNoneNest() {
    let a = AssetPredicate.equals(.pixelWidth, .integer(1))
    let b = AssetPredicate.equals(.pixelHeight, .integer(2))
    #expect(
      CompiledFilter(["any": [["pixelWidth": 1], ["pixelHeight": 2]]]).predicate == .any([a, b]))
    #expect(CompiledFilter(["none": ["pixelWidth": 1]]).predicate == .not(.any([a])))
    #expect(
      CompiledFilter(["any": [["none": [["pixelWidth": 1], ["pixelHeight": 2]]]]]).predicate
        == .any([.not(.any([a, b]))]))
    #expect(
      CompiledFilter(["pixelWidth": .calling("none", [1, 2])]).predicate
        == .not(.oneOf(.pixelWidth, [.integer(1), .integer(2)])))
    #expect(
      CompiledFilter(["pixelWidth": .calling("any", 1, 2)]).predicate
        == CompiledFilter(["pixelWidth": .calling("any", [1, 2])]).predicate)
  }

  @Test func valuesAreReadAsTheFieldsType() {
    #expect(
      CompiledFilter(["duration": .calling("at_least", "1m30s")]).predicate
        == .ordered(.duration, .atLeast, .number(90)))
    #expect(
      CompiledFilter(["creationDate": .calling("after", 1.5)]).predicate
        == .ordered(.creationDate, .greater, .date(Instant(milliseconds: 1500))))
    #expect(
      CompiledFilter(["creationDate": .calling("before", "1970-01-01T00:00Z")]).predicate
        == .ordered(.creationDate, .less, .date(Instant(milliseconds: 0))))
    #expect(
      CompiledFilter(["creationDate": .calling("before", "1970-01-01")]).predicate
        == .clock(.creationDate, ClockRange(from: nil, until: 0)))
  }

  @Test(
    arguments: [
      (.calling("above", "pixelWidth"), .compared(.pixelHeight, .greater, .pixelWidth)),
      (.calling("at_most", "fileSize"), .compared(.pixelHeight, .atMost, .fileSize)),
      (.calling("below", "duration"), .compared(.pixelHeight, .less, .duration)),
      (.calling("above", 5), .ordered(.pixelHeight, .greater, .integer(5))),
      (
        "pixelWidth",
        .all([
          .compared(.pixelHeight, .atLeast, .pixelWidth),
          .compared(.pixelHeight, .atMost, .pixelWidth),
        ])
      ),
      (
        .calling("between", 1, "pixelWidth"),
        .all([
          .ordered(.pixelHeight, .atLeast, .integer(1)),
          .compared(.pixelHeight, .atMost, .pixelWidth),
        ])
      ),
    ] as [(ArgumentValue, AssetPredicate)])
  func aFieldIsComparedWithTheOneThatIsNamed(_ test: ArgumentValue, _ predicate: AssetPredicate) {
    let filter = CompiledFilter(["pixelHeight": test])
    #expect(filter.messages == [])
    #expect(filter.predicate == predicate)
  }

  @Test func onlyFieldsWithAnOrderInCommonAreCompared() {
    #expect(
      CompiledFilter(["modificationDate": .calling("after", "creationDate")]).predicate
        == .compared(.modificationDate, .greater, .creationDate))
    #expect(
      CompiledFilter(["title": .calling("above", "filename")]).predicate
        == .ordered(.title, .greater, .text(TextConstant("filename"))))
    #expect(
      CompiledFilter(["pixelHeight": .calling("above", "creationDate")]).messages
        == ["pixelHeight is a whole number, not \"creationDate\""])
    let asset = ValueAsset([.pixelWidth: .integer(3)])
    for test: ArgumentValue in [.calling("above", "pixelWidth"), "pixelWidth"] {
      #expect(!CompiledFilter(["pixelHeight": test]).predicate.matches(asset))
    }
    #expect(CompiledFilter(["pixelWidth": "pixelWidth"]).predicate.matches(asset))
  }

  @Test func withinLooksBackFromNow() {
    let now = Instant(milliseconds: 1_000_000)
    #expect(
      CompiledFilter(["creationDate": .calling("within", "30s")], now: now).predicate
        == .all([
          .ordered(.creationDate, .greater, .date(Instant(milliseconds: 970_000))),
          .ordered(.creationDate, .atMost, .date(now)),
        ]))
  }

  @Test func everyTestWordThatIsDescribedIsKnown() {
    let taken = Self.takenTypes.map(\.word) + ["any", "none", "present", "absent", "ignoringCase"]
    #expect(Set(TestDescription.all.map(\.name)) == Set(taken))
  }
}
