import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Programs that are started without standard input, output or error.
@Suite struct ClosedDescriptorTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
  }

  /// Every subset of the three, as redirections of a shell that close them.
  private static let subsets: [[Int]] = (0..<8).map { mask in
    (0..<3).filter { mask >> $0 & 1 == 1 }
  }

  private static func closing(_ numbers: [Int]) -> String {
    numbers.map { ["<&-", ">&-", "2>&-"][$0] }.joined(separator: " ")
  }

  /// The rule opens the catalogue, the ledger and the output.
  private func offeringRule() throws {
    for number in 1...12 { try world.picture("\(number).png", seed: UInt64(number)) }
    _ = try world.libraryRule("dedupe { memory = \"kept\" }, notify {}")
  }

  /// The files of state and cache that hold a record.
  private func filesWithRecords() throws -> [String] {
    try ["state", "cache"].flatMap { folder in
      try world.contents(of: folder).filter { $1.contains(Data("\"localIdentifier\"".utf8)) }.keys
    }
  }

  @Test(arguments: ["shotflow", "own-tool"], subsets)
  func theToolWritesRecordsToItsOutputAlone(_ name: String, _ closed: [Int]) async throws {
    try offeringRule()
    var program = world.shell(
      "exec \"$tool\" run rule.lua --library pictures \(Self.closing(closed))")
    program.environment["tool"] = name == "shotflow" ? Products.shotflow : Products.ownTool
    let result = try await program.result()
    #expect(result.status == .exited(closed.contains(1) ? 73 : 0))
    #expect(try result.records().count == (closed.contains(1) ? 0 : 12))
    #expect(try filesWithRecords() == [])
    if closed.contains(1) {
      #expect(try await world.ledgerEntries().isEmpty)
      if !closed.contains(2) {
        #expect(
          result.errorText
            == "shotflow: can't write the output: it is not open\n"
            .replacing("shotflow", with: name))
      }
    }
    // What was not printed is not lost, and nothing is printed twice.
    let again = try await world.run("run", "rule.lua", "--library", "pictures")
    #expect(try again.records().count == (closed.contains(1) ? 12 : 0))
  }

  @Test(arguments: ["run input.lua", "run -", "check -", "run rule.lua -l pictures --album x"])
  func closedInputReadsAsEmptyInput(_ command: String) async throws {
    try world.picture()
    _ = try world.inputRule(named: "input.lua")
    _ = try world.libraryRule()
    let empty = try await world.shell("\"$shotflow\" \(command) < /dev/null").result()
    let closed = try await world.shell("\"$shotflow\" \(command) <&-").result()
    #expect(closed.status == empty.status)
    #expect(closed.text == empty.text)
    #expect(closed.errorText == empty.errorText)
  }

  @Test func aDescriptorThatTheCallerDidNotOpenIsNotWrittenTo() async throws {
    try offeringRule()
    let run = "\"$shotflow\" run rule.lua --library pictures"
    for options in [
      "--progress-fd 1 >&-", "--progress-fd 2 2>&-", "--out-fd 3 3>&-", "--progress-fd 3 3>&-",
    ] {
      let result = try await world.shell("\(run) \(options); echo $? > status").result()
      #expect(try world.directory.text(of: "status") == "64\n")
      #expect(options.contains("2>&-") || result.errorText.contains("is not open"))
      #expect(result.text == "")
    }
    // The lowest numbers that are free, which the tool's own files get.
    let closed = (3..<10).map { "\($0)>&-" }.joined(separator: " ")
    for number in 3..<10 {
      let result = try await world.shell("\(run) --out-fd \(number) \(closed)").result()
      #expect(result.status == .exited(64), "\(number)")
    }
    let reading = try await world.shell("\(run) --out-fd 3 3< rule.lua").result()
    #expect(reading.status == .exited(64))
    #expect(reading.errorText.contains("--out-fd 3 is open for reading only"))
    let both = try await world.shell("\(run) --out-fd 3 --progress-fd 3 3> both").result()
    #expect(both.status == .exited(64))
    #expect(both.errorText.contains("need a descriptor each"))
    #expect(try await world.ledgerEntries().isEmpty)
  }

  // MARK: - Programs that the tool starts

  /// Puts programs into a folder that close descriptors before they become those of the tool.
  private func helpers(closing numbers: [Int], limit: Int? = nil) async throws -> String {
    let folder = try world.directory.makeFolder("libexec")
    for name in ["shotflow-decode", "shotflow-exec"] {
      let real = Products.shotflow.replacing(/shotflow$/, with: name)
      let closing = "exec \(Self.closing(numbers))"
      let bound = limit.map { "ulimit -n \($0); " } ?? ""
      // By a program of its own; see ProgramTests.
      _ = try await world.shell(
        "printf '#!/bin/sh\\n%s\\n' '\(closing); \(bound)exec \(real) \"$@\"'"
          + " > libexec/\(name) && chmod +x libexec/\(name)"
      ).result()
    }
    return folder
  }

  @Test(arguments: subsets)
  func aDecoderDecodesTheSame(_ closed: [Int]) async throws {
    try offeringRule()
    let rule = try world.libraryRule("load { size = { 16, 16 } }", named: "load.lua")
    var program = world.program(["run", rule, "--library", world.library, "--out", "out"])
    let usual = try await program.result()
    try FileManager.default.moveItem(atPath: world.path("out"), toPath: world.path("usual"))
    program.environment["SHOTFLOW_LIBEXEC"] = try await helpers(closing: closed)
    let result = try await program.result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(result.text == usual.text)
    #expect(try world.contents(of: "out") == world.contents(of: "usual"))
  }

  /// The two files of a task need numbers beside the standard descriptors and the socket: of five numbers
  /// none is left for the second, unless the files can have the first three.
  @Test(arguments: [(5, false), (6, true)])
  func noFileTakesThePlaceOfADecodersOutput(_ limit: Int, _ isEnough: Bool) async throws {
    try world.picture()
    let rule = try world.libraryRule("load { size = { 16, 16 } }")
    var program = world.program(["run", rule, "--library", world.library, "--out", "out"])
    program.environment["SHOTFLOW_LIBEXEC"] = try await helpers(
      closing: [0, 1, 2], limit: limit)
    let result = try await program.result()
    #expect(result.status == .exited(isEnough ? 0 : 3), "\(result.errorText)")
    #expect(try result.records().count == (isEnough ? 1 : 0))
  }

  #if os(Linux)
    @Test(arguments: subsets)
    func aProgramOfARuleHasTheThree(_ closed: [Int]) async throws {
      let script = """
        exec 9> places; for n in 0 1 2; do (readlink /proc/$$/fd/$n >&9); done; cat
        """
      let rule = try world.rule(
        """
        return pipeline {
          wants = { exec = "x", write = "x" },
          source { stdin = true },
          exec { "sh", "-c", "\(script)" },
        }
        """)
      var program = world.program(
        ["run", rule, "--allow", "exec,write"], input: (ForeignRecord.line(1) + "\n").utf8)
      program.environment["SHOTFLOW_LIBEXEC"] = try await helpers(closing: closed)
      let result = try await program.result()
      let places = try world.directory.text(of: "places").split(separator: "\n")
      try #require(places.count == 3)
      for number in 0..<3 {
        // Below another root directory the name begins with that of the root.
        let isNull = places[number].hasSuffix("/dev/null")
        #expect(isNull == closed.contains(number), "\(places)")
      }
      let isHeard = !closed.contains(0) && !closed.contains(1)
      #expect(result.text == (isHeard ? ForeignRecord.line(1) + "\n" : ""))
    }

    @Test(arguments: subsets)
    func aPageHasTheThree(_ closed: [Int]) async throws {
      let page = Products.shotflow.replacing(/shotflow$/, with: "shotflow-page")
      let program = try world.shell(
        "readlink /proc/$$/fd/* > inherited; echo $$ > number; "
          + "exec \(page) Title 86400 \(Self.closing(closed))"
      ).start()
      if !closed.contains(0) {
        // It reads its input, so it goes on until that ends.
        var number = ""
        while !number.hasSuffix("\n") {
          number = (try? world.directory.text(of: "number")) ?? ""
          await Task.yield()
        }
        let folder = "/proc/\(number.dropLast())/fd"
        func place(_ name: String) -> String? {
          try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
        }
        // The first that it opens itself is the socket that it listens on.
        let inherited = try world.directory.text(of: "inherited").split(separator: "\n")
        func isOwnSocket(_ name: String) -> Bool {
          guard let place = place(name), place.hasPrefix("socket:") else { return false }
          return !inherited.contains(place[...])
        }
        let executable = "/proc/\(number.dropLast())/exe"
        func isPage() -> Bool {
          (try? FileManager.default.destinationOfSymbolicLink(atPath: executable))?
            .hasSuffix("/shotflow-page") == true
        }
        while try !isPage()
          || !FileManager.default.contentsOfDirectory(atPath: folder)
            .contains(where: isOwnSocket)
        {
          await Task.yield()
        }
        for number in closed { #expect(place("\(number)") == "/dev/null") }
        if !closed.contains(1) { #expect(await program.printed("\"address\"")) }
        program.closeInput()
      }
      let result = await program.result()
      #expect(result.status == .exited(0))
      #expect(result.errorText == "")
    }
  #endif
}
