import AssetSupport
import Files
import Foundation
import PhotosSamples
import Pipeline
import PipelineSupport
import Samples
import Testing

@testable import Assets
@testable import Engine
@testable import PhotosLibrary

/// A library is opened whatever state it is in, and stays as it is.
@Suite struct PhotosOpeningTests {
  private static let two = [
    PhotosSampleAsset(uuid: "A", filename: "a.jpg", created: 1),
    PhotosSampleAsset(uuid: "B", filename: "b.jpg", created: 2),
  ]

  @Test(arguments: PhotosRelease.all, [true, false])
  func everyReleaseIsReadAndLeftAlone(release: PhotosRelease, staysInLog: Bool) throws {
    var sample = PhotosSampleLibrary(release, Self.two)
    sample.staysInLog = staysInLog
    let world = try PhotosWorld(sample)
    #expect(try world.uuids() == ["A", "B"])
  }

  @Test func rowsThatAreInTheLogAloneCount() throws {
    var sample = PhotosSampleLibrary(.macOS15, Self.two)
    sample.staysInLog = true
    let world = try PhotosWorld(sample)
    #expect(FileManager.default.fileExists(atPath: world.database + "-wal"))
    try FileManager.default.removeItem(atPath: world.database + "-wal")
    #expect(try world.uuids() == [])
  }

  @Test func emptyLogIsNoLog() throws {
    let world = try PhotosWorld(PhotosSampleLibrary(.macOS15, Self.two))
    try Data().write(to: URL(fileURLWithPath: world.database + "-wal"))
    #expect(try world.uuids() == ["A", "B"])
  }

  @Test func readOnlyMediumNeedsNothing() throws {
    var sample = PhotosSampleLibrary(.macOS15, Self.two)
    sample.staysInLog = true
    let world = try PhotosWorld(sample)
    let folder = (world.database as NSString).deletingLastPathComponent
    chmod(world.database, 0o444)
    chmod(folder, 0o555)
    defer { chmod(folder, 0o755) }
    #expect(try world.uuids() == ["A", "B"])
  }

  /// As Photos has it: a connection that writes, with its log and its index.
  ///
  /// Connections of one process share the index, so that it is written here; that a process of its
  /// own leaves it alone is tested with the built tool.
  @Test func openPhotosIsNoHindrance() throws {
    let world = try PhotosWorld(PhotosSampleLibrary(.macOS15, Self.two))
    let photos = try world.writer()
    try photos.execute("UPDATE ZASSET SET ZUUID = 'C' WHERE ZUUID = 'B'")
    #expect(try world.uuids() == ["A", "C"])
    try photos.execute("UPDATE ZASSET SET ZUUID = 'D' WHERE ZUUID = 'C'")
    let uuids = try withExtendedLifetime(photos) { try world.uuids() }
    #expect(uuids == ["A", "D"])
  }

  @Test func writingPhotosIsNoHindrance() throws {
    let world = try PhotosWorld(PhotosSampleLibrary(.macOS15, Self.two))
    let photos = try world.writer()
    try photos.transaction {
      try photos.execute("DELETE FROM ZASSET")
      #expect(try world.uuids() == ["A", "B"])
    }
    #expect(try world.uuids() == [])
  }

  /// Changes that Photos writes without a lock are detected, and not taken for one state.
  @Test func aChangeWhileReadingIsReported() throws {
    let many = (0..<600).map {
      PhotosSampleAsset(uuid: "A\($0)", filename: "\($0).jpg", created: Double($0))
    }
    let world = try PhotosWorld(PhotosSampleLibrary(.macOS15, many))
    let context = RunContext(
      components: .builtin, now: Scenario.noon, ruleName: "rule", libraries: [],
      ledgerPath: "/nonexistent/ledger")
    let reader = try PhotosReader(world.open(), PhotosSelection(), in: context)
    _ = try reader.next()
    let photos = try SQLiteConnection(path: world.database)
    try photos.execute("DELETE FROM ZASSET WHERE ZUUID = 'A599'")
    try photos.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    #expect(throws: LibraryProblem.self) { while try reader.next() != nil {} }
  }

  @Test func pathOfAnySpellingIsOpened() throws {
    let world = try PhotosWorld(
      PhotosSampleLibrary(.macOS15, Self.two), named: "a b?c#d%41 é.photoslibrary")
    #expect(try world.uuids() == ["A", "B"])
  }

  @Test func iPhonesPartitionIsALibrary() throws {
    var photo = PhotosSampleAsset(uuid: "A", filename: "IMG_0001.JPG", created: 1)
    photo.columns["ZDIRECTORY"] = "DCIM/100APPLE"
    photo.columns["ZFILENAME"] = "IMG_0001.JPG"
    photo.original = [1, 2, 3]
    var sample = PhotosSampleLibrary(.macOS15, [photo])
    sample.isDevice = true
    let world = try PhotosWorld(sample, named: "Media")
    let asset = try #require(try world.assets().first)
    #expect(asset.string(of: .path) == world.path + "/DCIM/100APPLE/IMG_0001.JPG")
    #expect(asset.string(of: .localIdentifier) == "A/L0/001")
  }

