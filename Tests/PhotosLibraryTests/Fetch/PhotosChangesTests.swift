import AssetSupport
import Foundation
import PhotosSamples
import PipelineSupport
import Samples
import TestSupport
import Testing

@testable import Engine
@testable import PhotosLibrary

/// Changes of libraries of Photos, transaction by transaction.
@Suite(.enabled(if: Scenario.knows("observe"))) struct PhotosChangesTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// A library of some assets a day apart, the first the oldest, called `A…`, `B…` and so on.
  private func session(count: Int = 8, album: [Int] = []) throws -> PhotosSession {
    let assets = (0..<count).map { place in
      PhotosSampleAsset(
        uuid: Self.uuid(place), filename: "\(place).jpg", created: Double(place) * 86_400)
    }
    var library = PhotosSampleLibrary(.macOS15, assets)
    library.albums = [
      PhotosSampleAlbum(
        "Album", uuid: "F0000000-0000-0000-0000-000000000000", assets: album.map(Self.uuid),
        ["ZCUSTOMSORTKEY": 0])
    ]
    let path = directory.path("Test.photoslibrary")
    try library.write(to: path)
    return try PhotosSession(path)
  }

  private static func uuid(_ place: Int) -> String {
    let digits = Array("0123456789ABCDEF")
    return String(repeating: digits[place / 16], count: 7) + [digits[place % 16]]
      + "-0000-0000-0000-000000000000"
  }

  private func feed(_ stages: [StageCall] = [StageCall("source")]) throws -> ChangeFeed {
    try ChangeFeed(
      stages + [StageCall("filter", ["sortedBy": "-creationDate"])],
      library: directory.path("Test.photoslibrary"))
  }

  // MARK: - Commit by commit

  @Test func aLogReplayedCommitByCommitGivesTheChangesOfEachStep() throws {
    var generator = SeededGenerator(seed: 11)
    var model = LibraryModel(count: 24)
    let session = try session(count: 24)
    var steps: [LibraryModel.Step] = []
    for _ in 0..<60 {
      let step = model.change(using: &generator)
      try session.commit(step.entries, step.sql)
      steps.append(step)
    }
    let log = try WriteAheadLog(session.logPath)
    #expect(log.commits.count == 60)

    let library = directory.path("Replayed.photoslibrary")
    let feed = try feed()
    feed.library = library
    try PhotosSession.copyDatabase(of: session.path, to: library, log, length: 0)
    try feed.next()
    #expect(feed.list == LibraryModel(count: 24).list)
    for (length, step) in zip(log.commits, steps) {
      try PhotosSession.copyDatabase(of: session.path, to: library, log, length: length)
      let news = try feed.next()
      #expect(!news.isListing)
      #expect(feed.list == step.list, "\(step.sql)")
      let changed = news.changes.filter { $0.hasPrefix("changed") }
        .compactMap { $0.split(separator: " ").last.map(String.init) }
      #expect(changed == step.changed, "\(step.sql)")
    }
    // All at once is the same as one after the other.
    let late = try self.feed()
    late.library = library
    try PhotosSession.copyDatabase(of: session.path, to: library, log, length: 0)
    try late.next()
    try PhotosSession.copyDatabase(
      of: session.path, to: library, log, length: log.commits.last ?? 0)
    try late.next()
    #expect(late.list == feed.list)
  }

  @Test(
    .enabled(if: SharedData.has("photoslibraries")),
    arguments: [
      "Test-10.15.1", "Test-13.5.1-compare-1", "Test-15.4.1", "Test-Media-Types-15.7.2",
    ])
  func theLogOfARealLibraryCanBeReplayed(_ name: String) throws {
    let source = try #require(SharedData.path("photoslibraries/\(name).photoslibrary"))
    let log = try WriteAheadLog(source + "/database/Photos.sqlite-wal")
    let library = directory.path("Replayed.photoslibrary")
    let feed = try feed()
    feed.library = library
    let last = log.commits.last ?? 0
    // Every step of a short log, and some thirty of a long one.
    let lengths = log.commits.enumerated().filter { index, length in
      index % max(1, log.commits.count / 30) == 0 || length == last
    }.map(\.element)
    var isBegun = false
    for length in [0] + lengths {
      try PhotosSession.copyDatabase(of: source, to: library, log, length: length)
      do {
        let news = try feed.next()
        // Only from the first on.
        #expect(news.isListing == !isBegun || news.changes.isEmpty)
        isBegun = true
      } catch let problem as LibraryProblem {
        // The tables themselves may be in the log.
        #expect(!isBegun, "\(problem)")
        continue
      }
      let whole = try feed.ask("").news.changes
        .compactMap { $0.split(separator: " ").last.map(String.init) }
      #expect(feed.list == whole)
    }
    #expect(isBegun)
    #expect(!feed.list.isEmpty)
    #expect(try feed.next().changes.isEmpty)
  }

  // MARK: - Reported changes

  @Test func whatPhotosDoesBehindTheScenesIsSilent() throws {
    let session = try session()
    let feed = try feed()
    try feed.next()
    try session.commit(
      [.updated("Asset", 3)], "UPDATE ZASSET SET ZSEARCHINDEXREBUILDSTATE = 2 WHERE Z_PK = 3")
    try session.commit([.updated("Album", 1)], "UPDATE ZGENERICALBUM SET ZTITLE = 'Other'")
    #expect(try feed.next().changes.isEmpty)
  }

  @Test func whatIsHiddenOrThrownAwayIsRemovedAndComesBack() throws {
    let session = try session()
    let feed = try feed()
    try feed.next()
    try session.commit([.updated("Asset", 8)], "UPDATE ZASSET SET ZHIDDEN = 1 WHERE Z_PK = 8")
    try session.commit(
      [.updated("Asset", 1)], "UPDATE ZASSET SET ZTRASHEDSTATE = 1 WHERE Z_PK = 1")
    #expect(
      try feed.next().changes == ["removed 0 \(Self.uuid(7))", "removed 7 \(Self.uuid(0))"])
    try session.commit([.updated("Asset", 8)], "UPDATE ZASSET SET ZHIDDEN = 0 WHERE Z_PK = 8")
    let news = try feed.next()
    #expect(news.changes == ["inserted 0 \(Self.uuid(7))"])
    #expect(news.assets[0]["filename"] as? String == "7.jpg")
  }

  @Test(arguments: [
    ("UPDATE ZASSET SET ZFAVORITE = 1 WHERE Z_PK = 3", "Asset"),
    (
      "UPDATE ZADDITIONALASSETATTRIBUTES SET ZTITLE = 'Title' WHERE Z_PK = 3",
      "AdditionalAssetAttributes"
    ),
    ("UPDATE ZEXTENDEDATTRIBUTES SET ZCAMERAMODEL = 'Box' WHERE Z_PK = 3", "ExtendedAttributes"),
    ("UPDATE ZINTERNALRESOURCE SET ZLOCALAVAILABILITY = -1 WHERE ZASSET = 3", "InternalResource"),
  ])
  func whateverARecordSaysIsAChange(_ sql: String, _ entity: String) throws {
    let session = try session()
    let feed = try feed()
    try feed.next()
    try session.commit([.updated(entity, 3)], sql)
    #expect(try feed.next().changes == ["changed 5 \(Self.uuid(2))"])
    #expect(try feed.next().changes.isEmpty)
  }

  @Test func anAlbumTellsWhatIsPutIntoItTakenOutAndMoved() throws {
    let session = try session(album: [0, 1, 2, 3])
    let (table, album, asset, place) = PhotosRelease.macOS15.members
    let feed = try ChangeFeed(
      [StageCall("source", ["album": "Album"])], library: session.path)
    try feed.next()
    #expect(feed.list == [0, 1, 2, 3].map(Self.uuid))
    try session.commit(
      [.updated("Album", 1)],
      "INSERT INTO \(table) (\(album), \(asset), \(place)) VALUES (1, 7, 1500)")
    #expect(try feed.next().changes == ["inserted 1 \(Self.uuid(6))"])
    try session.commit(
      [.updated("Album", 1)], "UPDATE \(table) SET \(place) = 9000 WHERE \(asset) = 1")
    #expect(try feed.next().changes == ["moved 0 4 \(Self.uuid(0))"])
    try session.commit([.updated("Album", 1)], "DELETE FROM \(table) WHERE \(asset) = 3")
    #expect(try feed.next().changes == ["removed 2 \(Self.uuid(2))"])
    // Assets outside the album don't change it.
    try session.commit([.updated("Asset", 6)], "UPDATE ZASSET SET ZFAVORITE = 1 WHERE Z_PK = 6")
    #expect(try feed.next().changes.isEmpty)
  }

  @Test func aListOfAlbumsTellsTitlesCountsAndCovers() throws {
    let session = try session(album: [0, 1, 2, 3])
    let (table, _, asset, _) = PhotosRelease.macOS15.members
    let feed = try ChangeFeed(
      [
        StageCall("source", ["albums": ["smartAlbumFavorites", "albumRegular"]]),
        StageCall("filter", ["sortedBy": "-creationDate", "empty": true]),
      ], library: session.path)
    #expect(try feed.next().changes.count == 2)
    #expect(try feed.next().changes.isEmpty)
    let album = "F0000000-0000-0000-0000-000000000000/L0/040"
    // Assets in no listed album change none.
    try session.commit(
      [.updated("Asset", 6)], "UPDATE ZADDITIONALASSETATTRIBUTES SET ZTITLE = 'T' WHERE Z_PK = 6")
    #expect(try feed.next().changes.isEmpty)
    try session.commit([.updated("Album", 1)], "UPDATE ZGENERICALBUM SET ZTITLE = 'Other'")
    let news = try feed.next()
    #expect(news.changes == ["changed 1 \(album)"])
    #expect(news.assets[0]["title"] as? String == "Other")
    try session.commit([.updated("Asset", 6)], "UPDATE ZASSET SET ZFAVORITE = 1 WHERE Z_PK = 6")
    #expect(try feed.next().changes == ["changed 0 smartAlbumFavorites"])
    // The newest represents the album.
    try session.commit([.updated("Asset", 4)], "UPDATE ZASSET SET ZTRASHEDSTATE = 1 WHERE Z_PK = 4")
    let less = try feed.next()
    #expect(less.changes == ["changed 1 \(album)"])
    #expect(less.assets[0]["count"] as? Int == 3)
    let cover = less.assets[0]["cover"] as? [String: Any]
    #expect(cover?["localIdentifier"] as? String == Self.uuid(2) + "/L0/001")
    try session.commit(
      [.updated("Asset", 3)],
      "UPDATE ZADDITIONALASSETATTRIBUTES SET ZTITLE = 'T' WHERE Z_PK = 3")
    #expect(try feed.next().changes == ["changed 1 \(album)"])
    try session.commit([.updated("Album", 1)], "DELETE FROM \(table) WHERE \(asset) = 1")
    #expect(try feed.next().changes == ["changed 1 \(album)"])
  }

  @Test func aLibraryThatIsPutBackToWhatItWasIsCompared() throws {
    let session = try session()
    let feed = try feed()
    try feed.next()
    let copy = directory.path("Copy.photoslibrary")
    try FileManager.default.copyItem(atPath: session.path, toPath: copy)
    try session.commit([.updated("Asset", 3)], "UPDATE ZASSET SET ZFAVORITE = 1 WHERE Z_PK = 3")
    try feed.next()
    let library = feed.library ?? ""
    try FileManager.default.removeItem(atPath: library)
    try FileManager.default.copyItem(atPath: copy, toPath: library)
    #expect(try feed.next().changes == ["changed 5 \(Self.uuid(2))"])
  }

  @Test func aHistoryThatWasTrimmedCostsNothing() throws {
    let session = try session()
    try session.commit([.updated("Asset", 1)], "UPDATE ZASSET SET ZFAVORITE = 1 WHERE Z_PK = 1")
    let feed = try feed()
    try feed.next()
    for row in 2...5 {
      try session.commit(
        [.updated("Asset", Int64(row))], "UPDATE ZASSET SET ZFAVORITE = 1 WHERE Z_PK = \(row)")
    }
    try session.trimHistory(before: 5)
    #expect(try feed.next().changes.count == 4)
  }
}
