/// The assets that a fetch found, in the manner of PHFetchResult: accessed by index in any order,
/// and read on access.
///
/// ```swift
/// let screen = try result.objects(at: 9000..<9060)
/// ```
///
/// A snapshot: as long as the library does not change, all calls refer to the same list. After a
/// change each call throws ``FetchProblem/changed``, and ``FetchLibrary/fetchAssets(_:)`` returns a
/// new result. Safe from any thread; a returned asset is for one thread.
public final class FetchResult: Sendable {
  private let source: any FetchSource
  /// The number of the library's state, which grows with each result, to distinguish results.
  public let state: Int

  package init(_ source: any FetchSource, state: Int) {
    self.source = source
    self.state = state
  }

  /// True if the library is as it was when the result was made.
  public var isCurrent: Bool { source.isCurrent }

  /// The number of assets; counted once.
  public var count: Int { get throws { try source.count() } }

  /// The number of assets, if they were counted; else nil.
  public var knownCount: Int? { source.knownCount }

  /// Locates more of the assets, in idle time; returns false once all are located.
  @discardableResult
  public func locateMore() throws -> Bool { try source.locateMore() }

  /// The failures to read while the assets were looked for, at most 1,000.
  public var failures: [AssetFailure] { source.failures }

  /// Returns the asset at an index, from 0.
  ///
  /// - Throws: ``FetchProblem`` when the library changed, or the index is beyond the last asset.
  public func object(at index: Int) throws -> Asset {
    precondition(index >= 0, "places count from 0")
    guard let asset = try objects(within: index..<index + 1).first else {
      throw FetchProblem.outOfRange(count: source.knownCount ?? 0)
    }
    return asset
  }

  /// Returns the assets in a range, in order.
  ///
  /// Reads no assets before the range. The first call locates them.
  ///
  /// - Throws: ``FetchProblem`` when the library changed, or the range exceeds the last asset.
  public func objects(at range: Range<Int>) throws -> [Asset] {
    precondition(range.lowerBound >= 0, "places count from 0")
    let assets = try objects(within: range)
    guard assets.count == range.count else {
      throw FetchProblem.outOfRange(count: source.knownCount ?? 0)
    }
    return assets
  }

  /// Returns the assets in a range; fewer where the range exceeds the last asset.
  public func objects(within range: Range<Int>) throws -> [Asset] {
    try source.assets(range.clamped(to: 0..<Self.furthest))
  }

  /// Returns the assets in a short range without those around, for looks here and there.
  package func looked(at range: Range<Int>) throws -> [Asset] { try source.looked(at: range) }

  /// The limit of indexes; no library has so many assets.
  private static let furthest = 1 << 48

  /// The first asset; nil for an empty result.
  public var firstObject: Asset? { get throws { try source.assets(0..<1).first } }

  /// The last asset; nil for an empty result.
  public var lastObject: Asset? {
    get throws {
      let count = try count
      return count == 0 ? nil : try source.assets(count - 1..<count).first
    }
  }

  /// Returns the index of an asset; nil when the result does not contain it.
  public func index(of asset: Asset) throws -> Int? {
    try index(of: asset.string(of: .localIdentifier))
  }

  /// Returns the index of the asset with that `localIdentifier`; nil when none exists.
  public func index(of localIdentifier: String) throws -> Int? {
    try source.index(of: Array(localIdentifier.utf8))
  }

  /// Calls `body` with each asset and its index, in order, until it sets `stop`.
  public func enumerateObjects(
    _ body: (_ object: Asset, _ index: Int, _ stop: inout Bool) throws -> Void
  ) throws {
    var index = 0
    var stop = false
    while true {
      let assets = try source.assets(index..<index + Self.enumeratedAtOnce)
      for asset in assets {
        try body(asset, index, &stop)
        if stop { return }
        index += 1
      }
      if assets.count < Self.enumeratedAtOnce { return }
    }
  }

  private static let enumeratedAtOnce = 256
}

/// The reason why a fetch result can't return assets.
public enum FetchProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The library changed since the result was made; fetch again.
  case changed
  /// The range reaches beyond the last asset; the number of assets is given.
  case outOfRange(count: Int)

  public var description: String {
    switch self {
    case .changed: "the library changed since it was fetched; fetch again"
    case .outOfRange(let count): "the range reaches beyond the last of \(count) assets"
    }
  }
}

/// The assets of one fetch in one state of a library; safe from any thread.
package protocol FetchSource: AnyObject, Sendable {
  /// True if the library is unchanged.
  var isCurrent: Bool { get }

  /// Locates more of the assets; returns false once all are located.
  ///
  /// - Throws: ``FetchProblem/changed``, or the error of reading the library.
  func locateMore() throws -> Bool

  /// Returns the number of assets.
  ///
  /// - Throws: ``FetchProblem/changed``, or the error of reading the library.
  func count() throws -> Int

  /// The number of assets, if they were counted; else nil.
  var knownCount: Int? { get }

  /// Returns the assets in a range, those that exist; each call returns new objects.
  ///
  /// - Throws: ``FetchProblem/changed``, or the error of reading the library.
  func assets(_ range: Range<Int>) throws -> [Asset]

  /// Returns the assets in a short range like ``assets(_:)``, without reading those around it.
  func looked(at range: Range<Int>) throws -> [Asset]

  /// Returns the index of the first asset with that identifier; nil when none exists.
  func index(of localIdentifier: [UInt8]) throws -> Int?

  /// The failures to read while the assets were located.
  var failures: [AssetFailure] { get }
}

extension FetchSource {
  package func looked(at range: Range<Int>) throws -> [Asset] { try assets(range) }
}
