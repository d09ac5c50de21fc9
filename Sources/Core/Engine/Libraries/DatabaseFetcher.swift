internal import Platform
internal import Synchronization

/// A fetcher for a library with a database, which stays open until another program changes it.
package final class DatabaseFetcher<Snapshot: LibrarySnapshot>: LibraryFetcher {
  private let settings: FetchSettings
  private let rows: FetchedRows<Snapshot.Rows>
  private let known = Lock<Snapshot?>(nil)

  package init(_ settings: FetchSettings) {
    self.settings = settings
    rows = FetchedRows(bound: settings.bounds.rows)
  }

  package func open() throws -> [String] { try snapshot().notes }

  package var isCurrent: Bool { known.withLock { $0?.isCurrent ?? false } }

  package func source(of fetch: AssetFetch, number: Int) throws -> any FetchSource {
    try snapshot().source(of: fetch, number: number, rows: rows)
  }

  package func watch() throws -> () -> Bool {
    let snapshot = try snapshot()
    return { snapshot.isCurrent }
  }

  private func snapshot() throws -> Snapshot {
    try known.withLock { known in
      if let known, known.isCurrent { return known }
      // Rows of an earlier state are no longer needed.
      rows.removeAll()
      let made = try Snapshot(settings)
      known = made
      return made
    }
  }

  package var heldRows: Int { rows.count * FetchedRows<Snapshot.Rows>.blockSize }
}

/// One state of a library with a database; safe from any thread.
package protocol LibrarySnapshot: Sendable {
  associatedtype Rows: AssetRows

  /// Opens the library in its present state; throws ``LibraryProblem`` if it can't be read.
  init(_ settings: FetchSettings) throws

  /// Warnings that the user should read before relying on the assets.
  var notes: [String] { get }

  /// True if the library still has this state.
  var isCurrent: Bool { get }

  /// Starts a fetch.
  ///
  /// - Parameters:
  ///   - number: The number of the result, unique among those with rows in `rows`.
  ///   - rows: The rows in memory.
  func source(
    of fetch: AssetFetch, number: Int, rows: FetchedRows<Rows>
  ) throws -> any FetchSource
}

/// A block of rows, from which assets are made.
package protocol AssetRows: Sendable {
  var count: Int { get }

  /// Makes the asset of a row; each call makes another.
  func asset(_ row: Int) -> Asset
}

extension FetchedRows where Block: AssetRows {
  /// Returns the assets in a range of a result, those that exist.
  ///
  /// - Parameter read: Reads the rows at some places of the result, those that exist.
  package func assets(
    _ range: Range<Int>, of result: Int, read: (Range<Int>) throws -> Block
  ) rethrows -> [Asset] {
    guard !range.isEmpty else { return [] }
    let size = Self.blockSize
    var assets: [Asset] = []
    for number in range.lowerBound / size...(range.upperBound - 1) / size {
      let key = Key(result: result, block: number)
      let start = number * size
      let rows: Block
      if let known = block(key) {
        rows = known
      } else {
        rows = try read(start..<start + size)
        insert(rows, for: key)
      }
      assets += range.clamped(to: start..<start + rows.count).map { rows.asset($0 - start) }
      if rows.count < size { break }
    }
    return assets
  }
}
