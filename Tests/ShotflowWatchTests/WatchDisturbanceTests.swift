import DesktopSupport
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Watches whose clock is set, whose computer sleeps, whose disk is full or read-only, and whose
/// system reports less than happens: each file arrives once, and each problem is told once.
@Suite struct WatchDisturbanceTests {
  private let world: ProgramWorld
  private let rule: String

  init() throws {
    world = try ProgramWorld()
    rule = try world.libraryRule()
    for number in 1...3 { try world.picture("old \(number).png", seed: UInt64(900 + number)) }
  }

  private func end(_ program: RunningProgram) async -> ProgramResult {
    let result = await program.end(by: SIGTERM)
    #expect(result.status == .exited(0), "\(result.errorText)")
    return result
  }

  /// Runs a script whose function `watch` starts a watch, and which ends the last one.
  private func script(_ text: String) async throws -> ProgramResult {
    let result = try await world.shellWithMounts(
      """
      watch() { "$shotflow" watch "$@" --template '{filename}' & p=$!; }
      \(text)
      kill -TERM $p; wait $p
      """)
    #expect(result.status == .exited(0), "\(result.errorText)")
    return result
  }

  // MARK: - Clocks

  /// The changes of clocks: that of the world is set, or the computer sleeps, for which no clock goes
  /// back. Each is wrong while the file `wrong` is there.
  private static let changes = [
    "SHOTFLOW_CLOCK=3600", "SHOTFLOW_CLOCK=-3600", "SHOTFLOW_CLOCK=31536000",
    "SHOTFLOW_CLOCK=-31536000", "SHOTFLOW_SLEEP=-3600", "SHOTFLOW_SLEEP=-31536000",
  ]

  private func variables(_ change: String) throws -> [String: String] {
    let wrong = try world.directory.write("", to: "wrong")
    let words = change.split(separator: "=").map(String.init)
    return [words[0]: "\(words[1])@\(wrong)"]
  }

  private func setRight() throws {
    try FileManager.default.removeItem(atPath: world.path("wrong"))
  }

  /// Starts a watch of two rules, one of which was watched before and catches up.
  private func watch(_ change: String) async throws -> RunningProgram {
    let second = try world.rule(
      """
      return pipeline {
        source { catchUp = true },
        classify { second = function(asset) return asset.filename end },
      }
      """, named: "second.lua")
    let first = try await world.program(["watch", second, "--library", world.library])
      .startWatching()
    _ = await end(first)
    return try await world.faultyProgram(
      ["watch", rule, second, "--library", world.library], variables(change)
    ).startWatching()
  }

  @Test(.needs(.faultLibrary), arguments: changes)
  func aClockThatIsSetLosesNothing(change: String) async throws {
    let program = try await watch(change)
    func arrive(_ number: Int) async throws {
      try world.picture("\(number).png", seed: UInt64(number))
      #expect(await program.printed("\"second\":\"\(number).png\""))
    }
    try await arrive(1)
    try setRight()
    for number in 2...4 { try await arrive(number) }
    // By a clock that is ahead, the first one has a time before the start.
    let names = try await end(program).records().compactMap(\.filename).filter { $0 != "1.png" }
    #expect(names == [2, 2, 3, 3, 4, 4].map { "\($0).png" })
  }

  /// The time of a question begins when the desktop has answered that it is shown, which nobody is told;
  /// so each attempt sleeps a little later.
  @Test(.needs(.faultLibrary), .needs(PrivateBus.requirement))
  func aQuestionFromBeforeASleepIsOver() async throws {
    let rule = try world.libraryRule(
      "dedupe { memory = \"kept\" }, notify { dismiss = \"20m\" }", named: "asking.lua")
    var states: [String?] = []
    for (attempt, pause) in [0.1, 1, 5, 30].enumerated() where states.last != "expired" {
      let bus = try await PrivateBus()
      let desktop = try FakeDesktop(on: bus.address)
      let program = try await world.faultyProgram(
        ["watch", rule, "--library", world.library],
        variables("SHOTFLOW_SLEEP=-3600").merging(["DBUS_SESSION_BUS_ADDRESS": bus.address]) { $1 }
      ).startWatching()
      try world.picture("\(attempt).png", seed: UInt64(attempt + 1))
      desktop.waits(forNotices: 1)
      try await Task.sleep(for: .seconds(pause))
      try setRight()
      for _ in 0..<100 where states.count == attempt {
        try await Task.sleep(for: .milliseconds(50))
        let entry = try await world.ledgerEntries().first { $0.filename == "\(attempt).png" }
        if entry?.state == "expired" { states.append("expired") }
      }
      if states.count == attempt { states.append(nil) }
      // Without a desktop the question ends, too.
      #expect(desktop.notices.count == 1)
      _ = await end(program)
      withExtendedLifetime((bus, desktop)) {}
    }
    #expect(states.last == "expired")
  }

