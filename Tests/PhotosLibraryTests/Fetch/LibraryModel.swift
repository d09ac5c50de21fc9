import PhotosSamples
import Samples

/// The expected contents of a library of Photos, computed without a database.
struct LibraryModel {
  private var assets: [Asset]

  private struct Asset {
    let row: Int64
    let uuid: String
    var created: Double
    var isShown = true
  }

  /// One transaction, and what the library shows after it.
  struct Step {
    let entries: [PhotosSession.Entry]
    let sql: String
    let list: [String]
    /// The identifiers of what was shown before and after, and says something else.
    let changed: [String]
  }

  init(count: Int) {
    assets = (0..<count).map {
      Asset(row: Int64($0) + 1, uuid: Self.uuid($0), created: Double($0) * 86_400)
    }
  }

  private static func uuid(_ place: Int) -> String {
    let digits = Array("0123456789ABCDEF")
    return String(repeating: digits[place / 16], count: 7) + [digits[place % 16]]
      + "-0000-0000-0000-000000000000"
  }

  /// The identifiers, newest first.
  var list: [String] {
    assets.filter(\.isShown).sorted { ($1.created, $0.uuid) < ($0.created, $1.uuid) }.map(\.uuid)
  }

  mutating func change(using generator: inout SeededGenerator) -> Step {
    let place = Int.random(in: 0..<assets.count, using: &generator)
    let (row, uuid) = (assets[place].row, assets[place].uuid)
    let before = assets[place].isShown
    var isVisible = true
    var entries = [PhotosSession.Entry.updated("Asset", row)]
    let sql: String
    switch Int.random(in: 0..<9, using: &generator) {
    case 0, 1:
      assets[place].isShown.toggle()
      sql = "UPDATE ZASSET SET ZTRASHEDSTATE = 1 - ZTRASHEDSTATE WHERE Z_PK = \(row)"
    case 2:
      assets[place].isShown.toggle()
      // It may be deleted for good, or come back as another row with the same identifier.
      if before {
        entries = [.deleted("Asset", row)]
        sql = "DELETE FROM ZASSET WHERE Z_PK = \(row)"
        assets.remove(at: place)
        return Step(entries: entries, sql: sql, list: list, changed: [])
      }
      sql = "UPDATE ZASSET SET ZTRASHEDSTATE = 0 WHERE Z_PK = \(row)"
    case 3:
      // Taken at another time: it moves, and says so.
      assets[place].created = Double(Int.random(in: 0..<40, using: &generator)) * 86_400 + 7
      sql = "UPDATE ZASSET SET ZDATECREATED = \(assets[place].created) WHERE Z_PK = \(row)"
    case 4:
      // An asset that came later has no details.
      isVisible = row < 1000
      entries = [.updated("AdditionalAssetAttributes", row)]
      sql =
        "UPDATE ZADDITIONALASSETATTRIBUTES SET ZTITLE = ifnull(ZTITLE, '') || 'x' "
        + "WHERE Z_PK = \(row)"
    case 5:
      sql = "UPDATE ZASSET SET ZFAVORITE = 1 - ZFAVORITE WHERE Z_PK = \(row)"
    case 6:
      let new = Asset(
        row: (assets.map(\.row).max() ?? 0) + 1000, uuid: generator.uuid(),
        created: Double(Int.random(in: 0..<40, using: &generator)) * 86_400 + 11)
      sql =
        "INSERT INTO ZASSET (Z_PK, Z_ENT, ZUUID, ZKIND, ZDATECREATED, ZTRASHEDSTATE, ZHIDDEN, "
        + "ZVISIBILITYSTATE, ZFAVORITE) VALUES (\(new.row), 3, '\(new.uuid)', 0, "
        + "\(new.created), 0, 0, 0, 0)"
      entries = [.inserted("Asset", new.row)]
      assets.append(new)
      return Step(entries: entries, sql: sql, list: list, changed: [])
    default:
      // What no record says.
      isVisible = false
      sql =
        "UPDATE ZASSET SET ZSEARCHINDEXREBUILDSTATE = ifnull(ZSEARCHINDEXREBUILDSTATE, 0) + 1 "
        + "WHERE Z_PK = \(row)"
    }
    let isChange = isVisible && before && assets[place].isShown
    return Step(entries: entries, sql: sql, list: list, changed: isChange ? [uuid] : [])
  }
}