  @Test func aNewerModelIsReadAndReported() throws {
    var sample = PhotosSampleLibrary(.macOS15, Self.two)
    sample.modelVersion = 990_000_001
    let world = try PhotosWorld(sample)
    let outcome = try Scenario([StageCall("source")], library: world.path).run()
    #expect(try outcome.names.count == 2)
    #expect(outcome.report.notes.contains { $0.contains("data model 990000001") })
    sample.modelVersion = 18_508
    let known = try PhotosWorld(sample)
    let quiet = try Scenario([StageCall("source")], library: known.path).run()
    #expect(quiet.report.notes.isEmpty)
  }

  @Test func missingColumnsOnlyCostTheirFields() throws {
    let world = try PhotosWorld(PhotosSampleLibrary(.macOS15, Self.two))
    try world.change { database in
      for column in ["ZPLAYBACKSTYLE", "ZADDITIONALATTRIBUTES", "ZWIDTH", "ZHIDDEN"] {
        for index in ["Z_Asset_forAllPhotos"] {
          try database.execute("DROP INDEX IF EXISTS \(index)")
        }
        try database.execute("ALTER TABLE ZASSET DROP COLUMN \(column)")
      }
      try database.execute("DROP TABLE ZINTERNALRESOURCE; DROP TABLE Z_PRIMARYKEY")
    }
    let asset = try #require(try world.assets().first)
    #expect(asset.string(of: .filename) == "A.jpeg")
    #expect(!asset.value(of: .pixelWidth).isPresent)
    #expect(try world.uuids([:], ["mediaType": "image"]) == ["A", "B"])
    #expect(try world.uuids([:], ["pixelWidth": .calling("at_least", 1)]) == [])
  }

  @Test func libraryWithoutAssetsTableIsNone() throws {
    let world = try PhotosWorld(PhotosSampleLibrary(.macOS15, Self.two))
    try world.change { try $0.execute("DROP TABLE ZASSET") }
    #expect(world.problem().contains("no table of assets"))
  }

  @Test func whatIsNoLibrarySaysSo() throws {
    let empty = try PhotosWorld(empty: "Empty.photoslibrary")
    #expect(empty.problem().contains("database/Photos.sqlite"))
    try FileManager.default.createDirectory(
      atPath: empty.path + "/database", withIntermediateDirectories: false)
    try Data([1]).write(to: URL(fileURLWithPath: empty.path + "/database/photos.db"))
    #expect(empty.problem().contains("macOS 10.14 or earlier"))
    try Data().write(to: URL(fileURLWithPath: empty.database))
    #expect(empty.problem().contains("Photos.sqlite is empty"))
    try Data(repeating: 7, count: 8192).write(to: URL(fileURLWithPath: empty.database))
    #expect(empty.problem().contains("damaged"))
  }

  @Test func damagedPagesAreReported() throws {
    let many = (0..<2000).map {
      PhotosSampleAsset(uuid: "A\($0)", filename: "\($0).jpg", created: Double($0))
    }
    let world = try PhotosWorld(PhotosSampleLibrary(.macOS15, many))
    let file = try #require(FileHandle(forUpdatingAtPath: world.database))
    let size = try file.seekToEnd()
    for start in stride(from: UInt64(200_000), to: size, by: 8192) {
      try file.seek(toOffset: start)
      file.write(Data(repeating: 0xFF, count: 4096))
    }
    try file.close()
    #expect(world.problem().contains("damaged"))
  }

  @Test func linkedDatabaseIsNotFollowed() throws {
    let world = try PhotosWorld(PhotosSampleLibrary(.macOS15, Self.two))
    try FileManager.default.moveItem(atPath: world.database, toPath: world.path + "/else.sqlite")
    try FileManager.default.createSymbolicLink(
      atPath: world.database, withDestinationPath: world.path + "/else.sqlite")
    #expect(world.problem().contains("symbolic link"))
  }
}

extension PhotosWorld {
  var database: String {
    path + (path.hasSuffix("Media") ? "/PhotoData/Photos.sqlite" : "/database/Photos.sqlite")
  }

  /// The connection that Photos would have, with its log and its index.
  func writer() throws -> SQLiteConnection {
    try SQLiteConnection(path: database, setup: "PRAGMA journal_mode = WAL")
  }

  /// Changes the library as another program would, and leaves no log.
  func change(_ body: (SQLiteConnection) throws -> Void) throws {
    let database = try SQLiteConnection(path: database)
    try body(database)
    try database.execute("PRAGMA journal_mode = DELETE")
  }
}
