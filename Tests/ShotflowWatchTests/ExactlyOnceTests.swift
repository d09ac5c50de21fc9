import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// Never offered twice, never forgotten: under kills, and with other runs at the same time.
@Suite struct ExactlyOnceTests {
  /// Offers everything in the library that was not offered before.
  private static let stages = "dedupe { memory = \"kept\" }, notify {}"

  /// The number of runs that are killed; some end before.
  private static let killCount = Effort.isFull ? 1000 : 20
  private static let roundLimit = 3 * killCount

  @Test func survivesKillsAtAnyMoment() async throws {
    let world = try ProgramWorld()
    let rule = try world.libraryRule(Self.stages)
    var generator = SeededGenerator(seed: 20_150_927)
    let clock = ContinuousClock()
    var usual = Duration.milliseconds(100)
    var offers: [String: Int] = [:]
    var folders: [String] = []
    var kills = 0
    var rounds = 0
    while kills < Self.killCount, rounds < Self.roundLimit {
      rounds += 1
      let round = rounds
      let folder = "round \(round)"
      folders += ["--library", world.path(folder)]
      try world.picture("a.png", seed: UInt64(round), in: folder)
      let program = world.program(["run", rule, "--library", world.path(folder)])
      let killed = try program.start()
      let delay = usual * Double.random(in: 0...1, using: &generator)
      try await Task.sleep(for: delay)
      let first = await killed.end(by: SIGKILL)
      if case .killed = first.status { kills += 1 }
      let start = clock.now
      let second = try await program.result()
      // The machine may be busy with other tests, so a run's length is measured all the time.
      usual = clock.now - start
      #expect(second.status == .exited(0))
      #expect(second.errorText == "")
      let complete = try Self.completeRecords(first) + second.records()
      #expect(complete.count <= 1, "round \(round), killed after \(delay)")
      for record in complete { offers[try #require(record.sha1), default: 0] += 1 }
    }
    let last = try await world.program(["run", rule] + folders).result()
    #expect(last.text == "")
    let entries = try await world.ledgerEntries()
    let unconfirmed = Set(entries.filter { $0.state == "unconfirmed" }.map(\.digest))
    #expect(entries.count == rounds)
    #expect(offers.values.allSatisfy { $0 == 1 })
    for entry in entries {
      let isOffered = offers[String(entry.digest.dropFirst("sha1:".count))] != nil
      #expect(isOffered || unconfirmed.contains(entry.digest), "\(entry)")
    }
    Figures.note("runs killed", kills)
    Figures.note("runs killed: unconfirmed afterwards", unconfirmed.count)
    Figures.note("runs killed: offered twice", offers.values.count { $0 > 1 })
    let forgotten = entries.filter {
      offers[String($0.digest.dropFirst("sha1:".count))] == nil && !unconfirmed.contains($0.digest)
    }
    Figures.note("runs killed: forgotten", rounds - entries.count + forgotten.count)
  }

  /// Three pictures in one question, which is killed, ended, broken off or answered at any moment.
  @Test func survivesKillsWhileSeveralAreOffered() async throws {
    let world = try ProgramWorld()
    let rule = try world.libraryRule(
      "dedupe { memory = \"kept\" }, notify { together = true, dismiss = \"20m\" }")
    var generator = SeededGenerator(seed: 20_261_122)
    let clock = ContinuousClock()
    var usual = Duration.milliseconds(100)
    var (kills, twice, forgotten, unconfirmed, givenBack) = (0, 0, 0, 0, 0)
    var (answered, shown) = (0, 0)
    for round in 1...Self.killCount {
      let folder = "round \(round)"
      for number in 0..<3 {
        try world.picture("\(number).png", seed: UInt64(round * 3 + number), in: folder)
      }
      let words = ["run", rule, "--library", world.path(folder)]
      let asked = try world.program(words, terminal: Terminal(showsOutput: false)).start()
      let signal = [SIGKILL, SIGKILL, SIGTERM, SIGINT].randomElement(using: &generator) ?? SIGKILL
      let isAnswered = Bool.random(using: &generator)
      if isAnswered, await asked.showed("Esc") {
        asked.send("\r")
        answered += 1
      }
      try await Task.sleep(for: usual * Double.random(in: 0...1, using: &generator))
      let first = await asked.end(by: signal)
      if first.status != .exited(0) { kills += 1 }
      let wasShown = first.errorText.contains("3 photos")
      shown += wasShown ? 1 : 0
      let before = try await world.ledgerEntries(of: folder)
      let start = clock.now
      let second = try await world.program(words).result()
      usual = clock.now - start
      #expect(second.status == .exited(0))
      let printed = try (Self.completeRecords(first) + second.records()).compactMap(\.sha1)
      twice += printed.count - Set(printed).count
      let isGivenBack = signal == SIGINT && wasShown && before.isEmpty
      givenBack += isGivenBack ? 1 : 0
      // An asset that the user saw and that was not released is not offered again.
      if wasShown, !isGivenBack { twice += try second.records().count }
      let entries = try await world.ledgerEntries(of: folder)
      unconfirmed += entries.count { $0.state == "unconfirmed" }
      forgotten += 3 - entries.count
      #expect(before.isEmpty || before.count == 3, "all are claimed, or none is")
      #expect(Set(before.map(\.state)).count <= 1, "all are answered, or none is")
    }
    #expect(twice == 0)
    #expect(forgotten == 0)
    // Without an answer a question ends by a signal alone, and none is answered that was not shown.
    #expect(kills >= Self.killCount - answered && kills > 0)
    #expect(shown >= answered && answered > 0)
    Figures.note("questions about several killed", kills)
    Figures.note("questions about several: offered twice", twice)
    Figures.note("questions about several: forgotten", forgotten)
    Figures.note("questions about several: unconfirmed afterwards", unconfirmed)
    Figures.note("questions about several: given back", givenBack)
  }

  /// Three pictures that a program answers for; the run is killed while it is asked about the second.
  @Test(arguments: [SIGKILL, SIGTERM, SIGINT])
  func survivesAKillWhileAProgramIsAsked(_ signal: Int32) async throws {
    let world = try ProgramWorld()
    for (name, seed) in [("a.png", 1), ("b.png", 2), ("c.png", 3)] {
      try world.picture(name, seed: UInt64(seed))
    }
    let rule = try world.rule(
      """
      return pipeline {
        wants = { exec = "to answer" },
        source {},
        filter { sortedBy = "filename" },
        dedupe { memory = "kept" },
        notify { by = { "sh", "judge.sh" }, dismiss = "20m" },
      }

      """)
    try world.directory.write(
      """
      while IFS= read -r line; do
        name=${line#*'"filename":"'}
        echo "asked about ${name%%'"'*}" >&2
        case $line in *b.png*) [ -e answered ] || sleep 1000;; esac
        echo '{"outcome":"accepted"}'
      done

      """, to: "judge.sh")
    let words = ["run", rule, "--library", world.library, "--allow", "exec"]
    let killed = try world.program(words).start()
    #expect(await killed.showed("asked about b.png"))
    let first = await killed.end(by: signal)
    #expect(first.status != .exited(0))
    #expect(try Self.completeRecords(first).compactMap(\.filename).allSatisfy { $0 == "a.png" })
    let before = try await world.ledgerEntries()
    #expect(before.first { $0.filename == "a.png" }?.state == "accepted")

    try world.directory.write("", to: "answered")
    let second = try await world.program(words).result()
    #expect(second.status == .exited(0), "\(second.errorText)")
    // A question that was broken off by Ctrl-C decided nothing; after a kill, that is not known.
    let isGivenBack = !before.contains { $0.filename == "b.png" }
    #expect(isGivenBack == (signal == SIGINT))
    let again = isGivenBack ? ["b.png", "c.png"] : ["c.png"]
    #expect(try second.records().map(\.filename) == again)
    #expect(second.errorLines == again.map { "shotflow: asked about \($0)" })
    let states = Dictionary(
      uniqueKeysWithValues: try await world.ledgerEntries().map { ($0.filename, $0.state) })
    #expect(
      states == [
        "a.png": "accepted", "b.png": isGivenBack ? "accepted" : "unconfirmed", "c.png": "accepted",
      ])
  }

  @Test func offersOnceFromEightRunsAtATime() async throws {
    let world = try ProgramWorld()
    let rule = try world.libraryRule(Self.stages)
    let count = Effort.isFull ? 3000 : 200
    for number in 1...count { try world.picture("\(number).png", seed: UInt64(number)) }
    let programs = try (1...8).map { _ in
      try world.program(["run", rule, "--library", world.library]).start()
    }
    var sums: [String] = []
    for program in programs {
      let result = await program.result()
      #expect(result.status == .exited(0))
      #expect(result.errorText == "")
      sums += try result.records().compactMap(\.sha1)
    }
    #expect(sums.count == count)
    #expect(Set(sums).count == count)
    Figures.note("8 runs at once: items", count)
    Figures.note("8 runs at once: offered twice", sums.count - Set(sums).count)
    Figures.note("8 runs at once: forgotten", count - Set(sums).count)
  }

  @Test func offersOnceFromSixRunsThatMakeManySmallOffers() async throws {
    let world = try ProgramWorld()
    let rule = try world.inputRule(Self.stages)
    let paths = try (1...60).map { try world.picture("\($0).png", seed: UInt64($0)) }
    let programs = try (1...6).map { _ in try world.program(["run", rule]).start() }
    // Every program gets its paths one by one, so that each is a transaction of its own.
    for path in paths {
      for program in programs { program.send(path + "\n") }
      try await Task.sleep(for: .milliseconds(2))
    }
    var sums: [String] = []
    for program in programs {
      program.closeInput()
      let result = await program.result()
      #expect(result.status == .exited(0))
      #expect(result.errorText == "")
      sums += try result.records().compactMap(\.sha1)
    }
    #expect(sums.count == 60)
    #expect(Set(sums).count == 60)
  }

  @Test func listsAnOfferThatWasKilledWhileItWasAsked() async throws {
    let world = try ProgramWorld()
    try world.picture()
    let arguments = [
      "run", ProgramWorld.recentRule, "--library", world.library, "--now", ProgramWorld.now,
      "--dismiss", "20m",
    ]
    let asking = try world.program(arguments, terminal: Terminal(showsOutput: false)).start()
    #expect(await asking.showed("Esc"))
    #expect(try await world.ledgerEntries().map(\.state) == ["offered"])
    #expect(await asking.end(by: SIGKILL).text == "")
    #expect(try await world.ledgerEntries().map(\.state) == ["unconfirmed"])
    let again = try await world.runRecent()
    #expect(again.status == .exited(1))
    #expect(again.text == "")
    #expect(try await world.run("ledger", "list").text.contains("unconfirmed"))

    #expect(try await world.run("ledger", "forget", "--all").status == .exited(0))
    #expect(try await world.runRecent().status == .exited(0))
  }

  @Test func offersAgainWhatCouldNotBeWritten() async throws {
    let world = try ProgramWorld()
    try world.picture()
    let line =
      "\"$shotflow\" run '\(ProgramWorld.recentRule)' --library pictures"
      + " --now \(ProgramWorld.now) > /dev/full"
    let failed = try await world.shell(line).result()
    #expect(failed.status == .exited(73))
    #expect(failed.errorText.contains("can't write the output"))
    #expect(try await world.runRecent().records().count == 1)
  }

  /// The records whose lines are whole.
  private static func completeRecords(_ result: ProgramResult) throws -> [PrintedRecord] {
    guard let end = result.output.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    return try ProgramResult.decode(Array(result.output[...end]))
  }
}
