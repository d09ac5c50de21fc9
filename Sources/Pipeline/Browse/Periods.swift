internal import Platform

/// The days, months or years of dated assets in their order, with the number of assets in each.
/// Coarser units replace finer ones until a period has enough assets on average.
struct Periods {
  enum Unit: Int {
    case day, month, year

    /// Returns the first day of the period that contains a day; both are days since 1970.
    func start(of day: Int64) -> Int64 {
      let date = CivilDate(daysSince1970: day)
      return switch self {
      case .day: day
      case .month: day - date.day + 1
      case .year: CivilDate(year: date.year, month: 1, day: 1)?.daysSince1970 ?? day
      }
    }

    func text(of day: Int64) -> String {
      let text = Instant(milliseconds: day * Periods.dayLength).description
      return String(text.prefix(self == .day ? 10 : self == .month ? 7 : 4))
    }
  }

  private struct Run {
    /// The first day of the period, in days since 1970; nil for assets without a date.
    let day: Int64?
    var count: Int
  }

  /// The unit of the periods; nil if even years have too few assets.
  private(set) var unit: Unit?
  private var runs: [Run] = []
  private var total = 0
  /// True if the newest day comes first; nil if the days have no order.
  private let isDescending: Bool?
  private var last: Int64?

  static let dayLength: Int64 = 86_400_000
  /// The smallest average number of assets in a period.
  private static let fewest = 8
  /// The greatest number of periods.
  private static let most = 2500
  /// The greatest number of assets whose days are listed.
  private static let mostByDay = 20_000

  /// Creates an empty list for `count` assets: of days, or of months for more than 20,000.
  init(of count: Int, isDescending: Bool? = nil) {
    unit = count > Self.mostByDay ? .month : .day
    self.isDescending = isDescending
  }

  /// Adds the next `count` assets: all of one day, in days since 1970, or nil without a date.
  mutating func add(_ day: Int64?, count: Int = 1) {
    total += count
    guard let unit else { return }
    var day = day
    // The clocks of two places may differ by a day at one moment.
    if let isDescending, let new = day, let last, (new > last) == isDescending { day = last }
    last = day ?? last
    append(Run(day: day.map(unit.start), count: count))
    if runs.count > Self.most { coarsen() }
  }

  /// Returns each period's text, such as `2026-11`, or nil for unknown dates, and its number of
  /// assets; nil if even years have too few assets.
  mutating func end() -> [(text: String?, count: Int)]? {
    while unit != nil, runs.count * Self.fewest > total { coarsen() }
    guard let unit else { return nil }
    return runs.map { ($0.day.map(unit.text), $0.count) }
  }

  private mutating func append(_ run: Run) {
    if let last = runs.last, last.day == run.day {
      runs[runs.count - 1].count += run.count
    } else {
      runs.append(run)
    }
  }

  private mutating func coarsen() {
    let old = runs
    runs = []
    unit = unit.flatMap { Unit(rawValue: $0.rawValue + 1) }
    guard let unit else { return }
    for run in old { append(Run(day: run.day.map(unit.start), count: run.count)) }
  }
}

extension Periods {
  /// Reads the periods of a fetch result that is ordered by dates. A range whose ends are in one
  /// period is counted without being read. Throws ``FetchProblem`` if the library has changed.
  init(of result: FetchResult, by key: SortKey) throws {
    self.init(of: try result.count, isDescending: key.isDescending)
    let reader = DayReader(result: result, key: key)
    let count = try result.count
    guard count > 0 else { return }
    try add(
      0..<count, from: reader.days(0..<1)[0], to: reader.days(count - 1..<count)[0], reader)
  }

  private mutating func add(
    _ range: Range<Int>, from first: Int64?, to last: Int64?, _ reader: DayReader
  ) throws {
    if let unit, first.map(unit.start) == last.map(unit.start) {
      return add(first, count: range.count)
    }
    guard range.count > FetchedRows<Int>.blockSize else {
      for day in try reader.days(range) { add(day) }
      return
    }
    let middle = range.lowerBound + range.count / 2
    let ends = try reader.days(middle - 1..<middle + 1)
    try add(range.lowerBound..<middle, from: first, to: ends[0], reader)
    try add(middle..<range.upperBound, from: ends[1], to: last, reader)
  }

  private struct DayReader {
    let result: FetchResult
    let key: SortKey

    func days(_ range: Range<Int>) throws -> [Int64?] {
      let assets = try result.looked(at: range)
      guard assets.count == range.count else { throw FetchProblem.changed }
      return assets.map { asset in
        guard case .date(let moment) = asset.value(of: key.field) else { return nil }
        let seconds = asset.clock(of: key.field, at: moment).seconds
        return floorDivide(moment.milliseconds + seconds * 1000, Periods.dayLength).quotient
      }
    }
  }
}
