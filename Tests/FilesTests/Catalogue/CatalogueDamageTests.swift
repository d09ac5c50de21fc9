import Engine
import Foundation
import PipelineSupport
import Samples
import TestSupport
import Testing

@testable import Files

/// A catalogue that is broken, locked, full or in the way costs time and nothing else.
@Suite struct CatalogueDamageTests {
  private let bench: CatalogueBench

  init() throws {
    bench = try CatalogueBench()
  }

  /// Runs on what was done to the catalogue, and expects one that is made again.
  private func expectNewOne(_ comment: Comment = "") throws {
    let plain = try bench.run(nil)
    #expect(try bench.run(bench.settled()).lines == plain.lines, comment)
    #expect(bench.reported.count == 1, comment)
    #expect(bench.reported.first?.contains("it is made again") == true, comment)
    #expect(try bench.run(bench.settled()).lines == plain.lines, comment)
    #expect(bench.reported.count == 1, comment)
    #expect(bench.settled().status().count > 10, comment)
  }

  private func bytes() throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: bench.path)))
  }

  private func replace(with bytes: some Sequence<UInt8>) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: bench.path))
  }

  private func execute(_ sql: String) throws {
    try SQLiteConnection(path: bench.path).execute(sql)
  }

  @Test func aCatalogueIsRecognisedByItsDigest() throws {
    let tables = CatalogueStore.tables
    #expect(try tables.madeDigest() == tables.digest)
  }

  @Test func noBytes() throws {
    _ = try bench.run(bench.settled())
    try replace(with: [])
    try expectNewOne()
  }

  /// Opening a pipe waits for its other end.
  @Test(.timeLimit(.minutes(1)), arguments: ["-wal", "-shm", "-journal"])
  func aPipeBesideIt(suffix: String) throws {
    _ = try bench.run(bench.settled())
    unlink(bench.path + suffix)
    #expect(mkfifo(bench.path + suffix, 0o600) == 0)
    try expectNewOne()
  }

  @Test func noDatabase() throws {
    _ = try bench.run(bench.settled())
    try replace(with: [UInt8](repeating: 0x5A, count: 70_000))
    try expectNewOne()
  }

  @Test func someOfItsBytes() throws {
    _ = try bench.run(bench.settled())
    let whole = try bytes()
    for count in [whole.count - 8192, whole.count - 16_384, 16_384, 8192, 100, 1] {
      try replace(with: whole.prefix(count))
      let reported = bench.reported.count
      #expect(try bench.run(bench.settled()).lines == (try bench.run(nil).lines))
      #expect(bench.reported.count == reported + 1, "\(count) of \(whole.count) bytes")
    }
  }

  @Test func noiseInTheMidst() throws {
    _ = try bench.run(bench.settled())
    var bytes = try bytes()
    var generator = SeededGenerator(seed: 5)
    for place in 16_384..<bytes.count {
      bytes[place] = UInt8(truncatingIfNeeded: generator.next())
    }
    try replace(with: bytes)
    try expectNewOne()
  }

  @Test func oneBitOfAnEntry() throws {
    _ = try bench.run(bench.settled())
    try execute(
      """
      UPDATE page
      SET entries = CAST(substr(entries, 1, 30) || x'FF' || substr(entries, 32) AS BLOB)
      """)
    try expectNewOne()
  }

  @Test func entriesOfAnotherPlace() throws {
    _ = try bench.run(bench.settled())
    try execute("UPDATE page SET range = range + 1000000")
    try execute("UPDATE page SET range = range - 999999")
    #expect(try bench.run(bench.settled()).lines == (try bench.run(nil).lines))
  }

  @Test func textInsteadOfEntries() throws {
    _ = try bench.run(bench.settled())
    try execute(
      """
      ALTER TABLE page RENAME TO old;
      CREATE TABLE page (device, range, used, count, entries, UNIQUE (device, range));
      INSERT INTO page SELECT device, range, used, count, 'text' FROM old;
      DROP TABLE old;
      """)
    try expectNewOne()
  }

  @Test(arguments: [
    "PRAGMA user_version = 99", "PRAGMA user_version = 0", "PRAGMA application_id = 1",
    "DROP TABLE page", "ALTER TABLE page RENAME COLUMN entries TO other",
    "CREATE TRIGGER forget AFTER INSERT ON page BEGIN DELETE FROM page; END",
    "CREATE VIEW other AS SELECT 1", "CREATE INDEX byUse ON page (used + abs(count))",
    """
    DROP TABLE page;
    CREATE VIEW page AS WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number)
    SELECT n AS device, n AS range, n AS used, n AS count, x'00' AS entries FROM number
    """,
  ])
  func anotherSchema(sql: String) throws {
    _ = try bench.run(bench.settled())
    try execute(sql)
    try expectNewOne("\(sql)")
  }

  @Test func aLogWithoutItsCatalogue() throws {
    _ = try bench.run(bench.settled())
    let plain = try bench.run(nil)
    try FileManager.default.removeItem(atPath: bench.path)
    try Data(repeating: 1, count: 5000).write(to: URL(fileURLWithPath: bench.path + "-wal"))
    #expect(try bench.run(bench.settled()).lines == plain.lines)
    #expect(bench.reported.isEmpty)
    #expect(bench.settled().status().count > 10)
  }

  /// Pages that say something else than they did, in every way that their checksum allows, must
  /// neither stop the program nor pass for damage.
  @Test func factsThatNoReaderFinds() throws {
    _ = try bench.run(bench.settled())
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<40 {
      try bench.rewriteEntries { entry in
        guard !entry.facts.isEmpty else { return }
        let place = Int(generator.next() % UInt64(entry.facts.count))
        entry.facts[place] = UInt8(truncatingIfNeeded: generator.next())
      }
      #expect(try bench.run(bench.settled()).report.read > 10)
    }
    #expect(bench.reported.isEmpty)
  }

  @Test func aFolderInTheWay() throws {
    try FileManager.default.createDirectory(
      atPath: bench.path, withIntermediateDirectories: true)
    #expect(try bench.run(bench.settled()).lines == (try bench.run(nil).lines))
    #expect(bench.reported.isEmpty)
  }

  @Test func aFileInTheWayOfTheFolder() throws {
    try bench.folder.write("in the way", to: "cache")
    #expect(try bench.run(bench.settled()).lines == (try bench.run(nil).lines))
    #expect(bench.reported.isEmpty)
  }

  @Test func aBusyOneIsPassedOver() throws {
    _ = try bench.run(bench.settled())
    let plain = try bench.run(nil)
    try bench.folder.write(JPEGPicture(width: 99, height: 8), to: "pictures/new.jpg")
    let database = try SQLiteConnection(path: bench.path)
    let before = bench.settled().status().count
    try database.transaction { () throws in
      #expect(try bench.run(bench.settled()).lines.count == plain.lines.count + 1)
    }
    #expect(bench.settled().status().count == before)
    #expect(bench.reported.isEmpty)
    _ = try bench.run(bench.settled())
    #expect(bench.settled().status().count == before + 1)
  }

  @Test func aDamagedOneThatIsInUseIsLeftAlone() throws {
    _ = try bench.run(bench.settled())
    let lock = open(bench.path + "-lock", O_RDWR)
    defer { close(lock) }
    flock(lock, LOCK_SH)
    try replace(with: [1, 2, 3])
    #expect(try bench.run(bench.settled()).lines == (try bench.run(nil).lines))
    #expect(try bytes() == [1, 2, 3])
    #expect(bench.reported.count == 1)
  }

  @Test func threadsThatRunAtOnce() async throws {
    let plain = try bench.run(nil).lines
    let bench = Shared(bench)
    await withTaskGroup(of: [String]?.self) { group in
      for _ in 0..<6 {
        group.addTask { try? bench.value.run(bench.value.settled()).lines }
      }
      for await lines in group { #expect(lines == plain) }
    }
    #expect(bench.value.reported.isEmpty)
    #expect(bench.value.settled().status().count > 10)
  }

  /// The bench's parts that runs use never change.
  private struct Shared: @unchecked Sendable {
    let value: CatalogueBench
    init(_ value: CatalogueBench) { self.value = value }
  }
}
