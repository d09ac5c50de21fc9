import Foundation
import Samples
import ShotwellSamples
import TestSupport
import Testing

@testable import CatalogueLibrary
@testable import Engine

/// Databases that no Shotwell made.
@Suite struct ShotwellHostileTests {
  private static let message = "library \"X/data/photo.db\": "

  private func database(_ change: (inout ShotwellSampleDatabase) -> Void) -> ShotwellSampleDatabase
  {
    var database = ShotwellSampleDatabase()
    database.insert(
      into: "PhotoTable", ["filename": "/none/a.jpg", "event_id": 1, "title": "kept"])
    database.insert(into: "EventTable", ["name": "An event"])
    change(&database)
    return database
  }

  @Test(arguments: [
    "VersionTable", "VideoTable", "EventTable", "TagTable", "BackingPhotoTable", "TombstoneTable",
  ])
  func tablesMayBeMissing(table: String) throws {
    let world = try ShotwellWorld(database { $0.removeTable(table) })
    #expect(world.problem() == "no problem")
    #expect(try world.asset("thumb0000000000000001").string(of: .title) == "kept")
  }

  /// Older releases have fewer columns; one that is missing costs its field alone.
  @Test(arguments: [
    "width", "exposure_time", "orientation", "original_orientation", "event_id", "import_id",
    "transformations", "time_created", "flags", "rating", "file_format", "comment", "editable_id",
    "developer", "develop_camera_id", "timestamp",
  ])
  func columnsMayBeMissing(column: String) throws {
    let world = try ShotwellWorld(database { $0.removeColumn(column, of: "PhotoTable") })
    #expect(world.problem() == "no problem")
    #expect(try world.asset("thumb0000000000000001").string(of: .title) == "kept")
  }

  @Test func withoutPhotosItIsNoLibrary() throws {
    #expect(
      try ShotwellWorld(database { $0.removeTable("PhotoTable") }).problem()
        == Self.message + "photo.db has no table of photos, so it is no library of Shotwell")
    #expect(
      try ShotwellWorld(database { $0.removeColumn("filename", of: "PhotoTable") }).problem()
        == Self.message
        + "photo.db has a table of photos without the columns that every release has")
  }

  @Test func viewsCountAsNotThere() throws {
    let world = try ShotwellWorld(
      database {
        $0.removeTable("PhotoTable")
        $0.furtherSQL = ["CREATE VIEW PhotoTable AS SELECT 1 AS id, '/etc/passwd' AS filename"]
      })
    #expect(world.problem().contains("no table of photos"))
  }

  @Test(
    arguments: [
      .null, .integer(.max), .integer(.min), .real(.infinity), .real(1e300), .text("x"), .text(""),
      .text("\0"), .bytesOfText([0xFF, 0xFE]), .blob([1, 2, 3]), .integer(-1),
    ] as [ColumnValue])
  func anyValueMayBeAnywhere(value: ColumnValue) throws {
    var database = ShotwellSampleDatabase(version: 24)
    for (table, columns) in database.tables where table != "VersionTable" {
      for column in columns {
        database.insert(into: table, [column.name: value])
      }
    }
    let world = try ShotwellWorld(database)
    #expect(world.problem() == "no problem")
    for asset in try world.assets() {
      for field in Field.allCases { _ = asset.value(of: field) }
    }
  }

  @Test func endlessTextsAreNone() throws {
    let text = ColumnValue.text(String(repeating: "/long", count: 210_000))
    let world = try ShotwellWorld(
      database {
        $0.insert(into: "PhotoTable", ["filename": text, "title": text, "comment": text])
      })
    let asset = try world.asset("thumb0000000000000002")
    #expect(asset.string(of: .title).isEmpty && asset.isFlagged(.isMissing))
  }

  @Test func rowsWithOddNumbersAreLeftOut() throws {
    let world = try ShotwellWorld(
      database {
        $0.insert(into: "PhotoTable", ["id": -5, "filename": "/none/b.jpg"])
        $0.insert(into: "PhotoTable", ["id": .integer(.max), "filename": "/none/c.jpg"])
      })
    #expect(try world.identifiers() == ["thumb0000000000000001"])
  }

  @Test func tagsMayListTheirOwnWay() throws {
    let world = try ShotwellWorld(
      database {
        for list in [",,,", "thumb1", "x", "thumb0000000000000001thumb0000000000000001", "1,1,1"] {
          $0.insert(into: "TagTable", ["name": .text("t\(list)"), "photo_id_list": .text(list)])
        }
        $0.insert(into: "TagTable", ["name": "///", "photo_id_list": "1"])
        $0.insert(into: "TagTable", ["name": "", "photo_id_list": "1"])
      })
    #expect(try world.asset("thumb0000000000000001").keywords == ["t1,1,1"])
  }

  @Test(arguments: [
    ([], "photo.db is empty"), (Array("not a database, but long enough to be one".utf8), "damaged"),
  ])
  func damageIsReported(bytes: [UInt8], expected: String) throws {
    #expect(try ShotwellWorld(bytes: bytes).problem().contains(expected))
  }

  @Test func databaseThatIsCutShortIsReported() throws {
    let bytes = try ShotwellSampleDatabase().encoded()
    #expect(
      try ShotwellWorld(bytes: Array(bytes.prefix(bytes.count / 2))).problem()
        == Self.message + "the database is damaged: it is cut short")
  }

  @Test func everyFlippedByteEndsWell() throws {
    let bytes = try database { _ in }.encoded()
    for place in stride(from: 16, to: bytes.count, by: bytes.count / 60) {
      var changed = bytes
      changed[place] ^= 0xFF
      // An error or an answer: no crash, and nothing written.
      #expect(!(try ShotwellWorld(bytes: changed).problem().isEmpty))
    }
  }

  @Test func halfDoneChangesAreReported() throws {
    let world = try ShotwellWorld(database { _ in })
    let journal: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    try Data(journal).write(to: URL(fileURLWithPath: world.database + "-journal"))
    #expect(
      world.problem()
        == Self.message
        + "another program left a change of its database half done, in photo.db-journal; open the "
        + "library once with Shotwell")
  }

  @Test func newerLibrariesAreReadWithANote() throws {
    let newer = try ShotwellWorld(ShotwellSampleDatabase(version: 99))
    let notes = try newer.open().notes
    #expect(notes.count == 1 && notes[0].contains("version 99"))
    let known = try ShotwellWorld(ShotwellSampleDatabase())
    #expect(try known.open().notes == [])
  }
}
