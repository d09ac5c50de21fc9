import AssetSupport
import Files
import Foundation
import PipelineSupport
import Testing

@testable import State

@Suite struct LedgerVersionTests {
  /// Version 1 as it was first written; ledgers of this kind are on people's disks.
  static let first = LedgerSchema(steps: [
    """
    CREATE TABLE offer (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      memory TEXT NOT NULL,
      digest TEXT NOT NULL,
      rule TEXT NOT NULL,
      identifier TEXT NOT NULL,
      library TEXT NOT NULL,
      filename TEXT NOT NULL,
      claimant TEXT NOT NULL,
      claimedAt INTEGER NOT NULL,
      offeredAt INTEGER,
      settledAt INTEGER,
      outcome TEXT,
      UNIQUE (memory, digest),
      CHECK ((settledAt IS NULL) = (outcome IS NULL))
    ) STRICT;
    INSERT INTO offer
      (memory, digest, rule, identifier, library, filename, claimant, claimedAt, offeredAt,
       settledAt, outcome)
    VALUES
      ('recent', 'sha1:0000000100000000000000000000000000000000', 'recent', 'a.png', '/p', 'a.png',
       'b/1/1', 10, 20, 30, 'accepted'),
      ('recent', 'sha1:0000000200000000000000000000000000000000', 'recent', 'b.png', '/p', 'b.png',
       'b/1/1', 11, NULL, NULL, NULL);
    """
  ])

  /// One version more than there is.
  static let next = LedgerSchema(
    steps: LedgerSchema.current.steps + ["ALTER TABLE offer ADD COLUMN note TEXT"])

  let folder: LedgerFolder

  init() throws {
    folder = try LedgerFolder()
  }

  @Test func aLedgerIsRecognisedByItsDigest() throws {
    let tables = LedgerSchema.current.tables
    #expect(try tables.madeDigest() == tables.digest)
  }

  @Test func versionOneIsStillRead() throws {
    do { _ = try folder.open { $0.schema = Self.first } }
    let ledger = try folder.open()
    #expect(try ledger.entries().map(\.state) == [.unconfirmed, .settled(.accepted)])
    #expect(try ledger.claim(.sample(1), at: 40) == nil)
    #expect(try ledger.claim(.sample(2), at: 40) == nil)
    let claim = try #require(try ledger.claim(.sample(3), at: 40))
    #expect(try ledger.settle(claim, as: .expired, at: 50))
  }

  /// Version 2 did not note which offers may be repeated, so none of its offers is.
  @Test(arguments: [1, 2])
  func anUnconfirmedOfferOfAnOlderLedgerIsNotRepeated(_ version: Int) throws {
    let schema = LedgerSchema(
      steps: Self.first.steps + LedgerSchema.current.steps.dropFirst().prefix(version - 1))
    do { _ = try folder.open { $0.schema = schema } }
    let ledger = try folder.open()
    let digests = [1, 2].map { ContentDigest.sample($0) }
    #expect(
      try ledger.isRemembered(digests, memory: "recent", repeating: true) == [true, true])
    #expect(try ledger.claim(.sample(1, isRepeatable: true), at: 40) == nil)
    #expect(try ledger.claim(.sample(2, isRepeatable: true), at: 40) == nil)
  }

  @Test func anOlderLedgerIsTakenFurtherOnceAndKeepsEverything() throws {
    do { _ = try folder.open { $0.schema = Self.first } }
    for _ in 0..<2 {
      let ledger = try folder.open { $0.schema = Self.next }
      #expect(try ledger.entries().map(\.claimedAt) == [11, 10])
      let version = try ledger.transaction { try $0.integer("PRAGMA user_version") }
      #expect(version == Self.next.version)
      let notes = try ledger.transaction {
        try $0.integer("SELECT count(*) FROM offer WHERE note IS NULL")
      }
      #expect(notes == 2)
    }
  }

  @Test func aStepThatFailsLeavesTheLedgerAsItWas() throws {
    do { _ = try folder.open { $0.schema = Self.first } }
    let broken = LedgerSchema(steps: Self.next.steps + ["ALTER TABLE nothing ADD COLUMN note TEXT"])
    #expect(throws: LedgerError.self) { try folder.open { $0.schema = broken } }
    #expect(try folder.open().entries().count == 2)
  }

  /// Many rows are written again, more than the cache holds, so that some are in the log at the kill.
  static let long = LedgerSchema(
    steps: LedgerSchema.current.steps + [
      "ALTER TABLE offer ADD COLUMN note TEXT",
      "UPDATE offer SET note = hex(randomblob(200)), filename = upper(filename)",
      "CREATE INDEX byFilename ON offer (filename)",
    ])

  @Test(arguments: 0...3)
  func aKillInTheMidstOfAMigrationLeavesTheOlderLedger(stepCount: Int) async throws {
    do {
      let ledger = try folder.open { $0.schema = Self.first }
      _ = try ledger.claim((10..<2000 as Range<UInt32>).map { .sample($0) }, at: 5)
    }
    let before = try folder.open { $0.schema = Self.first }.entries()
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = folder.ledger as String, stepCount = stepCount as Int] in
      let database = try SQLiteConnection(path: path, setup: "PRAGMA cache_size = 10")
      try database.transaction {
        for step in LedgerVersionTests.long.steps.dropFirst(1).prefix(stepCount) {
          try database.execute(step)
        }
        if stepCount == 3 { try database.execute("PRAGMA user_version = 4") }
        kill(getpid(), SIGKILL)
      }
    }
    #expect(try folder.open { $0.schema = Self.first }.entries() == before)
    let migrated = try folder.open { $0.schema = Self.long }
    #expect(try migrated.entries().count == before.count)
    let version = try migrated.transaction { try $0.integer("PRAGMA user_version") }
    #expect(version == Self.long.version)
  }

  @Test func aNewerLedgerIsRefusedAndLeftAlone() throws {
    do { _ = try folder.open { $0.schema = Self.next }.claim(.sample(1), at: 0) }
    let before = try folder.ledgerBytes
    let error = #expect(throws: LedgerError.self) { try folder.open() }
    #expect(
      error
        == .newer(
          path: folder.ledger, version: Self.next.version, known: LedgerSchema.current.version))
    #expect("\(try #require(error))".contains("newer shotflow"))
    #expect(throws: error!) { try Ledger.existing(at: folder.ledger) }
    #expect(try folder.ledgerBytes == before)
  }
}
