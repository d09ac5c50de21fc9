/// The past, present and future offsets of one place from UTC.
struct ZoneTable: Hashable, Sendable {
  /// The moments at which the offset changes, in seconds since 1970, ascending.
  private let transitions: [Int64]
  /// The offset from each transition on, in seconds east of UTC.
  private let offsets: [Int64]
  /// The offset before the first transition, in seconds east of UTC.
  private let initial: Int64
  /// The rule from the last transition on; nil to keep the last offset.
  private let rule: ZoneRule?

  static let utc = ZoneTable(transitions: [], offsets: [], initial: 0, rule: nil)

  /// Creates a table; moments are seconds since 1970, offsets seconds east of UTC.
  ///
  /// - Parameters:
  ///   - transitions: the moments, ascending.
  ///   - offsets: the offset of each transition, less than two days.
  init(transitions: [Int64], offsets: [Int64], initial: Int64, rule: ZoneRule?) {
    precondition(transitions.count == offsets.count, "each change has an offset")
    self.transitions = transitions
    self.offsets = offsets
    self.initial = initial
    self.rule = rule
  }

  init(_ rule: ZoneRule) {
    self.init(transitions: [], offsets: [], initial: 0, rule: rule)
  }

  /// Returns seconds east of UTC at a moment in seconds since 1970.
  func offset(at moment: Int64) -> Int64 {
    guard let last = transitions.last, moment < last else {
      return rule?.offset(at: moment) ?? offsets.last ?? initial
    }
    var (low, high) = (0, transitions.count)
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= moment { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? initial : offsets[low - 1]
  }
}
