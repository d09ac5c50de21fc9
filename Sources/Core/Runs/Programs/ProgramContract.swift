internal import Platform
internal import Synchronization

/// A check for authors of programs that rules start with `batch`, which tests if a program keeps
/// the contract.
///
/// ```swift
/// let contract = ProgramContract(of: ["./ocr.py"], beside: "rules/", fields: ["text": .text])
/// for violation in contract.violations() { print(violation) }
/// ```
///
/// The program is started several times, each time with only the rights to read and compute, unless
/// more are granted. It gets samples and no files. Only processes that ignore SIGPIPE may use this
/// type.
package struct ProgramContract: Sendable {
  /// The name of the program.
  package let name: String
  private let call: ProgramCall
  private let fields: [String: FieldType]
  private let capabilities: [Capability]
  private let timeout: Duration

  /// - Parameters:
  ///   - words: The program and its arguments, as a rule names them.
  ///   - folder: The folder of the rule that would start it.
  ///   - fields: The record members that the program declares.
  ///   - capabilities: The permissions beyond reading and computing.
  ///   - timeout: The time limit of an answer.
  package init(
    of words: [String], beside folder: String, fields: [String: FieldType] = [:],
    capabilities: [Capability] = [], timeout: Duration = .seconds(30)
  ) {
    name = words.first ?? ""
    call = ProgramCall(words, rulePath: folder + "/rule.lua", line: 1)
    self.fields = fields
    self.capabilities = [.exec] + capabilities
    self.timeout = timeout
  }

  /// The contract's rules, such as `answers many records in their order`, in the order of testing.
  package var promises: [String] { Check.allCases.map(\.rawValue) }

  private enum Check: String, CaseIterable {
    case answers = "answers each record at once, by its record, null or an error"
    case order = "answers many records in their order"
    case empty = "writes nothing where there is nothing to read"
    case closed = "ends when its output is closed"
  }

  /// Returns descriptions of the rules that the program breaks; empty if it keeps all.
  package func violations() -> [String] {
    let said = Lock<[String]>([])
    let context: RunContext
    do {
      var made = RunContext(
        now: Instant(milliseconds: 0), ruleName: "contract", libraries: [],
        notices: RunNotices { text in said.withLock { $0.append(text) } })
      made.permission.capabilities = capabilities
      made.permission.programs = try ProgramFile.all(of: [call])
      context = made
    } catch {
      return ["can't be started: \(Self.words(of: error))"]
    }
    var violations: [String] = []
    for check in Check.allCases {
      do {
        let program = try CoprocessSession(call, in: context)
        defer { program.leave() }
        violations += try look(at: check, of: program)
      } catch {
        violations.append(Self.words(of: error))
      }
      // The other checks would only fail for the same reason.
      if check == .answers, !violations.isEmpty { break }
    }
    if violations.isEmpty { return [] }
    return violations + said.withLock { $0.suffix(Self.mostWords).map { "says: \($0)" } }
  }

  /// The maximal number of the program's messages that are shown with the broken rules.
  private static let mostWords = 5

  private func look(at check: Check, of program: CoprocessSession) throws -> [String] {
    switch check {
    case .answers: try answers(of: program)
    case .order: try order(of: program)
    case .empty: try end(of: program, "without input, ")
    case .closed: closedEnd(of: program)
    }
  }

  private static func words(of error: any Error) -> String {
    switch error {
    case RunProblem.missingProgram(let reason), RunProblem.programFailed(let reason): reason
    default: "\(error)"
    }
  }

  private func answers(of program: CoprocessSession) throws -> [String] {
    var violations: [String] = []
    for sample in Self.samples {
      program.send { $0.buffer.append(text: sample.line) }
      let lines = try lines(of: program, count: 1)
      guard let line = lines.first else {
        if case .end = try program.receive(until: .now) {
          let ending = program.finish(until: .now + .seconds(1)) ?? "closed its output"
          return violations + ["\(ending) before it answered for \(sample.title)"]
        }
        return violations + [
          "gives no answer for \(sample.title) within \(timeout); \(Self.remedy)"
        ]
      }
      if lines.count > 1 {
        violations.append(
          "writes \(lines.count) lines for \(sample.title), and each has one answer")
      }
      violations += problems(of: line, for: sample)
    }
    program.closeInput(until: .now + timeout)
    return try violations + end(of: program, "at the end of its input, ")
  }

  private static let remedy =
    "it writes one line for each record that it reads, without a buffer for its output"

  private func problems(of line: [UInt8], for sample: Sample) -> [String] {
    line.withUnsafeBytes { bytes in
      let text = String(decoding: line.prefix(60), as: UTF8.self)
      guard bytes.isValidUTF8, let answer = try? JSONElement(checking: bytes, deepest: 64),
        answer.kind == .object || answer.kind == .null
      else { return ["answers \(sample.title) with a line that is no record: \(text)"] }
      if answer.kind == .null { return [] }
      let identifier = answer[first: "localIdentifier"]?.string
      if identifier != sample.identifier {
        return ["answers \(sample.title) for another asset, \"\(identifier ?? "none")\""]
      }
      if answer[first: "error"]?.string != nil, answer[first: "kind"] == nil { return [] }
      var problems: [String] = []
      if answer[first: "kept"]?[first: "as"]?.string != "it is" {
        problems.append("loses members of \(sample.title) that it does not know")
      }
      for (name, value) in answer.members {
        guard let name = name.string, let type = fields[name], !Self.fits(value, type) else {
          continue
        }
        problems.append("gives \(sample.title) a \"\(name)\" that is not \(type.phrase)")
      }
      return problems
    }
  }

  private static func fits(_ value: JSONElement, _ type: FieldType) -> Bool {
    switch (type, value.kind) {
    case (_, .null): true
    case (.flag, .yes), (.flag, .no): true
    case (.integer, .integer), (.number, .integer), (.number, .number): true
    case (.text, .text), (.text, .escapedText): true
    case (.date, .text): value.string.flatMap { Instant($0) } != nil
    case (.texts, .list): value.elements.allSatisfy { $0.string != nil }
    case (.location, .object), (.object, .object): true
    case (.value, let kind): kind != .object
    default: false
    }
  }

  private func order(of program: CoprocessSession) throws -> [String] {
    let count = 10_000
    program.send { writer in
      for number in 0..<count {
        writer.buffer.append(text: Sample("", "many/\(number)", "").line)
      }
    }
    let lines = try lines(of: program, count: count)
    if lines.count != count {
      return ["gives \(lines.count) answers for \(count) records that come at once; \(Self.remedy)"]
    }
    for (number, line) in lines.enumerated() {
      let identifier = line.withUnsafeBytes { bytes in
        (try? JSONElement(checking: bytes, deepest: 64))?[first: "localIdentifier"]?.string
      }
      if let identifier, identifier != "many/\(number)" {
        return ["answers for \"\(identifier)\" in the place of \"many/\(number)\""]
      }
    }
    return []
  }

  /// Returns the program's first `count` lines, and any more that it wrote with the last one.
  private func lines(of program: CoprocessSession, count: Int) throws -> [[UInt8]] {
    var lines: [[UInt8]] = []
    while lines.count < count,
      case .lines(let chunk) = try program.receive(until: .now + timeout)
    {
      for line in chunk.lines() {
        let bytes = UnsafeRawBufferPointer(
          start: chunk.bytes + line.lowerBound, count: line.count)
        lines.append(Array(bytes))
      }
    }
    return lines
  }

  private func end(of program: CoprocessSession, _ moment: String) throws -> [String] {
    program.closeInput(until: .now + timeout)
    var violations: [String] = []
    if case .lines = try program.receive(until: .now + timeout) {
      violations.append("\(moment)it writes more lines than it read")
    }
    guard program.finish(until: .now + timeout) != nil else {
      return violations + ["\(moment)it does not end within \(timeout)"]
    }
    return violations + (program.problem.map { ["\(moment)\($0)"] } ?? [])
  }

  private func closedEnd(of program: CoprocessSession) -> [String] {
    program.send { writer in
      for sample in Self.samples { writer.buffer.append(text: sample.line) }
    }
    program.closeOutput()
    program.closeInput(until: .now + timeout)
    return program.finish(until: .now + timeout) == nil
      ? ["does not end within \(timeout) when its output is closed"] : []
  }

  private struct Sample {
    let title: String
    let identifier: String
    let line: String

    init(_ title: String, _ identifier: String, kind: String = "asset", _ members: String) {
      self.title = title
      self.identifier = identifier
      var writer = RecordWriter(capacity: 256)
      writer.write("localIdentifier", identifier)
      let name = String(decoding: Array(writer.buffer.bytes), as: UTF8.self)
      let rest = name.hasPrefix(",") ? name : ",\(name)"
      line = "{\"v\":1,\"kind\":\"\(kind)\"\(rest)\(members),\"kept\":{\"as\":\"it is\"}}\n"
    }
  }

  private static let samples = [
    Sample("an asset of which nothing is known", "nothing", ""),
    Sample(
      "an asset of which much is known", "much.jpg",
      #","path":"/nonexistent/much.jpg","library":"/nonexistent","filename":"much.jpg""#
        + #","mediaType":"image","pixelWidth":4000,"pixelHeight":3000,"isFavorite":true"#
        + #","creationDate":"2015-09-27T21:29:28Z","location":{"latitude":46.5,"longitude":7.9}"#
        + #","labels":["trip"],"byteCount":123456,"uniformTypeIdentifier":"public.jpeg""#),
    Sample(
      "an asset with an odd name", "a \"b\"\\\n\u{7}\u{1F600}e\u{301}.jpg",
      #","filename":"-rf\t $(x) 'y'.jpg","mediaType":"image""#),
    Sample("a film", "film.mov", #","mediaType":"video","duration":12.5"#),
    Sample("an album", "album", kind: "album", #","title":"Trip","count":3"#),
  ]
}
