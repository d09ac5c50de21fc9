import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Ctrl-C and its relatives, at any point of a run.
@Suite struct SignalTests {
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func stopsWhileItWaitsForInput(signal: Int32) async throws {
    let world = try ProgramWorld()
    let program = try world.program(["run", try world.inputRule()]).start()
    program.send(ForeignRecord.line(1) + "\n")
    #expect(await program.printed("IMG_1.PNG\""))
    let result = await program.end(by: signal)
    #expect(result.status == .exited(130))
    #expect(result.errorText == "shotflow: interrupted\n")
    #expect(result.lines == [ForeignRecord.line(1)])
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func stopsWhileAFunctionIsBusy(signal: Int32) async throws {
    let world = try ProgramWorld()
    // Each asset takes a good part of a function's budget, all of them together minutes.
    let rule = try world.inputRule(
      "filter(function(a) print(\"busy\") for i = 1, 2000000 do end end)")
    let program = try world.program(["run", rule]).start()
    for number in 1...2000 { program.send(ForeignRecord.line(number) + "\n") }
    #expect(await program.showed("busy"))
    let result = await program.end(by: signal)
    #expect(result.status == .exited(130))
    #expect(result.errorLines.last == "shotflow: interrupted")
    #expect(result.text == "")
  }

  @Test func leavesWholeRecordsBehind() async throws {
    let world = try ProgramWorld()
    try ForeignRecord.write(100_000, in: world)
    _ = try world.inputRule("filter(function(a) return true end)")
    let program = try world.shell("exec \"$shotflow\" run rule.lua < records").start()
    #expect(await program.printed("IMG_1.PNG\""))
    let result = await program.end(by: SIGINT)
    #expect(result.status == .exited(130) || result.status == .exited(0))
    #expect(result.output.last == UInt8(ascii: "\n"))
    let last = try #require(result.output.dropLast().split(separator: UInt8(ascii: "\n")).last)
    #expect(last.last == UInt8(ascii: "}"))
  }

  @Test func endsAtOnceAtTheSecondSignal() async throws {
    let world = try ProgramWorld()
    try ForeignRecord.write(20_000, in: world)
    _ = try world.inputRule(
      "filter(function(a) if a.pixelWidth == 1 then print(\"on\") end return true end)")
    // No process reads the pipe, so the run can't end by itself.
    let program = try world.shell(
      "mkfifo full; sleep 1800 < full & echo $! > sleeper; exec \"$shotflow\" run rule.lua < records > full"
    ).start()
    #expect(await program.showed("on"))
    // Signals that come close together count as one, so they are sent until one is the second.
    let sending = Task {
      while !Task.isCancelled {
        program.signal(SIGINT)
        try await Task.sleep(for: .milliseconds(150))
      }
    }
    let status = await program.result().status
    sending.cancel()
    #expect(status == .exited(130))
    _ = try await world.shell("kill $(cat sleeper)").result()
  }

  @Test func reportsOnceWhenAsked() async throws {
    let world = try ProgramWorld()
    let program = try world.program(["run", try world.inputRule()]).start()
    program.send(ForeignRecord.line(1) + "\n")
    #expect(await program.printed("IMG_1.PNG\""))
    program.signal(SIGUSR1)
    #expect(await program.showed("\n"))
    program.closeInput()
    let result = await program.result()
    #expect(result.status == .exited(0))
    #expect(result.errorLines.count == 1)
    #expect(result.errorText.hasPrefix("run: 1"))
    #expect(result.lines == [ForeignRecord.line(1)])
  }

  @Test func copiesNothingByHalvesWhenStopped() async throws {
    let world = try ProgramWorld()
    let bytes = [UInt8](repeating: 7, count: 4 << 20)
    for number in 1...40 {
      try world.directory.write(bytes + [UInt8(number)], to: "pictures/\(number).jpg")
    }
    let rule = try world.libraryRule("load { file = \"copy\" }")
    let program = try world.program([
      "run", rule, "--library", world.library, "--out", world.path("out"),
    ]).start()
    while (try? FileManager.default.contentsOfDirectory(atPath: world.path("out")))?.isEmpty ?? true
    {
      await Task.yield()
    }
    let status = await program.end(by: SIGINT).status
    #expect(status == .exited(130) || status == .exited(0))
    let files = try FileManager.default.contentsOfDirectory(atPath: world.path("out"))
    for file in files {
      #expect(!file.hasSuffix(".part"))
      #expect(try world.directory.contents(of: "out/\(file)").count == bytes.count + 1)
    }
  }

  #if os(Linux)
    @Test(arguments: ["move", "copy"])
    func stopsWhileItHashesOneFile(stage: String) async throws {
      let world = try ProgramWorld()
      let file = world.path("pictures/huge.jpg")
      try world.directory.write([UInt8](), to: "pictures/huge.jpg")
      // A hole of 1 TB takes minutes to hash.
      #expect(truncate(file, 1 << 40) == 0)
      // It was last written long ago, so that it counts as complete.
      let date = Date(timeIntervalSince1970: 1e9)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file)
      let rule = try world.actingRule("\(stage) { to = \"\(world.path("away/"))\" }")
      let program = try world.program(world.actingWords(rule)).start()
      while try Self.bytesRead(by: program.processIdentifier) < 100 << 20 { await Task.yield() }
      let result = await program.end(by: SIGINT)
      #expect(result.status == .exited(130))
      #expect(result.errorText == "shotflow: interrupted\n")
      #expect(world.names() == ["huge.jpg"])
      #expect(world.names(in: "away") == [])
    }

    /// The bytes that a process has read.
    private static func bytesRead(by process: Int32) throws -> Int {
      let text = try String(contentsOfFile: "/proc/\(process)/io", encoding: .utf8)
      let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("rchar: ") })
      return try #require(Int(line.dropFirst(7)))
    }
  #endif
}
