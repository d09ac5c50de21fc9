internal import Platform

/// A ranking of assets by a rule, which may call a function; confined to the worker that made it.
package final class DuplicateRanker {
  private let rule: DuplicateRanking
  private let stage: String
  /// Calls the rule's function, which ranks assets; nil without one.
  private let values: ((Batch) throws -> [FieldValue])?
  private let cancellation: Cancellation
  private let folders = KnownFolders()

  /// The number of assets that are passed to the rule's function at once.
  private static let pieceSize = 256

  /// Creates a ranking in a worker; `stage` is the name of the stage, for failures.
  package init(_ rule: DuplicateRanking, stage: String, in worker: WorkerContext) throws {
    self.rule = rule
    self.stage = stage
    cancellation = worker.context.cancellation
    if case .function(let function) = rule {
      let evaluator = try worker.evaluator()
      let function = try evaluator.bind(function)
      values = { try evaluator.values(of: function, on: $0) }
    } else {
      values = nil
    }
  }

  /// Returns the ranks of the assets at some indices, by index.
  package func ranks(
    of places: some Sequence<Int>, _ assets: [Asset]
  ) throws -> [Int: DuplicateRank] {
    var ranks: [Int: DuplicateRank] = [:]
    var rest = Array(places)[...]
    while !rest.isEmpty {
      if cancellation.isCancelled { throw RunProblem.cancelled }
      let piece = rest.prefix(Self.pieceSize)
      rest = rest.dropFirst(Self.pieceSize)
      let found = try values?(Batch(ordinal: 0, assets: piece.map { assets[$0] }))
      for (index, place) in piece.enumerated() {
        let value = found.map { number($0[index], of: assets[place]) } ?? 0
        ranks[place] = rule.rank(
          of: assets[place], value: value, companions: companionCount(of: assets[place]))
      }
    }
    return ranks
  }

  /// Returns the number of files beside an asset that belong to it, such as edits of other programs.
  private func companionCount(of asset: Asset) -> Int {
    if case .first = rule { return 0 }
    guard let path = asset.pathBytes, let slash = path.lastIndex(of: UInt8(ascii: "/")) else {
      return 0
    }
    let folder = Array(path[...slash])
    let handle = OwnedBytes(folder).withCString {
      try? DirectoryHandle(directory: AT_FDCWD, name: $0)
    }
    guard let handle else { return 0 }
    return folders.names(in: handle, at: folder).companions(of: Array(path[(slash + 1)...])).count
  }

  /// Returns a function's result as a number: 1 for true, 0 for false, -∞ if absent or invalid.
  private func number(_ value: FieldValue, of asset: Asset) -> Double {
    switch value {
    case .integer(let number): return Double(number)
    case .number(let number) where !number.isNaN: return number
    case .flag(let flag): return flag ? 1 : 0
    case .absent: return -.infinity
    default:
      asset.fail(
        stage: stage, "the function of keep gives a number, true or false, and nothing else")
      return -.infinity
    }
  }
}
