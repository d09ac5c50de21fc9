import AssetSupport
import Files
import Foundation
import PipelineSupport
import Testing

@testable import Engine
@testable import State

@Suite struct LedgerFileTests {
  let folder: LedgerFolder

  init() throws {
    folder = try LedgerFolder()
  }

  /// Opens to look, expects that this leaves a damaged ledger where it is, then opens to write.
  ///
  /// - Returns: why it is damaged.
  private func expectDamaged(
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let before = try folder.ledgerBytes
    let looking = #expect(throws: LedgerError.self, sourceLocation: sourceLocation) {
      try Ledger.existing(at: folder.ledger)
    }
    guard case .damaged(folder.ledger, let reason) = looking else {
      Issue.record("\(String(describing: looking))", sourceLocation: sourceLocation)
      return ""
    }
    #expect(try folder.ledgerBytes == before, sourceLocation: sourceLocation)
    let aside = folder.path + "/ledger.damaged-1.sqlite"
    let writing = #expect(throws: LedgerError.self, sourceLocation: sourceLocation) {
      try Ledger(at: folder.ledger)
    }
    #expect(
      writing == .setAside(path: folder.ledger, reason: reason, aside: aside),
      sourceLocation: sourceLocation)
    let kept = try Data(contentsOf: URL(fileURLWithPath: aside))
    #expect(kept == before, sourceLocation: sourceLocation)
    let later = #expect(throws: LedgerError.self, sourceLocation: sourceLocation) {
      try Ledger(at: folder.ledger)
    }
    #expect(
      later == .notRestored(path: folder.ledger, aside: aside), sourceLocation: sourceLocation)
    return reason
  }

  /// Opens in both ways, expects the same failure of both and that no byte of the file changed.
  private func expectRefused(
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> LedgerError {
    let before = try folder.ledgerBytes
    let error = #expect(throws: LedgerError.self, sourceLocation: sourceLocation) {
      try Ledger(at: folder.ledger)
    }
    let other = #expect(throws: LedgerError.self, sourceLocation: sourceLocation) {
      try Ledger.existing(at: folder.ledger)
    }
    #expect(error == other, sourceLocation: sourceLocation)
    #expect(try folder.ledgerBytes == before, sourceLocation: sourceLocation)
    let refusal = try #require(error, sourceLocation: sourceLocation)
    #expect("\(refusal)".contains("\"\(folder.ledger)\""), sourceLocation: sourceLocation)
    return refusal
  }

  private func write(_ bytes: Data) throws {
    try bytes.write(to: URL(fileURLWithPath: folder.ledger))
  }

  private func makeLedger(claims: Int = 1) throws {
    let ledger = try folder.open()
    _ = try ledger.claim((0..<UInt32(claims)).map { ClaimRequest.sample($0) }, at: 0)
  }

  @Test func isMadeWithItsFolderForTheUserAlone() throws {
    let path = folder.path + "/state/shotflow/ledger.sqlite"
    _ = try Ledger(at: path).claim(.sample(1), at: 0)
    let manager = FileManager.default
    let mode = try manager.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let names = try manager.contentsOfDirectory(atPath: folder.path + "/state/shotflow")
    #expect(names == ["ledger.sqlite"])
  }

  @Test func isSyncedAtEachCommit() throws {
    let ledger = try folder.open()
    let synchronous = try ledger.transaction {
      try $0.integer("PRAGMA synchronous")
    }
    #expect(synchronous == 2)
    let mode = try ledger.transaction { try $0.text("PRAGMA journal_mode") }
    #expect(mode == "wal")
  }

  @Test func garbageIsRefused() throws {
    try write(Data((0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) }))
    #expect(try !expectDamaged().isEmpty)
  }

  /// A file that takes no room on the disk, and would be read for hours.
  @Test(.timeLimit(.minutes(1))) func aHoleOfATerabyteIsRefused() throws {
    try write(Data("none".utf8))
    #expect(truncate(folder.ledger, 1 << 40) == 0)
    let looking = #expect(throws: LedgerError.self) { try Ledger.existing(at: folder.ledger) }
    guard case .damaged = looking else {
      Issue.record("\(String(describing: looking))")
      return
    }
  }

  /// Opening a pipe waits for its other end.
  @Test(.timeLimit(.minutes(1)), arguments: ["-wal", "-shm", "-journal"])
  func aPipeBesideItIsNotOpened(suffix: String) throws {
    _ = try Ledger(at: folder.ledger)
    let file = folder.ledger + suffix
    unlink(file)
    #expect(mkfifo(file, 0o600) == 0)
    #expect(throws: LedgerError.self) { try Ledger(at: folder.ledger) }
    #expect(throws: LedgerError.self) { try Ledger.existing(at: folder.ledger) }
  }

  @Test func aFewBytesAreRefused() throws {
    try write(Data("ledger".utf8))
    #expect(try !expectDamaged().isEmpty)
  }

  @Test func anEmptyFileIsNotTakenForANewLedger() throws {
    try write(Data())
    #expect(try !expectDamaged().isEmpty)
  }

  @Test func aFileThatEndsAfterItsFirstPageIsRefused() throws {
    try makeLedger(claims: 200)
    let bytes = try folder.ledgerBytes
    #expect(bytes.count > 8192)
    try write(bytes[..<4096])
    #expect(try !expectDamaged().isEmpty)
  }

  @Test func damageFurtherInIsNotedWhenItIsMet() throws {
    try makeLedger(claims: 200)
    var bytes = try folder.ledgerBytes
    for offset in 4096..<bytes.count { bytes[offset] = 0xA5 }
    try write(bytes)
    let ledger = try folder.open()
    let error = #expect(throws: LedgerError.self) { try ledger.claim(.sample(1), at: 0) }
    guard case .setAside(_, _, let aside) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: aside)) == bytes)
    #expect(try !folder.names.contains("ledger.sqlite"))
    #expect(throws: LedgerError.self) { try ledger.claim(.sample(2), at: 0) }
    #expect(throws: LedgerError.notRestored(path: folder.ledger, aside: aside)) {
      try folder.open()
    }
  }

  @Test func anotherDatabaseIsRefused() throws {
    try write(Data())
    try SQLiteConnection(path: folder.ledger)
      .execute("CREATE TABLE offer (id INTEGER PRIMARY KEY)")
    #expect(try expectRefused() == .foreign(path: folder.ledger))
  }

  @Test(arguments: [
    (
      "CREATE TRIGGER forget AFTER INSERT ON offer BEGIN DELETE FROM offer; END",
      "trigger \"forget\""
    ),
    ("CREATE VIEW other AS SELECT 1", "view \"other\""),
    ("CREATE INDEX other ON offer (abs(claimedAt))", "index \"other\""),
    ("DROP TABLE delivery", "has no \"delivery\""),
    ("ALTER TABLE offer ADD COLUMN other TEXT AS (hex(claimedAt))", "another table \"offer\""),
    (
      """
      DROP TABLE offer;
      CREATE VIEW offer AS WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number)
      SELECT n AS id FROM number
      """, "another view \"offer\""
    ),
  ])
  func oneThatWouldActIsRefused(sql: String, difference: String) throws {
    try makeLedger()
    try SQLiteConnection(path: folder.ledger).execute(sql)
    let refusal = try expectRefused()
    guard case .altered(folder.ledger, let reason) = refusal else {
      Issue.record("\(refusal)")
      return
    }
    #expect(reason.contains(difference), "\(reason)")
  }

  @Test func aFolderInItsPlaceIsRefused() throws {
    try FileManager.default.createDirectory(
      atPath: folder.ledger, withIntermediateDirectories: false)
    let error = #expect(throws: LedgerError.self) { try folder.open() }
    #expect("\(try #require(error))".contains("not a regular file"))
  }

  @Test func aLogWithoutItsLedgerIsNotReplayedIntoANewOne() throws {
    let other = try LedgerFolder()
    do {
      let ledger = try folder.open()
      _ = try ledger.claim(.sample(1), at: 0)
      try FileManager.default.copyItem(
        atPath: folder.ledger + "-wal", toPath: other.ledger + "-wal")
    }
    #expect(throws: LedgerError.logWithoutLedger(path: other.ledger)) { try other.open() }
    #expect(throws: LedgerError.logWithoutLedger(path: other.ledger)) {
      try Ledger.existing(at: other.ledger)
    }
    #expect(try other.names == ["ledger.sqlite-wal"])
  }

  @Test func aLinkToNowhereIsRefusedAndLeadsNowhere() throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.ledger, withDestinationPath: folder.path + "/gone")
    #expect(throws: LedgerError.self) { try folder.open() }
    #expect(try folder.names == ["ledger.sqlite"])
  }

  @Test func aLockThatIsHeldTooLongIsAnError() throws {
    let holder = try folder.open()
    let waiting = try folder.open { $0.busyTimeout = .milliseconds(20) }
    let error = try holder.transaction { _ in
      #expect(throws: LedgerError.self) { try waiting.claim(.sample(1), at: 0) }
    }
    #expect(error == .locked(path: folder.ledger, for: .milliseconds(20)))
    #expect("\(try #require(error))".contains("for 0.02 s"))
    #expect(try waiting.claim(.sample(1), at: 0) != nil)
  }

  @Test func aLockThatIsLetGoIsWaitedFor() throws {
    let holder = try folder.open()
    let waiting = try folder.open { $0.busyTimeout = .seconds(60) }
    let isHeld = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      try? holder.transaction { _ in
        isHeld.signal()
        usleep(300_000)
      }
    }
    isHeld.wait()
    #expect(try waiting.claim(.sample(1), at: 0) != nil)
  }

  @Test func readingDoesNotWaitForAWriter() throws {
    let holder = try folder.open()
    let reading = try folder.open { $0.busyTimeout = .milliseconds(20) }
    try holder.transaction { _ throws in
      #expect(try reading.entries().isEmpty)
      #expect(try reading.isRemembered([.sample(1)], memory: "recent") == [false])
    }
  }

  @Test func aFullDiskClaimsNothingAtAll() throws {
    let ledger = try folder.open()
    try ledger.transaction { database in
      let pages = try database.integer("PRAGMA page_count") ?? 0
      try database.execute("PRAGMA max_page_count = \(pages + 1)")
    }
    let requests = (0..<200 as Range<UInt32>).map { ClaimRequest.sample($0) }
    #expect(throws: LedgerError.diskFull(path: folder.ledger)) {
      try ledger.claim(requests, at: 0)
    }
    #expect(try ledger.entries().isEmpty)
    let other = try folder.open()
    #expect(try other.claim(requests, at: 0).allSatisfy { $0 != nil })
  }

  private func expectNotTrusted(
    _ reason: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for open in [{ _ = try Ledger.existing(at: $0) }, { _ = try Ledger(at: $0) }]
      as [(String) throws -> Void]
    {
      let error = #expect(throws: LedgerError.self, sourceLocation: sourceLocation) {
        try open(folder.ledger)
      }
      guard case .notTrusted(folder.ledger, let reported) = error else {
        Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
        return
      }
      #expect(reported.contains(reason), sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: [0o620, 0o602, 0o666]) func othersMustNotWriteIntoIt(mode: mode_t) throws {
    _ = try Ledger(at: folder.ledger)
    chmod(folder.ledger, mode)
    expectNotTrusted("others may write into \"\(folder.ledger)\"")
  }

  @Test(arguments: [0o770, 0o777]) func othersMustNotWriteIntoItsFolder(mode: mode_t) throws {
    chmod(folder.path, mode)
    expectNotTrusted("others may write into \"\(folder.path)\"")
    #expect(!FileManager.default.fileExists(atPath: folder.ledger))
  }

  @Test(arguments: ["", "-wal"]) func aLinkInItsPlaceIsNotFollowed(suffix: String) throws {
    _ = try Ledger(at: folder.ledger)
    let file = folder.ledger + suffix
    let other = folder.path + "/other"
    unlink(other)
    if rename(file, other) != 0 { try Data().write(to: URL(fileURLWithPath: other)) }
    symlink(other, file)
    expectNotTrusted("\"\(file)\" is a link")
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives files away"), arguments: [true, false])
  func anotherUsersLedgerIsNotBelieved(isFolder: Bool) throws {
    _ = try Ledger(at: folder.ledger)
    chown(isFolder ? folder.path : folder.ledger, 65534, 65534)
    expectNotTrusted("belongs to another user")
  }
}
