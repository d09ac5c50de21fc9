/// The assets that share the values of some keys: their number, their bytes and their dates.
package struct CountGroup: Sendable {
  /// The values of the keys; absent for assets without one.
  package let key: [SortValue]
  /// The sums over the assets.
  package let sums: CountSums

  package init(key: [SortValue], sums: CountSums) {
    self.key = key
    self.sums = sums
  }

  /// True if the group comes first: by the first key, then the next one, absent values last.
  func precedes(_ other: CountGroup) -> Bool {
    for (mine, theirs) in zip(key, other.key) where mine != theirs {
      if mine == .absent { return false }
      return theirs == .absent || mine < theirs
    }
    return false
  }
}

/// Sums over assets, which can be added to those of other assets.
package struct CountSums: Hashable, Sendable {
  /// The number of assets.
  package var count: Int64 = 0
  /// The sum of the sizes of their files, in bytes; nil if none is known.
  package var bytes: Int64?
  /// The first and the last creation date, in milliseconds since 1970; nil if none is known.
  package var dates: ClosedRange<Int64>?

  package init() {}

  /// Adds an asset, with its size in bytes and its creation date in milliseconds since 1970.
  @inline(__always)
  mutating func add(bytes size: Int64?, date: Int64?) {
    count &+= 1
    if let size { add(bytes: size) }
    guard let date else { return }
    guard let dates, dates.contains(date) else {
      self.dates = min(dates?.lowerBound ?? date, date)...max(dates?.upperBound ?? date, date)
      return
    }
  }

  mutating func add(_ other: CountSums) {
    count &+= other.count
    if let size = other.bytes { add(bytes: size) }
    guard let theirs = other.dates else { return }
    let mine = dates ?? theirs
    dates =
      min(mine.lowerBound, theirs.lowerBound)...max(mine.upperBound, theirs.upperBound)
  }

  /// Adds bytes, at most up to the largest number, as a record may claim any size.
  private mutating func add(bytes more: Int64) {
    let (sum, isTooMuch) = (bytes ?? 0).addingReportingOverflow(more)
    bytes = isTooMuch ? .max : sum
  }
}

/// Groups from several workers or shards, added up.
package struct CountTotals {
  private var groups: [[SortValue]: CountGroup] = [:]

  package init() {}

  /// Adds a group. Of texts that differ in their Unicode normalization alone, the one whose bytes
  /// come first is kept, whatever the order of the groups.
  package mutating func add(_ group: CountGroup) {
    guard let known = groups[group.key] else {
      groups[group.key] = group
      return
    }
    var sums = known.sums
    sums.add(group.sums)
    let isFirst = group.key.spelling.lexicographicallyPrecedes(known.key.spelling)
    groups[group.key] = CountGroup(key: isFirst ? group.key : known.key, sums: sums)
  }

  /// Returns the groups in order.
  ///
  /// - Parameter keyCount: the number of keys; without any there is one group, even of no asset.
  package func sorted(keyCount: Int) -> [CountGroup] {
    if keyCount == 0, groups.isEmpty { return [CountGroup(key: [], sums: CountSums())] }
    return groups.values.sorted { $0.precedes($1) }
  }
}

extension [SortValue] {
  fileprivate var spelling: [UInt8] {
    flatMap { value -> [UInt8] in
      if case .text(let text) = value { text.utf8.map(\.self) } else { [] }
    }
  }
}
