import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// Pictures of any size, made by the decoder that ships with the tool.
@Suite struct PictureTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
  }

  private func photo(_ name: String, seed: UInt64 = 1, thumbnail: [UInt8]? = nil) throws {
    try world.directory.write(
      JPEGPicture(width: 640, height: 480, seed: seed) {
        if let thumbnail { $0.exif = EXIFBlock { $0.thumbnail = thumbnail } }
      }, to: "pictures/\(name)")
  }

  private func written() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: world.path("out")).sorted()
  }

  @Test func picturesAreKeptInTheCache() async throws {
    try photo("a.jpg")
    try world.picture("b.png")
    usleep(50_000)
    let rule = try world.libraryRule("load { size = { 150, 150 } }")
    for origin in ["decoded", "cache"] {
      let result = try await world.run("run", rule, "--library", world.library)
      #expect(result.status == .exited(0), "\(result.errorText)")
      let images = try result.records().compactMap(\.image)
      #expect(images.map(\.origin) == [origin, origin])
      #expect(images.map(\.pixelWidth) == [150, 48])
      #expect(images.allSatisfy { $0.path?.hasPrefix(world.path("cache")) == true })
    }
  }

  @Test func picturesGoIntoAFolderOnceOnly() async throws {
    for (seed, name) in ["a.jpg", "b/a.jpg", "c/a.jpg"].enumerated() {
      try photo(name, seed: UInt64(seed))
    }
    let rule = try world.libraryRule("load { size = { 100, 50 }, contentMode = \"aspectFill\" }")
    for _ in 1...2 {
      let result = try await world.run(
        "run", rule, "--library", world.library, "--out", world.path("out"))
      #expect(result.status == .exited(0), "\(result.errorText)")
      let images = try result.records().compactMap(\.image)
      #expect(
        images.map(\.path)
          == ["a-100x50.jpg", "a-100x50 2.jpg", "a-100x50 3.jpg"].map { world.path("out/\($0)") })
      #expect(images.map(\.pixelWidth) == [100, 100, 100])
      #expect(images.map(\.pixelHeight) == [50, 50, 50])
      for image in images {
        let path = try #require(image.path)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count == image.byteCount)
      }
    }
    #expect(try written() == ["a-100x50 2.jpg", "a-100x50 3.jpg", "a-100x50.jpg"])
  }

  @Test func picturesGoToADescriptor() async throws {
    try photo("a.jpg", seed: 1)
    try photo("b.jpg", seed: 2)
    _ = try world.libraryRule("load { size = { 60, 60 }, format = \"png\" }")
    let result = try await world.shell(
      "exec \"$shotflow\" run rule.lua --library pictures --out-fd 7 7> all"
    ).result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    let images = try result.records().compactMap(\.image)
    let bytes = try world.directory.contents(of: "all")
    #expect(images.map(\.descriptor) == [7, 7])
    #expect(images.first?.offset == 0)
    #expect(images.last?.offset == images.first?.byteCount)
    #expect(images.compactMap(\.byteCount).reduce(0, +) == bytes.count)
    for image in images {
      let offset = try #require(image.offset)
      #expect(Array(bytes[offset...].prefix(4)) == [0x89, 0x50, 0x4E, 0x47])
    }
  }

  @Test(arguments: [
    ("99", "--out-fd 99 is not open"),
    ("1", "--out-fd takes a number from 3 to 1048576, not \"1\""),
    ("pictures", "--out-fd takes a number from 3 to 1048576, not \"pictures\""),
  ])
  func aDescriptorThatIsNoneIsRefused(_ number: String, _ message: String) async throws {
    let rule = try world.libraryRule("load { size = { 60, 60 } }")
    let result = try await world.run(
      "run", rule, "--library", world.library, "--out-fd", number)
    #expect(result.status == .exited(64))
    #expect(result.errorText == "shotflow: \(message)\n")
  }

  @Test func aKillLeavesNoPartOfAPictureUnderItsName() async throws {
    for number in 100..<160 { try photo("\(number).jpg", seed: UInt64(number)) }
    let rule = try world.libraryRule("load { size = { 320, 320 } }")
    let arguments = ["run", rule, "--library", world.library, "--out", world.path("out")]
    for count in [100, 120, 140] {
      let program = try world.program(arguments).start()
      #expect(await program.printed("\"filename\":\"\(count).jpg\""))
      await program.end(by: SIGKILL)
      for name in try written() where !name.hasPrefix(".") {
        let bytes = try world.directory.contents(of: "out/\(name)")
        #expect(Array(bytes.prefix(2)) == [0xFF, 0xD8])
        #expect(Array(bytes.suffix(2)) == [0xFF, 0xD9])
      }
    }
    let result = try await world.program(arguments).result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    // What was there already is neither replaced nor doubled.
    #expect(
      try written().filter { !$0.hasPrefix(".") } == (100..<160).map { "\($0)-320x320.jpg" })
  }

  @Test func anInterruptionEndsARunWhoseReaderIsStuck() async throws {
    for number in 100..<200 { try photo("\(number).jpg", seed: UInt64(number)) }
    _ = try world.libraryRule("load { format = \"png\" }")
    // No process reads the pipe, so the run can't end by itself.
    let program = try world.shell(
      "mkfifo full; sleep 1800 < full & echo $! > sleeper; exec \"$shotflow\" run rule.lua"
        + " --library pictures --out-fd 7 7> full"
    ).start()
    #expect(await program.printed("\"filename\":\"100.jpg\""))
    let result = await program.end(by: SIGINT)
    if let sleeper = Int32(
      try world.directory.text(of: "sleeper").trimmingCharacters(in: .whitespacesAndNewlines))
    {
      kill(sleeper, SIGKILL)
    }
    #expect(result.status == .exited(130))
    #expect(result.errorText == "shotflow: interrupted\n")
    #expect(try result.records().count < 100)
  }

  @Test func aMissingDecoderEndsTheRun() async throws {
    let world = try ProgramWorld()
    for number in 1...3 { try world.picture("\(number).png", seed: UInt64(number)) }
    _ = try world.libraryRule("load { size = { 10, 10 } }")
    let result = try await world.shell(
      "mkdir bin && cp \"$shotflow\" bin && bin/shotflow run rule.lua --library pictures"
    ).result()
    #expect(result.status == .exited(69))
    #expect(result.text == "")
    #expect(result.errorLines.count == 1)
    #expect(result.errorText.contains("there is no shotflow-decode in"))
    #expect(result.errorText.contains("install it beside this program"))
  }

  @Test func aBrokenPictureIsOneFailure() async throws {
    try photo("a.jpg")
    var broken = PNGPicture(width: 64, height: 64).encoded()
    for index in broken.indices.dropFirst(60).dropLast(20) { broken[index] = 0 }
    try world.directory.write(broken, to: "pictures/b.png")
    try photo("c.jpg")
    try world.directory.write("text", to: "pictures/d.jpg")
    let rule = try world.libraryRule("load { size = { 30, 30 } }")
    let result = try await world.run("run", rule, "--library", world.library)
    #expect(result.status == .exited(3))
    #expect(try result.records().map(\.filename) == ["a.jpg", "c.jpg"])
    #expect(result.errorLines.count == 2)
    #expect(result.errorLines.first?.contains("b.png: ") == true)
    #expect(
      result.errorLines.last
        == "shotflow: \(world.library)/d.jpg: the content is no known picture or movie format")
  }

  @Test func aDegradedPictureComesFirst() async throws {
    try photo("a.jpg", thumbnail: JPEGPicture(width: 160, height: 120, seed: 9).encoded())
    let rule = try world.libraryRule(
      "load { size = { 320, 320 }, deliveryMode = \"opportunistic\" }")
    let result = try await world.run(
      "run", rule, "--library", world.library, "--out", world.path("out"))
    let images = try result.records().compactMap(\.image)
    #expect(images.map(\.isDegraded) == [true, nil])
    #expect(images.map(\.pixelWidth) == [160, 320])
    #expect(images.map(\.origin) == ["preview", "decoded"])
    #expect(try written() == ["a-160x120-degraded.jpg", "a-320x320.jpg"])
  }

  @Test func aVideoNeedsAProgramForItsPicture() async throws {
    try world.directory.write(QuickTimeMovie(width: 64, height: 48), to: "pictures/a.mov")
    let rule = try world.libraryRule("load { size = { 30, 30 } }")
    var run = world.program(["run", rule, "--library", world.library])
    run.environment["PATH"] = world.path("bin")
    let result = try await run.result()
    #expect(result.status == .exited(3))
    #expect(
      result.errorText
        == "shotflow: \(world.library)/a.mov: no program makes pictures of videos; install the"
        + " package ffmpegthumbnailer or ffmpeg\n")
  }

  #if os(Linux)
    @Test func aKilledRunLeavesNoProgramForStills() async throws {
      try world.directory.write(QuickTimeMovie(width: 64, height: 48), to: "pictures/a.mov")
      let seconds = "\(getpid())\(UInt16.random(in: 10000...65535))"
      let program = try world.directory.write(
        "#!/bin/sh\nsetsid sleep \(seconds) &\nexec sleep \(seconds)\n",
        to: "bin/ffmpegthumbnailer")
      chmod(program, 0o755)
      let rule = try world.libraryRule("load { size = { 30, 30 } }")
      var run = world.program(["run", rule, "--library", world.library])
      run.environment["PATH"] = world.path("bin")
      let running = try run.start()
      while !ProcessTable.has("sleep", seconds) { try await Task.sleep(for: .milliseconds(5)) }
      await running.end(by: SIGKILL)
      // The launcher outlives the tool for a moment.
      while ProcessTable.has("sleep", seconds) { try await Task.sleep(for: .milliseconds(5)) }
    }
  #endif

  /// Runs stages where a program gives the same still for each movie.
  private func imagesWithStills(_ stages: String) async throws -> [PrintedRecord.Loaded] {
    try world.directory.write(JPEGPicture(width: 640, height: 480), to: "still.jpg")
    let program = try world.directory.write(
      "#!/bin/sh\nexec /bin/cat \(world.path("still.jpg"))\n", to: "bin/ffmpegthumbnailer")
    chmod(program, 0o755)
    let rule = try world.libraryRule(stages)
    var run = world.program([
      "run", rule, "--library", world.library, "--out", world.path("out"),
    ])
    run.environment["PATH"] = world.path("bin")
    let result = try await run.result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    return try result.records().compactMap(\.image)
  }

  @Test func aVideosPictureIsDecodedLikeAnyOther() async throws {
    for number in 1...5 {
      try world.directory.write(
        QuickTimeMovie(width: 64, height: 48), to: "pictures/\(number).mov")
    }
    try photo("6.jpg")
    let images = try await imagesWithStills("load { size = { 30, 30 } }")
    #expect(images.map(\.origin) == Array(repeating: "poster", count: 5) + ["decoded"])
    #expect(images.allSatisfy { $0.pixelWidth == 30 })
  }

  /// The largest picture of a movie is a still, and that of a picture the picture itself.
  @Test func theMaximumOfAMovieIsAPicture() async throws {
    try world.directory.write(QuickTimeMovie(width: 64, height: 48), to: "pictures/1.mov")
    try photo("2.jpg")
    let images = try await imagesWithStills("load { size = \"maximum\" }")
    #expect(images.map(\.origin) == ["poster", "original"])
    #expect(images.first?.path?.hasPrefix(world.path("out")) == true)
    #expect(images.last?.path == "\(world.library)/2.jpg")
  }

  @Test func aRuleAsksForConformance() async throws {
    try photo("a.jpg")
    try world.directory.write(GIFPicture(width: 8, height: 8), to: "pictures/b.gif")
    try world.directory.write("text", to: "pictures/c.txt")
    let rule = try world.libraryRule(
      "filter(function(a) return a:hasItemConformingTo(\"public.image\") end)")
    let result = try await world.run("run", rule, "--library", world.library)
    #expect(try result.records().map(\.filename) == ["a.jpg", "b.gif"])
  }

  @Test func nonsenseIsRefusedWithItsLine() async throws {
    let rule = try world.rule(
      "return pipeline {\n  source {},\n  load { size = { 0, 150 }, format = \"gif\" },\n}\n")
    let result = try await world.run("run", rule, "--library", world.library)
    #expect(result.status == .exited(65))
    #expect(result.errorText.contains("rule.lua:3: size takes width and height"))
    #expect(result.errorText.contains("rule.lua:3: format takes \"jpeg\", \"png\""))
  }
}
