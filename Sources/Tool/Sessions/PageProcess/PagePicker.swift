package import Pipeline
internal import Platform
internal import Terminal

/// A page on which the user picks among a run's records, which are then printed.
package struct PagePicker {
  private let records: RecordFile
  private let context: RunContext
  private let messages: Messages

  /// - Parameter context: the context of the run, which has ended.
  package init(_ records: RecordFile, in context: RunContext, _ messages: Messages) {
    self.records = records
    self.context = context
    self.messages = messages
  }

  /// Lets the user pick records, and prints them; `answers` are the labels of further buttons,
  /// which return ``RecordPage/Ending/choosesAgain``.
  package func pick(
    _ configuration: PickConfiguration, on controller: PageController, _ answers: [String],
    _ claims: PostponedClaims,
    _ form: (any RecordFormat)?
  ) throws -> RecordPage.Ending {
    guard let limit = configuration.limit(ofPicksFrom: records.count, messages) else {
      return .printed(0)
    }
    let pageState = PageState(
      kind: .records, limit: limit,
      selected: try selected(configuration, within: limit).map(String.init), answers: answers)
    switch try RecordPage(records, in: context, on: controller).show(pageState) {
    case .answered: return .choosesAgain
    case .chosen(let picks): return .printed(try print(picks, claims, form))
    case nil: return .printed(0)
    }
  }

  /// Returns the indices of the records that are chosen at the start: without others those of groups
  /// that are not kept.
  private func selected(_ configuration: PickConfiguration, within limit: Int) throws -> [Int] {
    if configuration.identifiers.isEmpty, limit == 0 {
      return try records.groups(unless: context.cancellation)?.others ?? []
    }
    let places = try records.places(of: configuration.identifiers, in: context)
    return configuration.kept(places, within: limit, messages)
  }

  /// Prints the picked records, with the chosen parts of their pictures and their marks, and returns
  /// their number; leaves out those that another run has claimed.
  func print(
    _ picks: [RecordPage.Pick], _ claims: PostponedClaims, _ form: (any RecordFormat)?
  ) throws -> Int {
    let places = picks.map(\.place)
    let notes = Dictionary(picks.map { ($0.place, $0.note) }) { first, _ in first }
    let list = try records.list(of: places, in: context) { notes[$0]?.add(to: &$1) }
    let positions = Dictionary(uniqueKeysWithValues: zip(places, 0...))
    let (written, taken) = try claims.redeem(
      places, from: context.services.offers, at: context.request.now
    ) {
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
  private static let mostSearched = 100_000

  /// Returns the positions, from 0, of the records with these identifiers or paths, in the order of
  /// `identifiers`, without unknown ones. Throws ``FileProblem`` if the records can't be read,
  /// ``RunProblem/cancelled`` after Ctrl-C.
  func places(of identifiers: [String], in context: RunContext) throws -> [Int] {
    if identifiers.isEmpty { return [] }
    let searched = Array(0..<min(count, Self.mostSearched))
    return try list(of: searched, in: context).places(of: identifiers)
  }
}
