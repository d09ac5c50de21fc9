import AssetSupport
import Foundation
import Pipeline
import PipelineSupport
import Samples
import TestSupport
import Testing

@Suite struct LibrarySourceTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func run(
    _ source: ArgumentValue = [:], then: [StageCall] = [], library: String? = nil
  ) throws -> Scenario.Outcome {
    try Scenario([StageCall("source", source)] + then, library: library ?? folder.path).run()
  }

  private func write(_ paths: String...) throws {
    for path in paths { try folder.write(PNGPicture(width: 2, height: 2), to: path) }
  }

  @Test func filesComeBeforeFoldersAndNamesByTheirBytes() throws {
    try write("b.png", "a.png", "B.png", "z/1.png", "é/2.png", "z/a/3.png", "A/4.png", "z.png")
    #expect(
      try run().names == [
        "B.png", "a.png", "b.png", "z.png", "A/4.png", "z/1.png", "z/a/3.png", "é/2.png",
      ])
  }

  @Test func hiddenFilesAndFoldersAreLeftOutUnlessAskedFor() throws {
    try write("a.png", ".b.png", ".hidden/c.png", "d/.e.png")
    #expect(try run().names == ["a.png"])
    let all = try run(["includeHidden": true])
    #expect(try all.names == [".b.png", "a.png", ".hidden/c.png", "d/.e.png"])
    #expect(try all.records.map { $0["isHidden"] as? Bool } == [true, false, false, true])
  }

  @Test func linksAreNotFollowed() throws {
    let outside = try TemporaryDirectory()
    try outside.write(PNGPicture(width: 2, height: 2), to: "secret.png")
    try write("in/a.png")
    symlink(outside.path, folder.path("out"))
    symlink(folder.path, folder.path("in/loop"))
    symlink(outside.path("secret.png"), folder.path("secret.png"))
    symlink("/nonexistent", folder.path("broken.png"))
    let outcome = try run()
    #expect(try outcome.names == ["in/a.png"])
    #expect(outcome.reasons.isEmpty)
  }

  @Test func theLibraryItselfMayBeALink() throws {
    try write("real/a.png")
    symlink(folder.path("real"), folder.path("link"))
    let outcome = try run(library: folder.path("link"))
    #expect(try outcome.texts("path") == [folder.path("real/a.png")])
    #expect(try outcome.texts("library") == [folder.path("real")])
  }

  @Test func pipesAndSocketsArePassedOver() throws {
    try write("a.png")
    mkfifo(folder.path("pipe.png"), 0o600)
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let socket = socket(AF_UNIX, kind, 0)
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: folder.path("s.png").utf8) }
    let bound = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0)
    let outcome = try run()
    #expect(try outcome.names == ["a.png"])
    #expect(outcome.reasons.isEmpty)
    // Handed over by name, a pipe is refused without waiting for its other end.
    let named = try Scenario(
      [StageCall("source", ["stdin": true])], input: folder.path("pipe.png")
    ).run()
    #expect(named.reasons == ["is not an ordinary file"])
  }

  @Test func namesOfAnyBytesAreLossless() throws {
    let names: [[UInt8]] = [
      Array("a\nb.png".utf8), Array("c".utf8) + [0xFF, 0x80] + Array(".png".utf8),
      Array("\"d\\\u{1}.png".utf8),
    ]
    for name in names {
      let path = (Array(folder.path("").utf8) + name).map { CChar(bitPattern: $0) } + [0]
      let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
      try #require(descriptor >= 0)
      close(descriptor)
    }
    // Empty files of picture names fail, so the type is left alone.
    let outcome = try run(then: [StageCall("filter", ["limit": 9])])
    let read = try outcome.records.map { record -> [UInt8] in
      if let bytes = record["localIdentifierBytes"] as? String {
        return Data(base64Encoded: bytes).map(Array.init) ?? []
      }
      return Array((record["localIdentifier"] as? String ?? "").utf8)
    }
    #expect(read.isEmpty || read == names.sorted { $0.lexicographicallyPrecedes($1) })
    #expect(outcome.report.read == 3)
  }

  @Test func namesOfAnyBytesComeBackThroughARecord() throws {
    let name = Array("c".utf8) + [0xFF, 0x0A, 0x80] + Array(".png".utf8)
    let path = Array(folder.path("").utf8) + name
    let descriptor = open(path.map { CChar(bitPattern: $0) } + [0], O_WRONLY | O_CREAT, 0o600)
    try #require(descriptor >= 0)
    let picture = PNGPicture(width: 3, height: 2).encoded()
    #expect(Foundation.write(descriptor, picture, picture.count) == picture.count)
    close(descriptor)
    let first = try run()
    let record = try #require(try first.records.first)
    #expect(
      (record["pathBytes"] as? String).flatMap { Data(base64Encoded: $0) }.map(Array.init) == path)
    #expect(
      (record["filenameBytes"] as? String).flatMap { Data(base64Encoded: $0) }.map(Array.init)
        == name)
    var second = Scenario(
      [StageCall("source", ["stdin": true]), StageCall("load", ["file": "copy"])])
    second.input = first.bytes
    second.outputFolder = folder.path("out")
    let outcome = try second.run()
    #expect(outcome.reasons.isEmpty)
    #expect(outcome.report.emitted == 1)
  }

  @Test func aFolderThatCannotBeReadIsReportedAndPassedOver() async throws {
    try write("a.png", "closed/b.png", "open/c.png")
    chmod(folder.path, 0o755)
    chmod(folder.path("closed"), 0)
    defer { chmod(folder.path("closed"), 0o700) }
    await #expect(processExitsWith: .success) { [library = folder.path as String] in
      // File modes do not bind root.
      if geteuid() == 0 { try #require(setuid(65534) == 0) }
      let outcome = try Scenario([StageCall("source")], library: library).run()
      #expect(try outcome.names == ["a.png", "open/c.png"])
      #expect(
        outcome.report.failures
          == [
            AssetFailure(
              asset: "\(library)/closed", stage: "source", reason: "permission denied")
          ])
    }
  }

  @Test func anAlbumIsAFolderByItsPathOrTitle() throws {
    try write("a.png", "Trips/b.png", "Trips/Rome/c.png", "Old/Rome/d.png", "Old/Oslo/e.png")
    #expect(try run(["album": "Trips"]).names == ["Trips/b.png"])
    #expect(try run(["album": "Old/Rome"]).names == ["Old/Rome/d.png"])
    #expect(try run(["album": "Oslo"]).names == ["Old/Oslo/e.png"])
    #expect(
      try run(["album": "albumRegular"]).names
        == ["Old/Oslo/e.png", "Old/Rome/d.png", "Trips/b.png", "Trips/Rome/c.png"])
  }

  @Test func anInvalidAlbumIsReportedWithTheRemedy() throws {
    try write("Trips/Rome/c.png", "Old/Rome/d.png")
    let ambiguous = #expect(throws: LibraryProblem.self) { try run(["album": "Rome"]) }
    #expect(
      ambiguous?.description
        == "\"\(folder.path)\" has several albums \"Rome\"; name one by its path: "
        + "\"Old/Rome\", \"Trips/Rome\"")
    let missing = #expect(throws: LibraryProblem.self) { try run(["album": "Trisp"]) }
    #expect(missing?.description.hasSuffix("; did you mean \"Trips\"?") == true)
    let upward = #expect(throws: LibraryProblem.self) { try run(["album": "../"]) }
    #expect(upward?.description.contains("has no album") == true)
  }

  @Test func anAlbumsNameComparesComposed() throws {
    try write("Cafe\u{301}/a.png")
    #expect(try run(["album": "Caf\u{E9}"]).names.count == 1)
  }

  @Test func aSmartAlbumIsATest() throws {
    try write("Screenshot from 2024-01-01 12-00-00.png", "cat.png")
    #expect(
      try run(["album": "smartAlbumScreenshots"]).names
        == ["Screenshot from 2024-01-01 12-00-00.png"])
    #expect(try run(["album": "smartAlbumUserLibrary"]).names.count == 2)
    #expect(try run(["album": "smartAlbumVideos"]).names.isEmpty)
  }

  @Test func foldersDeeperThanAnyPathAreRead() throws {
    let picture = PNGPicture(width: 7, height: 5).encoded()
    let deep = try DeepFolder(below: folder.path, depth: 2000, name: "folder") { innermost in
      let descriptor = openat(innermost, "deep.png", O_WRONLY | O_CREAT, 0o600)
      _ = Foundation.write(descriptor, picture, picture.count)
      close(descriptor)
    }
    let outcome = try withExtendedLifetime(deep) { try run() }
    #expect(outcome.reasons.isEmpty)
    let record = try #require(try outcome.records.first)
    #expect((record["localIdentifier"] as? String)?.utf8.count == 2000 * 7 + 8)
    #expect(record["pixelWidth"] as? Int == 7)
  }

  @Test func filesOfMoreFoldersThanMayBeOpenAreRead() throws {
    for index in 0..<700 {
      try folder.write("\(index)", to: "folder \(index)/a.jpg")
    }
    // The hashes are read after all folders were listed.
    let outcome = try run(
      then: [
        StageCall("filter", ["sortedBy": "localIdentifier"]), StageCall("load", ["data": "size"]),
      ]
    )
    #expect(outcome.reasons.isEmpty)
    #expect(Set(try outcome.texts("sha1")).count == 700)
  }

  @Test func aFolderThatBecameALinkLeadsNowhere() throws {
    let outside = try TemporaryDirectory()
    try outside.write(PNGPicture(width: 9, height: 9), to: "a.png")
    for index in 0..<700 { try write("folder \(1000 + index)/a.png") }
    let made = try Components.builtin.stages.make(
      StageCall("source"), rulePath: "a.lua", now: Scenario.noon
    ).get()
    let source = try #require(made.source)
    let reader = try source.open(
      Query(),
      in: RunContext(
        components: .builtin, now: Scenario.noon, ruleName: "r", libraries: [folder.path],
        ledgerPath: "/nonexistent/l")
    ).reader
    var assets: [Asset] = []
    while let pending = try reader.next() { assets += pending.unfold() }
    for index in 0..<700 {
      let path = folder.path("folder \(1000 + index)")
      #expect(rename(path, "\(path) moved") == 0)
      symlink(outside.path, path)
    }
    var failed = 0
    for asset in assets {
      let width = asset.integer(.pixelWidth)
      // Either the folder was still open, or it is refused.
      #expect(width == 2 || asset.failure?.reason.isEmpty == false)
      failed += width == 2 ? 0 : 1
    }
    #expect(assets.count == 700 && failed >= 700 - 256)
  }

  @Test(arguments: [
    ("/nonexistent", "library \"/nonexistent\": no such file or folder"),
    ("/dev/null", "library \"/dev/null\": is not a folder"),
  ])
  func anInvalidLibraryIsReported(_ path: String, _ message: String) {
    let problem = #expect(throws: LibraryProblem.self) { try run(library: path) }
    #expect(problem?.description == message)
  }

  @Test func aLibraryHasToBeNamedByTheUser() throws {
    #expect(throws: LibraryProblem.self) { try Scenario([StageCall("source")]).run() }
    let problem = #expect(throws: LibraryProblem.self) {
      try run(["library": .text(folder.path)], library: "/tmp")
    }
    guard case .notPermitted? = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
  }

  @Test func severalLibrariesComeOneAfterTheOther() throws {
    let other = try TemporaryDirectory()
    try other.write("x", to: "b.jpg")
    try folder.write("x", to: "a.jpg")
    var scenario = Scenario([StageCall("source")])
    scenario.libraries = [other.path, folder.path]
    #expect(try scenario.run().names == ["b.jpg", "a.jpg"])
  }

  @Test func aRunLeavesTheLibraryAsItWas() throws {
    try write("a.png", "b/c.png")
    let before = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    _ = try run(then: [StageCall("dedupe"), StageCall("load")])
    #expect(
      try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() == before)
  }
}
