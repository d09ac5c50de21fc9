import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// The guarantees of docs/ledger.md for each kind of rule with a memory: what a run gives again after
/// a kill or an output that can't be written, and what it never does.
@Suite struct OfferGuaranteeTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
  }

  /// More than fit into a pipe.
  private static let count = 300

  private func fill(_ count: Int) throws {
    for number in 1...count {
      try world.picture("\(number).png", seed: UInt64(number))
    }
  }

  private func words(_ stages: String, memory: String = "kept") throws -> [String] {
    let rule = try world.actingRule("dedupe { memory = \"\(memory)\" }\(stages)")
    // What is moved within the library can be found there again.
    if stages.contains("move") { return world.actingWords(rule) }
    return world.actingWords(rule, "--out", world.path("out"))
  }

  private func run(_ words: [String]) async throws -> [String] {
    let result = try await world.program(words).result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    return try Self.identifiers(result.output)
  }

  /// Runs a rule, whose output no one reads, and kills it when the pipe is full. Returns the records
  /// in the pipe.
  private func kill(_ words: [String]) async throws -> [String] {
    let (program, reader) = try start(words)
    defer { close(reader) }
    // The pipe is full when nothing more can be written to it.
    let writer = open(world.path("pipe"), O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(writer) }
    var request = pollfd(fd: writer, events: Int16(POLLOUT), revents: 0)
    let end = ContinuousClock.now + .seconds(60)
    while poll(&request, 1, 0) > 0, ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(poll(&request, 1, 0) == 0)
    await program.end(by: SIGKILL)
    return try Self.identifiers(Self.read(reader))
  }

  /// Runs a rule, and kills it after it printed a number of bytes; returns the records that it printed,
  /// and true if it ended before.
  private func interrupt(
    _ words: [String], behind length: Int, _ delay: Duration
  ) async throws -> (printed: [String], isOver: Bool) {
    let (program, reader) = try start(words)
    defer { close(reader) }
    var output: [UInt8] = []
    var request = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    while output.count <= length {
      let isReady = poll(&request, 1, 0) > 0
      if isReady, request.revents & Int16(POLLIN) != 0 {
        output += Self.read(reader, most: 4096)
      } else if isReady {
        break
      } else {
        try await Task.sleep(for: .milliseconds(1))
      }
    }
    try await Task.sleep(for: delay)
    let status = await program.end(by: SIGKILL).status
    output += Self.read(reader)
    return (try Self.identifiers(output), status == .exited(0))
  }

  /// Starts a rule that prints into a named pipe, and opens the pipe.
  private func start(_ words: [String]) throws -> (RunningProgram, reader: Int32) {
    let pipe = world.path("pipe")
    unlink(pipe)
    try #require(mkfifo(pipe, 0o600) == 0)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    try #require(reader >= 0)
    return (try world.shell("exec \(Self.line(words)) > pipe").start(), reader)
  }

  private static func line(_ words: [String]) -> String {
    "\"$shotflow\" " + words.map { "'\($0)'" }.joined(separator: " ")
  }

  private static func read(_ pipe: Int32, most: Int = 1 << 20) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: most)
    let length = Foundation.read(pipe, &bytes, most)
    return Array(bytes.prefix(max(0, length)))
  }

  /// The file names of the records whose lines are whole.
  private static func identifiers(_ output: [UInt8]) throws -> [String] {
    guard let end = output.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    return try ProgramResult.decode(Array(output[...end])).compactMap { (record: PrintedRecord) in
      record.filename
    }
  }

  private func states(_ memory: String = "kept") async throws -> [String: String] {
    let entries = try await world.ledgerEntries().filter { $0.memory == memory }
    return Dictionary(uniqueKeysWithValues: entries.map { ($0.filename, $0.state) })
  }

  // MARK: - Rules that only print, copy or link

  @Test(arguments: [
    "", ", filter { mediaType = \"image\" }", ", copy { to = \"c/\" }", ", link { to = \"c/\" }",
    ", link { to = \"c/\", kind = \"hard\" }",
  ])
  func aKillGivesAgainWhatWasNotConfirmed(_ stages: String) async throws {
    try fill(Self.count)
    let words = try words(stages)
    let first = try await kill(words)
    let before = try await states()
    let unconfirmed = before.filter { $0.value == "unconfirmed" }.keys
    #expect(!unconfirmed.isEmpty)
    let delivered = Set(before.filter { $0.value == "delivered" }.keys)
    let second = try await run(words)
    #expect(Set(second).count == second.count)
    #expect(Set(unconfirmed).isSubset(of: second))
    #expect(delivered.isDisjoint(with: second), "nothing that was confirmed comes again")
    #expect(Set(first + second).count == Self.count, "nothing is lost")
    #expect(try await states().values.allSatisfy { $0 == "delivered" })
    #expect(try await run(words) == [])
    if stages.contains("c/") { #expect(world.names(in: "out/c").count == Self.count) }
  }

  /// Random kills of runs over thousands of records: nothing is lost, and only what was unconfirmed
  /// comes again.
  @Test(arguments: [("", 3000), (", copy { to = \"c/\" }", 300)])
  func killsAtAnyMomentLoseNothing(_ stages: String, _ count: Int) async throws {
    try fill(count)
    var generator = SeededGenerator(seed: 4009)
    let clock = ContinuousClock()
    let end = clock.now + .seconds(600)
    var (kills, repeated, round) = (0, 0, 0)
    func isKilling() -> Bool { Effort.isFull ? clock.now < end : kills < 8 }
    // One round at least ends with everything given.
    while round == 0 || isKilling() {
      round += 1
      let memory = "kept-\(round)"
      let words = try words(stages, memory: memory)
      var given: [String: Int] = [:]
      var mayRepeat: Set<String> = []
      var isOver = false
      while !isOver {
        let confirmed = try await states(memory).filter { $0.value == "delivered" }.keys
        // Runs are killed in each of several batches, and not once they were killed often enough.
        let random = Int.random(in: 0...min(count * 900, 360_000), using: &generator)
        let length = isKilling() ? random : .max
        let delay = Duration.milliseconds(Int.random(in: 0...20, using: &generator))
        let printed: [String]
        (printed, isOver) = try await interrupt(words, behind: length, delay)
        kills += isOver ? 0 : 1
        #expect(Set(printed).count == printed.count)
        #expect(Set(printed).isDisjoint(with: confirmed))
        for name in printed { given[name, default: 0] += 1 }
        mayRepeat.formUnion(try await states(memory).filter { $0.value == "unconfirmed" }.keys)
      }
      #expect(given.count == count, "nothing is lost")
      let twice = given.filter { $0.value > 1 }.keys
      #expect(Set(twice).isSubset(of: mayRepeat))
      repeated += twice.count
      if !stages.isEmpty { #expect(world.names(in: "out/c").count == count) }
    }
    #expect(kills > 0)
    Figures.note("at least once, kills of\(stages) \(count) records", kills)
    Figures.note("at least once, given again of\(stages) \(count) records", repeated)
  }

  // MARK: - All other rules

  @Test(arguments: [
    ", notify {}", ", notify { unattended = true }, copy { to = \"c/\" }",
    ", exec { \"cat\" }", ", move { to = \"m/{filename}\" }", ", load { file = \"copy\" }",
    ", load { size = { 9, 9 }, keepFailed = true }",
  ])
  func aKillLeavesOtherOffersUnconfirmed(_ stages: String) async throws {
    try fill(Self.count)
    let words = try words(stages)
    _ = try await kill(words)
    let before = try await states()
    #expect(!before.isEmpty)
    let second = try await run(words)
    #expect(Set(before.keys).isDisjoint(with: second), "nothing is offered twice")
    let after = try await states()
    #expect(after.count == Self.count, "nothing is forgotten")
    #expect(before.allSatisfy { after[$0.key] == $0.value })
    // A rule that only prints has no say in what another one offered.
    let printing = try await run(self.words(""))
    #expect(printing == [])
  }

  // MARK: - Output that can't be written

  @Test(arguments: [
    "", ", copy { to = \"c/\" }", ", link { to = \"c/\" }", ", notify {}",
    ", move { to = \"m/{filename}\" }", ", load { file = \"copy\" }",
  ])
  func whatCouldNotBeWrittenIsGivenAgain(_ stages: String) async throws {
    try fill(20)
    let words = try words(stages)
    let failed = try await world.shell("exec \(Self.line(words)) > /dev/full").result()
    #expect(failed.status == .exited(73))
    #expect(try await run(words).count == 20)
    #expect(try await run(words) == [])
  }

  // MARK: - Programs

  @Test(arguments: [
    ("cat > /dev/null; exit 3", 0), ("head -n 1 > /dev/null; exit 3", 0), ("cat > /dev/full", 0),
  ])
  func aProgramThatFailsGetsNothingAgain(_ line: String, _ again: Int) async throws {
    try fill(20)
    let failed = try await world.program(words(", exec { \"sh\", \"-c\", \"\(line)\" }")).result()
    #expect(failed.status == .exited(3), "\(failed.errorText)")
    #expect(try await run(words(", exec { \"cat\" }")).count == again)
  }

  @Test func theRecordsOfAProgramThatCouldNotBeWrittenDoNotComeAgain() async throws {
    try fill(20)
    let words = try words(", exec { \"cat\" }")
    let failed = try await world.shell("exec \(Self.line(words)) > /dev/full").result()
    #expect(failed.status == .exited(73))
    #expect(try await run(words) == [])
  }
}
