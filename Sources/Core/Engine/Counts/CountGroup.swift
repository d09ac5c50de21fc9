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
  package func precedes(_ other: CountGroup) -> Bool {
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
  /// The clocks of the places where the assets of these dates were taken; nil if unknown.
  package var clocks: DateClocks?

  /// The offsets from UTC by which the first and the last date are shown.
  package struct DateClocks: Hashable, Sendable {
    package let first: ClockOffset
    package let last: ClockOffset

    package init(first: ClockOffset, last: ClockOffset) {
      (self.first, self.last) = (first, last)
    }
  }

  package init() {}

  /// Adds an asset, with its size in bytes and its creation date in milliseconds since 1970; `clock`
  /// is evaluated if it may be the first or the last.
  @inline(__always)
  mutating func add(bytes size: Int64?, date: Int64?, clock: () -> ClockOffset?) {
    count &+= 1
    if let size { add(bytes: size) }
    guard let date else { return }
    if let dates, dates.lowerBound < date, date < dates.upperBound { return }
    add(dates: date...date, clock().map { DateClocks(first: $0, last: $0) })
  }

  mutating func add(_ other: CountSums) {
    count &+= other.count
    if let size = other.bytes { add(bytes: size) }
    if let theirs = other.dates { add(dates: theirs, other.clocks) }
  }

  private mutating func add(dates theirs: ClosedRange<Int64>, _ clocks: DateClocks?) {
    guard let mine = dates else {
      (dates, self.clocks) = (theirs, clocks)
      return
    }
    dates = min(mine.lowerBound, theirs.lowerBound)...max(mine.upperBound, theirs.upperBound)
    guard let known = self.clocks, let clocks else {
      self.clocks = nil
      return
    }
    // Of equal dates one clock is shown, whatever the order is.
    func precedes(_ one: (Int64, ClockOffset), _ other: (Int64, ClockOffset)) -> Bool {
      (one.0, one.1.seconds) < (other.0, other.1.seconds)
    }
    let isFirst = precedes((theirs.lowerBound, clocks.first), (mine.lowerBound, known.first))
    let isLast = precedes((mine.upperBound, known.last), (theirs.upperBound, clocks.last))
    self.clocks = DateClocks(
      first: isFirst ? clocks.first : known.first, last: isLast ? clocks.last : known.last)
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
