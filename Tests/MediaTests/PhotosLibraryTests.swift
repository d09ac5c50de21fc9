import Files
import Foundation
import Media
import TestSupport
import Testing

/// The originals of real Photos libraries, and what the libraries' databases say of them.
@Suite struct PhotosLibraryTests {
  private static let folder = "photoslibraries"

  /// The row of an original in the database, in the form of ``SeenFacts``.
  private struct Original {
    let path: String
    var fields: [String: String]
    /// Seconds east of UTC.
    let zone: Int64
  }

  /// The page's table names each difference and why there is one; it has no line too many.
  @Test(.enabled(if: SharedData.has(folder)))
  func allFieldsAgreeExceptThoseThatThePageExplains() throws {
    let folder = try #require(SharedData.path(Self.folder))
    var differences: Set<String> = []
    var count = 0
    for library in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      for original in try originals(of: "\(folder)/\(library)") {
        let path = "\(folder)/\(library)/originals/\(original.path)"
        guard FileManager.default.fileExists(atPath: path) else { continue }
        count += 1
        let ours = seen(try ScratchFile.facts(at: path), zone: original.zone)
        for (field, theirs) in original.fields where !SeenFacts.agree(ours[field], theirs) {
          differences.insert("\(original.path): \(field)")
          print("\(original.path): \(field): \(theirs) there, \(ours[field] ?? "-") here")
        }
      }
    }
    #expect(count > 20)
    let explained = try FactsPage().differences(under: "Differences to Photos' database")
    #expect(differences.subtracting(explained).sorted() == [])
    #expect(explained.subtracting(differences).sorted() == [])
  }

  private func seen(_ facts: MediaFacts, zone: Int64) -> [String: String] {
    var fields = SeenFacts(facts).fields
    // The database keeps the moment; without a zone in the file, by the zone that Photos took.
    fields["date"] = facts.captureDate.map { date in
      let offset = date.isMoment ? 0 : date.offsetMinutes.map { Int64($0) * 60 } ?? zone
      return "\(date.wallClockMilliseconds - offset * 1000)"
    }
    fields["duration"] = facts.durationMilliseconds.map { "\($0 / 10)" }
    fields["orientation"] = "\(facts.orientation)"
    return fields
  }

  /// Rows may live in the log alone, so a copy of both files is read.
  private func originals(of library: String) throws -> [Original] {
    let copy = try TemporaryDirectory()
    for name in ["Photos.sqlite", "Photos.sqlite-wal"] {
      let source = "\(library)/database/\(name)"
      guard FileManager.default.fileExists(atPath: source) else { continue }
      try copy.write(Data(contentsOf: URL(fileURLWithPath: source)), to: name)
    }
    let database = try SQLiteConnection(path: copy.path("Photos.sqlite"))
    let table = try database.text("SELECT name FROM sqlite_master WHERE name = 'ZASSET'")
    var originals: [Original] = []
    try database.forEachRow(
      of: """
        SELECT a.ZDIRECTORY || '/' || a.ZFILENAME, a.ZUNIFORMTYPEIDENTIFIER, a.ZKIND,
          a.ZDATECREATED, a.ZDURATION, a.ZLATITUDE, a.ZLONGITUDE, b.ZORIGINALWIDTH,
          b.ZORIGINALHEIGHT, b.ZORIGINALORIENTATION, b.ZTIMEZONEOFFSET
        FROM \(table ?? "ZGENERICASSET") a
        JOIN ZADDITIONALASSETATTRIBUTES b ON b.ZASSET = a.Z_PK
        """
    ) { row in
      if let original = original(row) { originals.append(original) }
    }
    return originals
  }

  private func original(_ row: SQLiteStatement) -> Original? {
    guard let path = row.text(0), let width = row.integer(7), let height = row.integer(8),
      let turn = row.integer(9)
    else { return nil }
    var fields: [String: String] = [:]
    let isVideo = row.integer(2) == 1
    fields["type"] = row.text(1)
    // Stored pixels for pictures, turned ones for movies.
    fields["size"] = !isVideo && turn > 4 ? "\(height) x \(width)" : "\(width) x \(height)"
    if !isVideo { fields["orientation"] = "\(turn)" }
    if let date = row.number(3), abs(date) < 1e10 {
      fields["date"] = "\(Int64(((date + 978_307_200) * 1000).rounded()))"
    }
    if isVideo, let duration = row.number(4) {
      fields["duration"] = "\(Int64(duration * 100))"
    }
    if let latitude = row.number(5), let longitude = row.number(6), latitude > -180 {
      fields["place"] = SeenFacts.place(latitude, longitude)
    }
    return Original(path: path, fields: fields, zone: row.integer(10) ?? 0)
  }
}
