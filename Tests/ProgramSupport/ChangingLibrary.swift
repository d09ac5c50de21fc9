import Files
import Foundation
import PhotosSamples
import Samples
import ShotwellSamples
import TestSupport
import Testing

/// A library with one asset, to which a test adds others and from which it takes them away.
package final class ChangingLibrary {
  package enum Kind: String, CaseIterable, CustomTestStringConvertible {
    case folder
    /// Photos has the database open, so its log stays.
    case photosOpen
    /// The log is gone after each change, and made again by the next.
    case photosClosed
    /// There is no log.
    case photosJournal
    /// Another database is put in the place of the one before.
    case photosReplaced
    case shotwell

    package var testDescription: String { rawValue }
  }

  package let path: String
  private let kind: Kind
  private let world: ProgramWorld
  private var open: SQLiteConnection?

  private static let numbers = 1...4

  package init(_ kind: Kind, in world: ProgramWorld) throws {
    self.kind = kind
    self.world = world
    switch kind {
    case .folder:
      path = world.library
      try world.picture("1.png", seed: 1)
    case .shotwell:
      path = world.path("shotwell")
      try ShotwellSampleLibrary(count: 5).write(to: path)
      try change("UPDATE PhotoTable SET flags = CASE id WHEN 1 THEN 0 ELSE 4 END")
    default:
      path = world.path("Test.photoslibrary")
      let assets = Self.numbers.map { number in
        PhotosSampleAsset(
          uuid: Self.uuid(number), filename: "\(number).jpg", created: Double(number) * 86_400,
          ["ZTRASHEDSTATE": number == 1 ? 0 : 1])
      }
      try PhotosSampleLibrary(.macOS15, assets).write(to: path)
      // A database gives up its log only while no other program has it open.
      if kind == .photosJournal { try change("SELECT 1") }
    }
  }

  private static func uuid(_ number: Int) -> String {
    "\(number)0000000-0000-0000-0000-000000000000"
  }

  /// Returns the identifier of an asset in its record.
  package func identifier(_ number: Int) -> String {
    switch kind {
    case .folder: "\(number).png"
    case .shotwell: "thumb000000000000000\(number)"
    default: Self.uuid(number) + "/L0/001"
    }
  }

  package func add(_ number: Int) throws {
    switch kind {
    case .folder: try world.picture("\(number).png", seed: UInt64(number))
    case .shotwell: try change("UPDATE PhotoTable SET flags = 0 WHERE id = \(number)")
    default: try setTrashed(0, number)
    }
  }

  package func remove(_ number: Int) throws {
    switch kind {
    case .folder: try #require(unlink(world.path("pictures/\(number).png")) == 0)
    case .shotwell: try change("UPDATE PhotoTable SET flags = 4 WHERE id = \(number)")
    default: try setTrashed(1, number)
    }
  }

  private func setTrashed(_ state: Int, _ number: Int) throws {
    try change("UPDATE ZASSET SET ZTRASHEDSTATE = \(state) WHERE ZUUID = '\(Self.uuid(number))'")
  }

  private var database: String {
    path + (kind == .shotwell ? "/data/photo.db" : "/database/Photos.sqlite")
  }

  private func change(_ sql: String) throws {
    if let open { return try open.execute(sql) }
    let isReplaced = kind == .photosReplaced
    let file = isReplaced ? world.path("other.sqlite") : database
    if isReplaced { try FileManager.default.copyItem(atPath: database, toPath: file) }
    let connection = try SQLiteConnection(path: file)
    // The program may be reading, which holds up a change of a database without a log.
    try connection.execute("PRAGMA busy_timeout = 60000")
    let hasLog = kind == .photosOpen || kind == .photosClosed
    try connection.execute("PRAGMA journal_mode = \(hasLog ? "WAL" : "DELETE")")
    try connection.execute(sql)
    if kind == .photosOpen { open = connection }
    if isReplaced { try #require(rename(file, database) == 0) }
  }
}
