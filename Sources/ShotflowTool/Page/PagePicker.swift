internal import Console
internal import Displays
internal import Pipeline
internal import Platform

/// Lets a user pick from the records of a run on a page, and prints those.
struct PagePicker {
  private let records: RecordFile
  private let context: RunContext
  private let messages: Messages

  /// - Parameter context: the run's, which is over.
  init(_ records: RecordFile, in context: RunContext, _ messages: Messages) {
    self.records = records
    self.context = context
    self.messages = messages
  }

  /// - Parameter answers: the words of further buttons.
  func pick(
    _ allowance: PickAllowance, on talk: PageTalk, _ answers: [String], _ claims: PostponedClaims,
    _ form: (any RecordForm)?
  ) throws -> RecordPage.Ending {
    if records.count == 0 {
      messages.write("there is nothing to pick from")
      return .printed(0)
    }
    guard let limit = allowance.left else {
      messages.write("none may be picked: the limit of \(allowance.limit) is reached")
      return .printed(0)
    }
    let scene = PageScene(
      kind: .records, limit: limit,
      selected: try selected(allowance, within: limit).map(String.init), answers: answers)
    switch try RecordPage(records, in: context, on: talk).show(scene) {
    case .answered: return .choosesAgain
    case .chosen(let picks): return .printed(try print(picks, claims, form))
    case nil: return .printed(0)
    }
  }

  /// The places of those that are picked already.
  private func selected(_ allowance: PickAllowance, within limit: Int) throws -> [Int] {
    let places = try records.places(of: allowance.identifiers, in: context)
    return allowance.kept(places, within: limit, messages)
  }

  /// Prints records, with the parts of their pictures that were chosen.
  ///
  /// - Returns: how many were printed.
  func print(
    _ picks: [RecordPage.Pick], _ claims: PostponedClaims, _ form: (any RecordForm)?
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

extension RecordFile {
  /// So many records are looked through.
  private static let mostSearched = 100_000

  /// The places of records that identifiers or paths name, in that order.
  ///
  /// - Throws: ``FileProblem``, or ``RunProblem/cancelled``.
  func places(of identifiers: [String], in context: RunContext) throws -> [Int] {
    if identifiers.isEmpty { return [] }
    let searched = Array(0..<min(count, Self.mostSearched))
    return try list(of: searched, in: context).places(of: identifiers)
  }
}
