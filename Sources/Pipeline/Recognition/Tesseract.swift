internal import Engine
internal import Platform
internal import Synchronization

/// The program tesseract, as one run uses it; safe from any thread. It gets decoded pixels on its
/// standard input, and runs in the jail without network access.
final class Tesseract: Sendable {
  private let program: JailedProgram
  private let settings: TextRecognitionSettings
  /// The result of ``key(unless:)``; nil before its first call.
  private let seen = Lock<String?>(nil)

  static let program = RequiredProgram("tesseract", in: "tesseract-ocr")

  /// The greatest size of tesseract's output, in bytes; no page of a book needs that much.
  private static let longestAnswer = 16 << 20
  private static let patience = JailedProgram.Bounds(time: .seconds(30), output: 1 << 20)

  /// Finds the program; throws ``RunProblem/missingProgram(_:)`` without it.
  init(_ settings: TextRecognitionSettings) throws(RunProblem) {
    self.settings = settings
    program = try JailedProgram(Self.program, for: TextRecognition.description.name)
  }

  /// Returns the key of all besides the picture that influences a text: the options, the program
  /// with its libraries, and the languages' files. Throws ``RunProblem`` if a language is missing.
  func key(unless isCancelled: () -> Bool) throws -> String {
    try seen.withLock { seen in
      if let seen { return seen }
      let version = try tell("--version", "its version", isCancelled)
      let list = try tell("--list-langs", "its languages", isCancelled)
      try checkLanguages(in: list)
      let key = "\(settings.key) \(program.version) \(version) \(data(in: list))"
      seen = key
      return key
    }
  }

  /// Returns the text in decoded pixels. Throws ``FileProblem`` if tesseract fails on this picture,
  /// ``RunProblem`` if it can read no picture.
  func text(
    in picture: NamelessFile, size: (width: Int, height: Int), unless isCancelled: () -> Bool
  ) throws -> String {
    // Tesseract accepts no smaller picture.
    guard size.width > 2, size.height > 2 else { return "" }
    let outcome: JailedProgram.Outcome
    do {
      outcome = try program.run(
        [
          "stdin", "stdout", "-l", settings.languages.joined(separator: "+"),
          "--psm", "\(settings.layout.segmentation)", "-c", "tessedit_create_tsv=1",
        ], variables: Self.variables, reading: picture.descriptor,
        within: JailedProgram.Bounds(time: settings.timeout, output: Self.longestAnswer),
        unless: isCancelled)
    } catch JailedProgram.Failure.late {
      throw FileProblem(
        "tesseract took longer than \(Duration.text(milliseconds: settings.timeout.wholeMilliseconds))"
      )
    } catch JailedProgram.Failure.tooMuch {
      throw FileProblem("tesseract wrote more than \(Self.longestAnswer >> 20) MiB")
    }
    guard outcome.end == .exited(0) else {
      throw FileProblem("tesseract \(outcome.end.text)\(Self.reason(outcome.messages))")
    }
    guard let table = RecognizedWords(outcome.output) else {
      throw FileProblem("tesseract wrote something else than a table of words")
    }
    let text = table.text(atLeast: settings.minimumConfidence)
    return settings.isLowercase ? text.lowercased() : text
  }

  /// Returns the program's output for an option such as `--version`.
  private func tell(
    _ word: String, _ thing: String, _ isCancelled: () -> Bool
  ) throws -> String {
    guard let nothing = NamelessFile() else { throw FileProblem(error: errno) }
    let outcome: JailedProgram.Outcome
    do {
      outcome = try program.run(
        [word], variables: Self.variables, reading: nothing.descriptor, within: Self.patience,
        unless: isCancelled)
    } catch is JailedProgram.Failure {
      throw RunProblem.missingProgram("\"\(program.path)\" does not tell \(thing)")
    }
    guard outcome.end == .exited(0) else {
      throw RunProblem.missingProgram(
        "\"\(program.path)\" \(outcome.end.text)\(Self.reason(outcome.messages))")
    }
    // Some versions write it to standard error.
    return String(decoding: outcome.output + outcome.messages, as: UTF8.self)
  }

  /// Throws ``RunProblem`` if the output of `--list-langs` lacks a language of the rule.
  private func checkLanguages(in list: String) throws {
    let installed = Set(list.split(whereSeparator: \.isNewline).map(String.init))
    let missing = settings.languages.filter { !installed.contains($0) }
    guard !missing.isEmpty else { return }
    let names = missing.map { "\"\($0)\"" }.joined(separator: " and ")
    let packages = missing.map(Self.package).joined(separator: " and ")
    throw RunProblem.missingProgram(
      "tesseract does not know \(names), which ocr asks for; install"
        + " \(missing.count == 1 ? "the package" : "the packages") \(packages)")
  }

  /// Returns folder, sizes and times of the languages' files as a text; the list names the folder.
  private func data(in list: String) -> String {
    let quoted = list.split(whereSeparator: \.isNewline).first?
      .split(separator: "\"", omittingEmptySubsequences: false)
    let folder = quoted.flatMap { $0.count > 2 ? String($0[1]) : nil } ?? Self.dataFolder ?? ""
    let states = settings.languages.map { language in
      let file = open("\(folder)/\(language).traineddata", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      defer { close(file) }
      guard let status = FileStatus(descriptor: file) else { return "-" }
      return "\(status.size)-\(status.modified)"
    }
    return "\(folder) \(states.joined(separator: " "))"
  }

  /// Returns Debian's package of a language.
  private static func package(of language: String) -> String {
    let name = language.lowercased().map { $0 == "_" || $0 == "/" ? "-" : $0 }
    return "tesseract-ocr-" + String(name)
  }

  private static func reason(_ messages: [UInt8]) -> String {
    let lines = String(decoding: messages, as: UTF8.self).split(whereSeparator: \.isNewline)
    return lines.first.map { ": \($0.prefix(200))" } ?? ""
  }

  /// The folder of tesseract's language data; nil unless the user sets it.
  private static var dataFolder: String? { getenv("TESSDATA_PREFIX").map { String(cString: $0) } }

  /// The environment of tesseract: one thread, as there are as many programs as worker threads.
  private static var variables: [String] {
    ["OMP_THREAD_LIMIT=1"] + (dataFolder.map { ["TESSDATA_PREFIX=\($0)"] } ?? [])
  }
}
