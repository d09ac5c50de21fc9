/// The assets that a fetch found, as PHFetchResult gives them: by place, in any order, each read when
/// it is asked for.
///
/// ```swift
/// let screen = try result.objects(at: 9000..<9060)
/// ```
///
/// A snapshot: as long as the library does not change, every answer belongs to the same list. Once it
/// changed, each call throws ``FetchProblem/changed``, and ``FetchLibrary/fetchAssets(_:)`` gives a
/// new result. Safe from any thread; an asset that it gives is for one thread.
public final class FetchResult: Sendable {
  private let source: any FetchSource
  /// Grows with each result that a library gives, so that two results can be distinguished.
  public let state: Int

  package init(_ source: any FetchSource, state: Int) {
    self.source = source
    self.state = state
  }

  /// True if the library is as it was when the result was made.
  public var isCurrent: Bool { source.isCurrent }

  /// How many assets there are; counted once.
  public var count: Int { get throws { try source.count() } }

  /// How many assets there are, if that is known by now.
  public var knownCount: Int? { source.knownCount }

  /// Finds some more of the assets, for who has the time; false once all are found.
  @discardableResult
  public func locateMore() throws -> Bool { try source.locateMore() }

  /// The failures to read while the assets were looked for, at most 1,000.
  public var failures: [AssetFailure] { source.failures }

  /// The asset at a place.
  ///
  /// - Throws: ``FetchProblem``.
  public func object(at index: Int) throws -> Asset {
    precondition(index >= 0, "places count from 0")
    guard let asset = try objects(within: index..<index + 1).first else {
      throw FetchProblem.outOfRange(count: source.knownCount ?? 0)
    }
    return asset
  }

  /// The assets in a range, in order.
  ///
  /// Reads no assets before them; the first time, it finds out where they are.
  ///
  /// - Throws: ``FetchProblem``.
  public func objects(at range: Range<Int>) throws -> [Asset] {
    precondition(range.lowerBound >= 0, "places count from 0")
    let assets = try objects(within: range)
    guard assets.count == range.count else {
      throw FetchProblem.outOfRange(count: source.knownCount ?? 0)
    }
    return assets
  }

  /// The assets in a range, as far as there are any.
  public func objects(within range: Range<Int>) throws -> [Asset] {
    try source.assets(range.clamped(to: 0..<Self.furthest))
  }

  /// No library has so many assets.
  private static let furthest = 1 << 48

  public var firstObject: Asset? { get throws { try source.assets(0..<1).first } }

  public var lastObject: Asset? {
    get throws {
      let count = try count
      return count == 0 ? nil : try source.assets(count - 1..<count).first
    }
  }

  /// The place of an asset; nil when the result does not have it.
  public func index(of asset: Asset) throws -> Int? {
    try index(of: asset.string(of: .localIdentifier))
  }

  /// The place of the asset with that `localIdentifier`.
  public func index(of localIdentifier: String) throws -> Int? {
    try source.index(of: Array(localIdentifier.utf8))
  }

  /// Calls `body` with each asset and its place, in order, until it sets `stop`.
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
