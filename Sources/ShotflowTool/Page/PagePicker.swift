internal import Console
internal import Displays
internal import Pipeline
internal import Platform

/// Lets a user pick from the records of a run on a page, and prints those.
struct PagePicker {
  private let records: RecordFile
  private let context: RunContext
  private let messages: Messages

  /// So many records are looked through for those that are picked already.
  private static let mostSearched = 100_000

  /// - Parameter context: the run's, which is over.
  init(_ records: RecordFile, in context: RunContext, _ messages: Messages) {
    self.records = records
    self.context = context
    self.messages = messages
  }

  /// - Returns: how many records were printed.
  func pick(
    _ allowance: PickAllowance, title: String, opens: Bool, _ claims: PostponedClaims,
    _ form: (any RecordForm)?
  ) throws -> Int {
    if records.count == 0 {
      messages.write("there is nothing to pick from")
      return 0
    }
    guard let limit = allowance.left else {
      messages.write("none may be picked: the limit of \(allowance.limit) is reached")
      return 0
    }
    let subject = PageHelper.Subject(
      kind: .records, title: title, limit: limit, selected: try selected(allowance, within: limit))
    let page = RecordPage(records, in: context, PageOpening(opens: opens, messages))
    let picks = try page.show(subject)
    return try print(picks, claims, form)
  }

  /// The places of those that are picked already.
  private func selected(_ allowance: PickAllowance, within limit: Int) throws -> [Int] {
    if allowance.identifiers.isEmpty { return [] }
    let searched = Array(0..<min(records.count, Self.mostSearched))
    let places = try records.list(of: searched, in: context).places(of: allowance.identifiers)
    let (kept, excess) = AssetSelection.part(places, within: limit)
    if excess > 0 {
      messages.write("\(excess) of \(places.count) selected are left out: the limit is \(limit)")
    }
    return kept
  }

  private func print(
    _ picks: [PageReading.Pick], _ claims: PostponedClaims, _ form: (any RecordForm)?
  ) throws -> Int {
    let places = picks.map(\.place)
    let crops = Dictionary(picks.map { ($0.place, $0.crop) }) { first, _ in first }
    let list = try records.list(of: places, in: context) { place in
      crops[place]?.map { ",\"crop\":[\($0.map { "\($0)" }.joined(separator: ","))]" }
    }
    let positions = Dictionary(uniqueKeysWithValues: zip(places, 0...))
    let (written, taken) = try claims.redeem(places, from: context.offers, at: context.now) {
      free in
      let (complete, problem) = list.write(
        free.compactMap { positions[$0] }, to: STDOUT_FILENO, in: form)
      return (complete, problem)
    }
    if taken > 0 { messages.write("\(taken) left out: another run took them meanwhile") }
    return written
  }
}
