/// An asset of a library that the user may choose for a rule.
package struct ChoosableAsset: Hashable, Sendable {
  /// The asset's localIdentifier, in UTF-8.
  package let identifier: [UInt8]
  /// The asset's filename.
  package let filename: String
  /// The asset's creation date; nil if unknown.
  package let creationDate: Instant?
  /// The day of the creation date by the clock of the place, such as `2015-09-27`; nil if unknown.
  package let day: String?

  /// The maximum number of assets in a list; a longer one is unusable.
  private static let most = 100_000

  /// - Parameter clock: the clock of the place; nil for that of this computer.
  package init(
    identifier: [UInt8], filename: String, creationDate: Instant?, clock: ClockOffset? = nil
  ) {
    self.identifier = identifier
    self.filename = filename
    self.creationDate = creationDate
    day = creationDate.map { moment in
      let seconds = (clock ?? .ofComputer(at: moment)).seconds
      return String("\(moment.advanced(byMilliseconds: seconds * 1000))".prefix(10))
    }
  }

  /// Creates the entry of an asset that is called `filename`.
  init(_ asset: Asset, identifier: [UInt8], filename: String) {
    var (date, clock): (Instant?, ClockOffset?) = (nil, nil)
    if case .date(let moment) = asset.value(of: .creationDate) {
      (date, clock) = (moment, asset.clock(of: .creationDate, at: moment))
    }
    self.init(identifier: identifier, filename: filename, creationDate: date, clock: clock)
  }

  /// Returns the assets of the context's libraries, the newest first, at most 100,000. Throws
  /// ``LibraryProblem`` if a library can't be read, or ``RunProblem/cancelled``.
  package static func all(in context: RunContext, includesHidden: Bool) throws -> [ChoosableAsset] {
    let options = ArgumentValue.table([ArgumentMember("includeHidden", .flag(includesHidden))])
    let plan = try context.plan([
      StageCall(name: LibrarySource.description.name, arguments: [options], line: 0)
    ])
    let opened = try plan.source.open(plan.query, in: context)
    defer { context.services.catalogue?.close() }
    var found: [ChoosableAsset] = []
    while found.count < most, let pending = try opened.reader.next() {
      if context.cancellation.isCancelled { throw RunProblem.cancelled }
      for asset in pending.unfold() {
        guard case .text(let identifier) = asset.value(of: .localIdentifier) else { continue }
        found.append(
          ChoosableAsset(
            asset, identifier: Array(identifier.bytes), filename: asset.string(of: .filename)))
      }
    }
    return found.sorted { left, right in
      switch (left.creationDate?.milliseconds, right.creationDate?.milliseconds) {
      case (let left?, let right?) where left != right: left > right
      case (nil, .some): false
      case (.some, nil): true
      default: left.identifier.lexicographicallyPrecedes(right.identifier)
      }
    }
  }

  /// Reads the identifiers on standard input: those of records, which have to come from the
  /// library, or one per line. Throws ``LibraryProblem`` for a record of another library, or
  /// ``FileProblem`` if reading fails.
  package static func identifiers(
    onInputOf context: RunContext, library: String
  ) throws -> [[UInt8]] {
    let reader = try InputReader.open(context)
    var identifiers: [[UInt8]] = []
    while let pending = try reader.next() {
      for asset in pending.unfold() {
        let own = asset.string(of: .library)
        guard own.isEmpty || own == library else {
          throw LibraryProblem.notFound(
            "\"\(asset.string(of: .localIdentifier))\" is an asset of \"\(own)\", not of "
              + "\"\(library)\"")
        }
        guard case .text(let identifier) = asset.value(of: .localIdentifier) else { continue }
        identifiers.append(Array(identifier.bytes))
      }
    }
    return identifiers
  }
}
