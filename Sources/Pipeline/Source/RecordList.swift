internal import Platform

/// The records of a run's assets and albums, as a list from which the user picks; other lines, such
/// as a token, are skipped.
package struct RecordList {
  /// The name, date and identifier of each record, in the order of the run.
  package let assets: [ChoosableAsset]
  /// True if the run returned more records than the list holds.
  package let isCut: Bool
  private let records: [Asset]

  private static let most = 100_000

  /// Reads the context's input; throws ``FileProblem`` if that fails, or ``RunProblem/cancelled``.
  package init(onInputOf context: RunContext) throws {
    let reader = try InputReader.open(context)
    var records: [Asset] = []
    while records.count <= Self.most, let pending = try reader.next() {
      if context.cancellation.isCancelled { throw RunProblem.cancelled }
      records += pending.unfold()
    }
    isCut = records.count > Self.most
    self.records = Array(records.prefix(Self.most))
    assets = self.records.map { record in
      ChoosableAsset(
        record, identifier: Array(record.string(of: .localIdentifier).utf8),
        filename: Self.name(of: record))
    }
  }

  /// Returns a file's name, or an album's title.
  private static func name(of record: Asset) -> String {
    for field in [Field.filename, .title, .localIdentifier] {
      let name = record.string(of: field)
      if !name.isEmpty { return name }
    }
    return record.displayName
  }

  /// Returns the indices of the records with these identifiers or paths, in order, if known.
  package func places(of names: [String]) -> [Int] {
    var places: [String: Int] = [:]
    for (place, record) in records.enumerated() {
      for field in [Field.path, .localIdentifier] {
        let name = record.string(of: field)
        if !name.isEmpty { places[name] = place }
      }
    }
    var found: [Int] = []
    for case let place? in names.map({ places[$0] }) where !found.contains(place) {
      found.append(place)
    }
    return found
  }

  /// Returns a picture of a record, of at most `side` pixels; nil if none can be made.
  package func picture(of place: Int, side: Int, in context: RunContext) -> OfferPicture? {
    OfferPicture.loaded(of: records[place], side: side, in: context)
  }

  /// Writes records unchanged, in the format of the output; returns the number of complete ones,
  /// and the reason if others were not written; a closed output is no problem.
  package func write(
    _ places: [Int], to descriptor: Int32, in form: (any RecordFormat)? = nil
  ) -> (complete: Int, problem: RunProblem?) {
    let output = RecordOutput(descriptor: descriptor, RecordLineOptions(in: form))
    var ends: [Int] = []
    for place in places {
      records[place].writeLine(into: &output.writer)
      ends.append(output.writer.buffer.count)
    }
    do throws(RunProblem) {
      try output.flush()
      try output.end()
      return (ends.count, nil)
    } catch {
      let complete = ends.prefix { $0 <= output.written }.count
      return (complete, error == .outputClosed ? nil : error)
    }
  }
}
