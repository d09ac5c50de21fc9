import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Disks that are mounted later, and libraries that are put back: what was there does not arrive.
@Suite struct WatchRestoredTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
  }

  private func identifiers(_ result: ProgramResult) throws -> [String] {
    try result.records().compactMap(\.localIdentifier).sorted()
  }

  @Test(.needs(.ownMounts), arguments: [false, true])
  func aDiskThatIsMountedLaterIsWatched(catchesUp: Bool) async throws {
    let rule = try world.rule(
      "return pipeline { source { catchUp = \(catchesUp) } }", named: "arrivals.lua")
    for name in ["old", "new", "last", "below"] {
      try world.picture("\(name).png", seed: UInt64(name.count), in: "made")
    }
    try world.directory.setModified(Date(timeIntervalSince1970: 1e9), of: "made/old.png")
    try world.directory.makeFolder("disk")
    let result = try await world.shellWithMounts(
      """
      "$shotflow" watch \(rule) --library disk > out 2> err & p=$!
      until_said watching err
      mkdir real; mount -t tmpfs none real; cp -p made/old.png real/old.png; sleep 0.1
      mount --bind real disk
      until_said "another file system" err
      cp made/new.png disk/new.png
      until_said '"localIdentifier":"new.png"' out
      unmount disk
      until_said "is gone" err
      cp made/last.png real/last.png
      mount --bind real disk
      until_said '"localIdentifier":"last.png"' out
      kill -TERM $p; wait $p
      "$shotflow" watch \(rule) --library disk > out2 2> err2 & p=$!
      until_said watching err2
      cp made/below.png disk/below.png
      until_said '"localIdentifier":"below.png"' out2
      kill -TERM $p; wait $p
      cat out out2; cat err err2 >&2
      """)
    // What was written on the disk while another one was watched may be new or not, by its times.
    let names = try identifiers(result).filter { $0 != "old.png" }
    #expect(names == ["below.png", "last.png", "new.png"], "\(result.errorText)")
    #expect(try identifiers(result).count <= 4)
    let gone = result.errorLines.filter { $0.contains("is gone") }
    #expect(gone.count == 1)
  }

  /// Two pictures arrive at once; the library goes while the first one is looked at.
  @Test func whatArrivedBeforeItsLibraryWentIsPrintedWhenItIsBack() async throws {
    let wait =
      "while read -r line; do echo got >&2; until [ -e go ]; do sleep 0.01; done; echo $line; done"
    let rule = try world.rule(
      """
      return pipeline { wants = { exec = "to wait" }, source {}, exec { "sh", "-c", [[\(wait)]] } }
      """)
    try world.directory.makeFolder("pictures")
    for number in 1...2 {
      try world.picture("\(number).png", seed: UInt64(number), in: "made/new")
    }
    let program = try world.program(
      ["watch", rule, "--library", world.library, "--allow", "exec"]
    ).start()
    #expect(await program.showed("watching"))
    try #require(rename(world.path("made/new"), world.path("pictures/new")) == 0)
    #expect(await program.showed("got"))
    try #require(rename(world.path("pictures"), world.path("away")) == 0)
    try world.directory.write("", to: "go")
    #expect(await program.showed("is gone"))
    try #require(rename(world.path("away"), world.path("pictures")) == 0)
    for number in 1...2 {
      #expect(await program.printed("\"localIdentifier\":\"new/\(number).png\""))
    }
    #expect(try await identifiers(program.end(by: SIGINT)) == ["new/1.png", "new/2.png"])
  }

  /// Copies the library to a new place and back, as a restored backup and a new disk do.
  @Test func aRestoredLibraryIsNotCaughtUpWith() async throws {
    let rule = try world.rule("return pipeline { source { catchUp = true } }")
    for number in 1...30 {
      try world.picture("\(number).png", seed: UInt64(number), in: "pictures/\(number % 3)")
    }
    func watch(adding name: String) async throws -> [String] {
      let program = try await world.program(["watch", rule, "--library", world.library])
        .startWatching()
      let known = try world.knownSize()
      try world.picture(name, seed: UInt64(100 + name.count))
      #expect(await program.printed("\"localIdentifier\":\"\(name)\""))
      // A signal that comes before it is noted would have it offered again.
      for _ in 0..<4000 where try world.knownSize() <= known {
        try await Task.sleep(for: .milliseconds(5))
      }
      return try await identifiers(program.end(by: SIGINT))
    }
    #expect(try await watch(adding: "a.png") == ["a.png"])
    for name in ["bb.png", "ccc.png"] {
      let copy = try await RunProgram(
        "/bin/sh", ["-c", "cp -a pictures copy && rm -r pictures && mv copy pictures"],
        environment: ["PATH": "/usr/bin:/bin"], workingFolder: world.directory.path
      ).result()
      #expect(copy.status == .exited(0))
      #expect(try await watch(adding: name) == [name])
    }
  }

  @Test(arguments: ["pictures", "pictures/1"])
  func whatIsRestoredWhileItIsWatchedDoesNotArrive(folder: String) async throws {
    let rule = try world.libraryRule()
    for number in 1...30 {
      try world.picture("\(number).png", seed: UInt64(number), in: "pictures/\(number % 3)")
    }
    let program = try await world.program(["watch", rule, "--library", world.library])
      .startWatching()
    let restored = try await RunProgram(
      "/bin/sh", ["-c", "cp -a \(folder) copy && rm -r \(folder) && cp -a copy \(folder)"],
      environment: ["PATH": "/usr/bin:/bin"], workingFolder: world.directory.path
    ).result()
    #expect(restored.status == .exited(0))
    try world.picture("new.png", seed: 99, in: "pictures/1")
    #expect(await program.printed("\"localIdentifier\":\"1/new.png\""))
    #expect(try await identifiers(program.end(by: SIGINT)) == ["1/new.png"])
  }

  @Test func aTouchIsAChangeAndNoArrival() async throws {
    let changes = try world.libraryRule(
      "filter { modificationDate = after(\"2030-01-01\") }, observe {}", named: "changes.lua")
    let arrivals = try world.libraryRule(named: "arrivals.lua")
    try world.picture("a.png", seed: 1)
    let program = try await world.program(
      ["watch", changes, arrivals, "--library", world.library]
    ).startWatching()
    try world.directory.setModified(Date(timeIntervalSince1970: 2e9), of: "pictures/a.png")
    #expect(await program.printed("inserted"))
    try world.picture("new.png", seed: 2)
    #expect(await program.printed("\"localIdentifier\":\"new.png\""))
    let lines = await program.end(by: SIGINT).lines
    #expect(lines.count { $0.hasPrefix("{\"v\":1,\"kind\":\"asset\"") } == 1)
    #expect(lines.contains { $0.contains("inserted") && $0.contains("a.png") })
  }
}
