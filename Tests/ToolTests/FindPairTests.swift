import AssetSupport
import LuaBridge
import Pipeline
import PipelineSupport
import Samples
import TestSupport
import Testing

@testable import Sessions
@testable import ShotflowTool

/// Two options of `find` together: both hold, whatever they are about.
@Suite struct FindPairTests {
  /// An option as it is typed, and the assets that it finds alone.
  private struct Probe {
    let words: [String]
    /// The option, whatever its name: `creation-date` for `--taken`.
    let option: String
    var found: Set<Int> = []
  }

  private let assets: [ValueAsset]
  private let loader = RuleLoader(
    words: RuleVocabulary(.builtin), printer: RulePrinter { _ in })

  init() {
    var generator = SeededGenerator(seed: 31)
    assets = (0..<60).map { _ in Self.asset(&generator) }
  }

  private static func asset(_ generator: inout SeededGenerator) -> ValueAsset {
    var values: [Field: FieldValue] = [:]
    for field in Field.allCases where generator.chance(0.8) {
      switch field.type {
      case .flag: values[field] = .flag(generator.chance(0.5))
      case .integer: values[field] = .integer(.random(in: 1...4, using: &generator))
      case .number: values[field] = .number(Double(Int.random(in: 1...4, using: &generator)))
      case .date:
        let hour = Int64.random(in: -9600...9600, using: &generator)
        values[field] = .date(Scenario.noon.advanced(byMilliseconds: hour * 3_600_000))
      case .location:
        let latitude = Double.random(in: 54...55, using: &generator)
        values[field] = .location(Location(latitude: latitude, longitude: 18.6))
      case .texts where field == .mediaSubtypes:
        values[field] = .subtypes(generator.chance(0.5) ? .photoLive : .photoScreenshot)
      case .text: values[field] = .string(text(field, &generator))
      case .texts: values[field] = .texts([text(field, &generator)])
      case .object: values[field] = .object(TextSpan("{}"))
      case .value: break
      }
    }
    return ValueAsset(values)
  }

  private static func text(_ field: Field, _ generator: inout SeededGenerator) -> String {
    let texts = field.knownTexts ?? ["abc", "ABC", "Sun", "b1"]
    return texts.prefix(4).randomElement(using: &generator) ?? ""
  }

  /// The values with which an option is tried.
  private static func values(of flag: FindFlag) -> [String?] {
    switch flag.meaning {
    case .test(let word, _):
      switch word {
      case "near": ["54.5,18.6,20km"]
      case "inside": ["54.2,18,54.7,19"]
      case "within": ["100d"]
      case "month": ["3..9"]
      case "monthDay": ["07-01..02-29"]
      case "weekday": ["mon..wed,sun"]
      case "hour": ["6..14"]
      case "time": ["21:30..10:15"]
      default: ["2024-03-01"]
      }
    case .field(let field):
      switch field.type {
      case .flag: [nil]
      case .integer, .number: ["2..3"]
      case .date: ["2024..", "!2024-04"]
      case .location: ["present"]
      case .object: ["present"]
      case .text, .texts, .value: field.knownTexts.map { ["!\($0[0])"] } ?? ["~b", "!abc"]
      }
    // A word for a value is an option of its field, and folders and libraries are of the file system.
    case .value, .folder, .libraries, .source, .filter: []
    case .shape: [nil]
    }
  }

  private static let flags = FindFlag.all(in: .builtin)

  private static func probes() -> [Probe] {
    flags.flatMap { flag -> [Probe] in
      guard case .field(let field) = flag.meaning else {
        let option = if case .shape = flag.meaning { "shape" } else { flag.name }
        return values(of: flag).map {
          Probe(words: ["--\(flag.name)"] + [$0].compactMap(\.self), option: option)
        }
      }
      let option = RuleOption.flag(of: field.name)
      var probes = values(of: flag).map { value in
        Probe(words: ["--\(flag.name)"] + [value].compactMap(\.self), option: option)
      }
      if flag.name == option, field.type == .flag || field.type == .location {
        probes.append(Probe(words: ["--no-\(flag.name)"], option: "no-\(option)"))
      }
      return probes
    }
  }

  /// Returns the places of the assets that pass the filters of the rule that the options mean.
  private func found(_ words: [String]) throws -> Set<Int> {
    let query = try FindQuery(words, among: Self.flags)
    let text = FindQuery.text(of: try query.stages(), from: ["shotflow", "find"])
    let test = try loader.test(in: text)
    return Set(assets.indices.filter { test.matches(assets[$0]) })
  }

  @Test func twoOptionsHoldTogether() throws {
    var probes = Self.probes()
    for place in probes.indices { probes[place].found = try found(probes[place].words) }
    let options = Set(probes.map(\.option))
    let names = Self.flags.compactMap { flag -> String? in
      if case .field(let field) = flag.meaning { RuleOption.flag(of: field.name) } else { nil }
    }
    #expect(options.isSuperset(of: names + ["within", "before", "after", "near", "inside"]))
    #expect(probes.count { !$0.found.isEmpty && $0.found.count < assets.count } > 60)
    for (place, first) in probes.enumerated() {
      for second in probes[(place + 1)...] {
        let isRepeated = first.option == second.option
        let isExclusion = (first.words + second.words).contains { $0.hasPrefix("!") }
        // Values of one option are alternatives; what is left out by ! is never among them.
        let expected =
          isRepeated && !isExclusion
          ? first.found.union(second.found) : first.found.intersection(second.found)
        let together = try found(first.words + second.words)
        guard together == expected else {
          Issue.record(
            "\(first.words + second.words): \(together.sorted()), not \(expected.sorted())")
          return
        }
      }
    }
  }

  /// One option of each group has to hold, and every option outside of them.
  @Test func oneOfAGroupHolds() throws {
    var generator = SeededGenerator(seed: 32)
    var probes = Self.probes()
    for place in probes.indices { probes[place].found = try found(probes[place].words) }
    var sizes: Set<Int> = []
    for _ in 0..<300 {
      var words: [String] = []
      var expected = Set(assets.indices)
      for _ in 0..<Int.random(in: 1...2, using: &generator) {
        let group = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
          probes[Int.random(in: probes.indices, using: &generator)]
        }
        // What ! leaves out of a repeated option is no alternative of its other values.
        if Set(group.map(\.option)).count < group.count { continue }
        words += ["--any"] + group.flatMap(\.words)
        expected.formIntersection(group.reduce(into: Set<Int>()) { $0.formUnion($1.found) })
      }
      if words.isEmpty { continue }
      let other = probes[Int.random(in: probes.indices, using: &generator)]
      expected.formIntersection(other.found)
      let first = generator.chance(0.5)
      words = first ? other.words + words : words + ["--all"] + other.words
      let together = try found(words)
      sizes.insert(together.count)
      #expect(together == expected, "\(words)")
    }
    #expect(sizes.count > 20)
  }

  @Test func bothEndsOfARangeHold() throws {
    let both = try found(["--after", "2024-02-10", "--before", "2024-06-01"])
    let from = try found(["--taken", "2024-02-11..2024-05-31"])
    #expect(both == from && !both.isEmpty && both.count < assets.count / 2)
    let swapped = try found(["--before", "2024-06-01", "--after", "2024-02-10"])
    #expect(swapped == both)
    let narrower = try found(
      ["--after", "2024-02-10", "--before", "2024-06-01", "--taken", "2024-03", "--within", "90d"])
    #expect(narrower.isSubset(of: both))
  }
}