  // MARK: - Disks

  private static let remembering =
    "return pipeline { source { catchUp = true }, dedupe { memory = \"kept\" }, notify {} }"

  /// Watches once more, and returns all that is printed until a new file arrives.
  private func namesOfNextWatch(_ rule: String) async throws -> [String] {
    let program = try await world.program([
      "watch", rule, "--library", world.library, "--template", "{filename}",
    ]).startWatching()
    try world.picture("last.png", seed: 99)
    #expect(await program.printed("last.png"))
    return await end(program).lines
  }

  /// The state can't be written for some attempts.
  @Test(.needs(.faultLibrary), arguments: ["ENOSPC", "EROFS", "EIO"])
  func whatCannotBeRememberedIsOfferedLater(fault: String) async throws {
    let rule = try world.rule(Self.remembering)
    let broken = world.path("broken")
    let program = try await world.faultyProgram(
      ["watch", rule, "--library", world.library, "--template", "{filename}"],
      ["SHOTFLOW_FAULT": "pwrite:1+:\(fault)@\(broken)"]
    ).startWatching()
    try world.picture("1.png", seed: 1)
    #expect(await program.printed("1.png"))
    while try await world.ledgerEntries().first?.state != "delivered" {
      try await Task.sleep(for: .milliseconds(20))
    }
    try world.directory.write("", to: "broken")
    for number in 2...3 { try world.picture("\(number).png", seed: UInt64(number)) }
    #expect(await program.showed("can't"))
    // Two more attempts.
    try await Task.sleep(for: .seconds(4))
    try FileManager.default.removeItem(atPath: broken)
    for number in 2...3 { #expect(await program.printed("\(number).png")) }
    try world.picture("4.png", seed: 4)
    #expect(await program.printed("4.png"))
    let result = await end(program)
    #expect(result.lines.sorted() == (1...4).map { "\($0).png" }, "\(result.errorText)")
    let messages = result.errorLines.filter { $0.contains("ledger.sqlite") }
    #expect(messages.count == 1, "\(result.errorText)")
    #expect(try await namesOfNextWatch(rule) == ["last.png"])
  }

  /// The disk with the state is full for some attempts, also for what a rule knows of the library.
  @Test(.needs(.ownMounts)) func afterAFullDiskNothingIsOfferedTwice() async throws {
    let rule = try world.rule(Self.remembering)
    let plain = try world.rule(
      "return pipeline { source { catchUp = true } }", named: "plain.lua")
    for number in 1...5 { try world.picture("\(number).png", seed: UInt64(number), in: "new") }
    try world.directory.makeFolder("state")
    let result = try await script(
      """
      mount -t tmpfs -o size=1m,mode=700 none state
      watch \(rule) \(plain) --library pictures > out 2> err
      until_said watching err
      cp new/1.png pictures
      until [ "$(grep -c 1.png out)" -eq 2 ]; do sleep 0.05; done
      cat /dev/zero > state/fill 2> /dev/null
      cp new/2.png new/3.png pictures/
      until_said full err
      sleep 4
      rm state/fill
      cp new/4.png pictures
      for n in 2 3 4; do until [ "$(grep -c $n.png out)" -ge 2 ]; do sleep 0.05; done; done
      kill -TERM $p; wait $p
      watch \(rule) \(plain) --library pictures > out2 2> err2
      until_said watching err2
      cp new/5.png pictures
      until [ "$(grep -c 5.png out2)" -eq 2 ]; do sleep 0.05; done
      cat out out2; cat err >&2
      """)
    let names = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5].map { "\($0).png" }
    #expect(result.lines.sorted() == names, "\(result.errorText)")
    #expect(result.errorLines.count { $0.contains("full") } <= 2, "\(result.errorText)")
  }

