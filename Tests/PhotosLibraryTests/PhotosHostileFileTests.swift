import Files
import Foundation
import PhotosSamples
import Pipeline
import PipelineSupport
import Samples
import Testing

@testable import Engine
@testable import PhotosLibrary

/// Databases that are damaged, cut short, or no files at all: an error or what is left, never a
/// crash or a wait.
@Suite struct PhotosHostileFileTests {
  private func sample() -> PhotosSampleLibrary {
    let assets = GeneratedPhotos(count: 60, seed: 3)
    let albums = [
      PhotosSampleAlbum("One", uuid: "M", assets: assets.prefix(20).map(\.uuid)),
      PhotosSampleAlbum("Folder", uuid: "F", kind: 4000),
      PhotosSampleAlbum("Two", uuid: "N", parent: 1, assets: assets.suffix(20).map(\.uuid)),
    ]
    return PhotosSampleLibrary(.macOS15, assets, albums: albums)
  }

  /// Reads everything there is, and writes every record.
  private func read(_ world: PhotosWorld) throws -> Int {
    let library = try world.open()
    let context = RunContext(
      components: .builtin, now: Scenario.noon, ruleName: "rule", libraries: [],
      ledgerPath: "/nonexistent/ledger")
    var selection = PhotosSelection()
    selection.includesHidden = true
    let reader = try PhotosReader(library, selection, in: context)
    var count = 0
    while let pending = try reader.next() {
      for asset in pending.unfold() {
        count += asset.record.isEmpty ? 0 : 1
        // What is damaged may repeat itself, but not for ever.
        guard count < 100_000 else { return count }
      }
    }
    for album in try library.albums() { _ = try library.count(of: album) }
    return count
  }

  /// Each page gets bytes of any value, and numbers that are lengths and offsets.
  @Test func mutatedPagesAreReportedOrRead() throws {
    let world = try PhotosWorld(sample())
    let sound = [UInt8](try Data(contentsOf: URL(fileURLWithPath: world.database)))
    var generator = SeededGenerator(seed: 11)
    var (reported, whole) = (0, 0)
    let pages = sound.count / 4096
    for round in 0..<500 {
      var bytes = sound
      let page = round % pages
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        // Heads of pages say the most.
        let reach = generator.chance(0.5) ? 120 : 4096
        let place = page * 4096 + Int.random(in: 0..<reach, using: &generator)
        bytes[place] =
          generator.chance(0.5)
          ? [0, 1, 0x7F, 0x80, 0xFF, 5, 13][Int.random(in: 0..<7, using: &generator)]
          : UInt8.random(in: 0...255, using: &generator)
      }
      try Data(bytes).write(to: URL(fileURLWithPath: world.database))
      do {
        if try read(world) == 60 { whole += 1 }
      } catch let problem as LibraryProblem {
        reported += 1
        #expect(!problem.description.isEmpty)
      }
    }
    #expect(reported > 100)
    #expect(whole > 100)
  }

  @Test func aDatabaseCutAnywhereIsReported() throws {
    let world = try PhotosWorld(sample())
    let sound = try Data(contentsOf: URL(fileURLWithPath: world.database))
    for length in Array(stride(from: 1, to: sound.count, by: 2999)) + [sound.count - 1] {
      try sound.prefix(length).write(to: URL(fileURLWithPath: world.database))
      #expect(throws: LibraryProblem.self, "\(length) of \(sound.count)") { try read(world) }
    }
  }

  /// A frame that was not written to its end does not count, nor do those behind it.
  @Test func tornLogIsReadAsFarAsItIsWhole() throws {
    var sample = sample()
    sample.staysInLog = true
    let world = try PhotosWorld(sample)
    let log = URL(fileURLWithPath: world.database + "-wal")
    let sound = try Data(contentsOf: log)
    var counts: Set<Int> = []
    for length in Array(stride(from: 0, to: sound.count, by: 5003)) + [sound.count - 1] {
      try sound.prefix(length).write(to: log)
      counts.insert(try read(world))
    }
    #expect(counts == [0])
    try sound.write(to: log)
    #expect(try read(world) == 60)
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<300 {
      var bytes = [UInt8](sound)
      bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^= 0x55
      try Data(bytes).write(to: log)
      #expect((try? read(world)) ?? 0 <= 60)
    }
  }

  /// Locks are useless when the index beside the log is rubbish, which SQLite makes again.
  @Test(arguments: [0, 1, 32_768, 40_000])
  func rubbishForAnIndexIsNotBelieved(length: Int) throws {
    var sample = sample()
    sample.staysInLog = true
    let world = try PhotosWorld(sample)
    try Data(repeating: 0xA5, count: length)
      .write(to: URL(fileURLWithPath: world.database + "-shm"))
    #expect(try read(world) == 60)
  }

  @Test(arguments: ["", "-wal", "-shm", "-journal"])
  func pipesFoldersAndLinksAreRefused(suffix: String) throws {
    let world = try PhotosWorld(sample())
    let path = world.database + suffix
    try Data("a".utf8).write(to: URL(fileURLWithPath: world.path + "/elsewhere"))
    let makers: [(String) throws -> Void] = [
      { #expect(mkfifo($0, 0o644) == 0) },
      { try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: false) },
      {
        try FileManager.default.createSymbolicLink(
          atPath: $0, withDestinationPath: world.path + "/elsewhere")
      },
    ]
    for make in makers {
      unlink(path)
      rmdir(path)
      try make(path)
      let problem = world.problem()
      #expect(problem.contains("not an ordinary file") || problem.contains("symbolic link"))
    }
  }

  @Test func anOpenJournalIsReported() throws {
    let world = try PhotosWorld(sample())
    let journal = URL(fileURLWithPath: world.database + "-journal")
    try Data([0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7] + [UInt8](repeating: 0, count: 504))
      .write(to: journal)
    #expect(world.problem().contains("half done"))
    try Data(repeating: 0, count: 512).write(to: journal)
    #expect(try read(world) == 60)
  }

  @Test func databaseWithoutALogOfItsOwnIsRead() throws {
    let world = try PhotosWorld(sample())
    try world.change { try $0.execute("VACUUM") }
    #expect(try read(world) == 60)
  }

  @Test func libraryThatMayNotBeReadIsNotPermitted() async throws {
    let world = try PhotosWorld(sample())
    let folder = URL(fileURLWithPath: world.path).deletingLastPathComponent().path
    // Everything above the database may be read by everyone.
    for path in [folder, world.path, "\(world.path)/database"] { chmod(path, 0o755) }
    chmod(world.database, 0)
    await #expect(processExitsWith: .success) { [path = world.path as String] in
      // File modes do not bind root.
      if geteuid() == 0 { try #require(setuid(65534) == 0) }
      let problem = #expect(throws: (any Error).self) { _ = try PhotosLibrary(path: path) }
      #expect("\(String(describing: problem))".contains("permission denied"))
    }
  }
}
