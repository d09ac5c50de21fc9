internal import Platform

/// A merge of the results of shards.
///
/// ```swift
/// var merge = ShardMerge(cut, in: context, to: 1)
/// for result in results { try merge.add(result) }
/// let report = try merge.finish()
/// ```
///
/// Results are added in the order of their shards. Records in that order are written at once; those
/// to sort are held until the last result is added, in a file if all are needed.
package struct ShardMerge {
  private let cut: PlanCut
  private let context: RunContext
  private let output: RecordOutput
  private var report = RunReport()
  private var held: [(key: AssetOrder.Key?, ordinal: Int, record: [UInt8])] = []
  private let sort: RecordSort?
  private var totals = CountTotals()
  /// The assets that passed, if the rule runs again on them; else empty.
  package private(set) var places: [ShardPlace] = []

  package init(_ cut: PlanCut, in context: RunContext, to descriptor: Int32) {
    self.cut = cut
    self.context = context
    output = RecordOutput(descriptor: descriptor, context.output.lines)
    if case .order(let keys, let slice) = cut.merge, !keys.isEmpty, slice.isWhole {
      sort = RecordSort()
    } else {
      sort = nil
    }
  }

  /// Adds the result of the next shard. Throws ``RunProblem`` if its records can't be written.
  package mutating func add(_ result: ShardResult) throws(RunProblem) {
    report.read += result.read
    add(result.failures)
    if case .again = cut.merge {
      places += result.entries.map(\.place)
      return
    }
    if case .count(let keys) = cut.merge {
      for entry in result.entries {
        let group = result.record(of: entry).withUnsafeBytes {
          CountGroup($0, keyCount: keys.count)
        }
        if let group { totals.add(group) }
      }
      return
    }
    if let sort, case .order(let keys, _) = cut.merge {
      try sort.add(result.records(in: AssetOrder(keys)))
      return
    }
    for entry in result.entries {
      let record = result.record(of: entry)
      if case .place = cut.merge {
        record.withUnsafeBytes { write($0) }
      } else {
        held.append((entry.key, entry.place.ordinal, Array(record)))
      }
    }
    trim()
    try flush()
  }

  /// The assets that passed and share their size with others, so that only hashes show if they are
  /// equal; empty if the rule compares no contents.
  package var unclear: [ShardPlace] {
    guard cut.comparesContents else { return [] }
    var counts: [String: Int] = [:]
    for place in places { if let content = place.content { counts[content, default: 0] += 1 } }
    return places.filter { $0.content.map { counts[$0, default: 0] > 1 } ?? false }
  }

  /// Stores the hashes in `results` as contents of ``unclear`` assets; nil for unreadable ones.
  package mutating func learn(contents results: [ShardResult]) {
    var found: [Int: String] = [:]
    for entry in results.flatMap(\.entries) { found[entry.place.ordinal] = entry.place.content }
    let unclear = Set(unclear.map(\.ordinal))
    for index in places.indices where unclear.contains(places[index].ordinal) {
      places[index].content = found[places[index].ordinal]
    }
  }

  /// Sorts held records and drops those beyond the limit; unless `isLast`, only at twice the limit.
  private mutating func trim(isLast: Bool = false) {
    guard case .order(let keys, let slice) = cut.merge else { return }
    let (sum, isTooMuch) = slice.offset.addingReportingOverflow(slice.limit ?? .max)
    let wanted = isTooMuch ? Int.max : sum
    guard isLast || held.count > 1024 && held.count / 2 > wanted else { return }
    let order = AssetOrder(keys)
    held.sort { left, right in
      if let left = left.key, let right = right.key { return order.precedes(left, right) }
      return left.ordinal < right.ordinal
    }
    if held.count > wanted { held.removeSubrange(wanted...) }
  }

  /// Writes the held records and the end of the output. Throws ``RunProblem`` if that fails.
  package mutating func finish() throws -> RunReport {
    if let sort {
      try sort.finish { piece in
        for record in piece.each { write(record) }
        try flush()
      }
    } else if case .count(let keys) = cut.merge {
      for group in totals.sorted(keyCount: keys.count) {
        report.emitted += 1
        output.writer.writeLine { group.write(into: &$0) }
      }
      try flush()
    } else if case .order(_, let slice) = cut.merge {
      trim(isLast: true)
      for entry in held.dropFirst(slice.offset) { entry.record.withUnsafeBytes { write($0) } }
      try flush()
    }
    try output.end()
    return report
  }

  /// Returns the report of all shards and of the rule's second run, on the assets that passed.
  package func finish(with again: RunReport) -> RunReport {
    var sum = report.followed(by: again)
    sum.read = report.read
    return sum
  }

  /// Counts and reports failures, including those of listing the library.
  package mutating func add(_ failures: [AssetFailure]) {
    let reported = report.add(failures)
    if let tell = context.output.failed { reported.forEach(tell) }
  }

  private mutating func write(_ record: UnsafeRawBufferPointer) {
    report.emitted += 1
    output.writer.writeLine { writer in
      writer.buffer.append(record)
      writer.buffer.append(UInt8(ascii: "\n"))
    }
  }

  private func flush() throws(RunProblem) {
    try output.flush()
  }
}