  /// A file system that can't be written for a while, as after an error of the disk.
  @Test(.needs(.ownMounts)) func aLibraryThatCannotBeWrittenStays() async throws {
    for number in 1...3 { try world.picture("\(number).png", seed: UInt64(number), in: "new") }
    let result = try await script(
      """
      mount -t tmpfs none pictures
      watch \(rule) --library pictures > out 2> err
      until_said watching err
      cp new/1.png pictures; until_said 1.png out
      mount -o remount,bind,ro pictures
      cp new/2.png pictures 2> /dev/null && exit 1
      mount -o remount,bind,rw pictures
      cp new/3.png pictures; until_said 3.png out
      cat out; cat err >&2
      """)
    #expect(result.lines == ["1.png", "3.png"])
    #expect(result.errorLines.count == 1, "\(result.errorText)")
  }

  // MARK: - Limits

  /// The system drops events, twice, while the watch is stopped.
  @Test func whatTheSystemDropsArrivesOnce() async throws {
    let limit =
      (try? String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8))
      .flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    let noise = try world.directory.write("", to: "pictures/noise.txt")
    let program = try await world.program([
      "watch", rule, "--library", world.library, "--template", "{filename}",
    ]).startWatching()
    var count = 0
    func add(_ more: Int, in folder: String = "") throws {
      for _ in 0..<more {
        count += 1
        try world.picture("\(100 + count).png", seed: UInt64(count), in: "pictures\(folder)")
      }
    }
    for round in 1...2 {
      program.signal(SIGSTOP)
      try add(10)
      for _ in 0..<(try #require(limit) / 4 + 100) {
        try #require(rename(noise, noise + "2") == 0 && rename(noise + "2", noise) == 0)
      }
      try add(10)
      try add(10, in: "/folder \(round)")
      program.signal(SIGCONT)
      for number in 1...count { #expect(await program.printed("\(100 + number).png\n")) }
      try add(1)
      #expect(await program.printed("\(100 + count).png\n"))
    }
    let messages = program.errorOutput.split(separator: "\n")
    #expect(messages.count { $0.contains("fs.inotify.max_queued_events") } == 1)
    #expect(messages.count == 2, "\(messages)")
    let names = await end(program).lines.sorted()
    #expect(names == (1...count).map { "\(100 + $0).png" })
  }

  @Test(.needs(.ownWatchLimit)) func foldersBeyondTheUsersLimitAreLookedAt() async throws {
    for number in 1...80 {
      try world.directory.makeFolder("pictures/\(number)")
      try world.picture("new \(number).png", seed: UInt64(number), in: "new")
    }
    let result = try await script(
      """
      echo 50 > /proc/sys/user/max_inotify_watches
      watch \(rule) --library pictures > out 2> err
      until_said watching err
      for n in $(seq 80); do cp "new/new $n.png" pictures/$n; done
      until [ "$(sort -u out | wc -l)" -eq 80 ]; do sleep 0.05; done
      rm -r pictures/1 pictures/2
      mkdir pictures/late; cp "new/new 1.png" pictures/late/last.png
      until_said last.png out
      cat out; cat err >&2
      """)
    #expect(result.lines.sorted() == ["last.png"] + (1...80).map { "new \($0).png" }.sorted())
    let limits = result.errorLines.filter { $0.contains("fs.inotify.max_user_watches") }
    #expect(limits.count == 1 && limits[0].contains("pictures"), "\(result.errorText)")
    #expect(result.errorLines.count == 2, "\(result.errorText)")
  }

  @Test(.needs(.ownWatchLimit)) func aWatchThatTheSystemReportsNothingToLooksAtItsFolders()
    async throws
  {
    try world.picture("1.png", seed: 1, in: "new")
    let result = try await script(
      """
      echo 0 > /proc/sys/user/max_inotify_instances
      watch \(rule) --library pictures > out 2> err
      until_said watching err
      cp new/1.png pictures; until_said 1.png out
      cat out; cat err >&2
      """)
    #expect(result.lines == ["1.png"])
    let limits = result.errorLines.filter { $0.contains("fs.inotify.max_user_instances") }
    #expect(limits.count == 1 && result.errorLines.count == 2, "\(result.errorText)")
  }
}
