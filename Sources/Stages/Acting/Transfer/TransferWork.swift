internal import Platform

/// The operations on the files of some assets, which are carried out together: all are in the
/// journal before the first one begins, which one sync is enough for, and each one ends whole or
/// leaves nothing.
struct TransferWork {
  let step: TransferStep
  let context: RunContext
  let journal: RunJournal
  /// The number of threads that read files.
  let width: Int
  /// The time before the files were opened, in nanoseconds since 1970.
  let moment: Int64

  enum Outcome {
    case done([TransferredFile])
    /// Another program took a name meanwhile.
    case taken
    case failed(FileProblem)
  }

  /// An operation on a file, with the file that it wrote, and the check of that.
  fileprivate struct Deed {
    let operation: SingleFileOperation
    var made: PartialFile?
    var check: CopyVerification?
  }

  /// An item with what was done so far.
  fileprivate struct Attempt {
    let item: TransferItem
    var parts: [FileOperation.Part] = []
    /// The operation in the journal; nil before, and if all files are in place.
    var operation: FileOperation?
    /// The operations on files, in the order of `parts`.
    var deeds: [Deed] = []
    /// The index of the first part that was carried out; the main one, at 0, is the last.
    var firstDone: Int
    /// The modification times of the files at their new paths, in nanoseconds since 1970.
    var modified: [Int64] = []
    /// The outcome; nil as long as the item is on its way.
    var outcome: Outcome?

    init(_ item: TransferItem) {
      self.item = item
      firstDone = item.missing.count
    }
  }

  /// Operations whose new files are written, and are read back meanwhile.
  struct Begun {
    fileprivate var attempts: [Attempt]
    /// The problem that ends the run; nil for none.
    fileprivate(set) var problem: OutputProblem?
    /// The indices of the attempts whose files are read back, and the problems of these; nil for none.
    fileprivate var checks: (places: [Int], problems: PendingValue<[FileProblem?]>)?

    /// True if an operation was not carried out.
    var hasFailed: Bool {
      attempts.contains { attempt in
        if case .done? = attempt.outcome { false } else { true }
      }
    }
  }

  /// The number of files that one asset may have open; of more, each is written by itself.
  private static let mostOpen = 64

  /// Carries out the operations; returns an outcome for each item, and the problem that ends the run,
  /// such as a full disk; nil for none.
  func run(_ items: [TransferItem]) throws -> (outcomes: [Outcome], problem: OutputProblem?) {
    var begun = try begin(items)
    place(&begun)
    return try settle(begun)
  }

  /// Writes the new files, without their names, and lets threads read them back.
  func begin(_ items: [TransferItem]) throws -> Begun {
    var attempts = items.map(Attempt.init)
    identify(&attempts)
    try record(&attempts)
    var problem: OutputProblem?
    for place in attempts.indices where attempts[place].outcome == nil {
      // No further file is tried, so that the message comes once.
      if problem == nil {
        problem = prepare(&attempts[place])
      } else {
        attempts[place].outcome = .taken
      }
    }
    removeAbandoned(beside: attempts)
    return Begun(attempts: attempts, problem: problem, checks: checks(of: attempts))
  }

  /// Gives the new files their names once they were read back.
  func place(_ begun: inout Begun) {
    endChecks(of: &begun)
    for place in begun.attempts.indices where begun.attempts[place].outcome == nil {
      name(&begun.attempts[place], &begun.problem)
    }
    if step.options.verifies { sync(&begun) }
    for place in begun.attempts.indices where begun.attempts[place].outcome == nil {
      finish(&begun.attempts[place])
    }
  }

  /// Records the ends of the operations, and reverts those that could not be carried out; returns as
  /// ``run(_:)``.
  func settle(_ begun: Begun) throws -> (outcomes: [Outcome], problem: OutputProblem?) {
    for attempt in begun.attempts { try settle(attempt) }
    return (begun.attempts.map { $0.outcome ?? .taken }, begun.problem)
  }

  /// Finds out the content of the files.
  private func identify(_ attempts: inout [Attempt]) {
    let digests = FileDigests(
      of: attempts.map(\.item), width: width, until: context.cancellation)
    for place in attempts.indices {
      do throws(FileProblem) {
        attempts[place].parts = try attempts[place].item.parts(digests)
      } catch {
        attempts[place].outcome = .failed(error)
      }
    }
  }

  /// Records the operations, which survive a power failure from then on.
  private func record(_ attempts: inout [Attempt]) throws {
    let begun = attempts.indices.filter {
      attempts[$0].outcome == nil && !attempts[$0].parts.isEmpty
    }
    if begun.isEmpty { return }
    do {
      let operations = try journal.begin(
        begun.map { place in
          let item = attempts[place].item
          return (
            attempts[place].parts, item.plans.flatMap(\.folder.missingPaths),
            step.kind.removesOriginal ? item.asset.homeBytes : nil
          )
        })
      for (place, operation) in zip(begun, operations) { attempts[place].operation = operation }
    } catch {
      throw journal.problem(error)
    }
  }

  /// Writes the new files, without their names; returns a problem that ends the run.
  private func prepare(_ attempt: inout Attempt) -> OutputProblem? {
    var folder: [UInt8] = []
    do throws(FileProblem) {
      var digests = attempt.parts.map(\.digest)[...]
      for plan in attempt.item.plans where !plan.missing.isEmpty {
        var target = plan.folder
        folder = target.path
        let handle = try target.make()
        for part in plan.missing {
          let digest = digests.removeFirst()
          attempt.deeds.append(
            Deed(
              operation: SingleFileOperation(
                kind: part.kind, file: part.file.file, from: part.file.from,
                to: FileLocation(part.name, in: handle, at: folder), content: part.content,
                written: context.writtenFiles, digest: step.options.verifies ? digest : nil,
                link: context.link)))
        }
      }
      for place in attempt.deeds.indices.reversed() where attempt.deeds.count <= Self.mostOpen {
        let operation = attempt.deeds[place].operation
        folder = operation.to.folderPath
        attempt.deeds[place].made = try operation.prepare()
        attempt.deeds[place].check = try operation.verification(of: attempt.deeds[place].made)
      }
    } catch {
      attempt.outcome = .failed(error)
      return ending(error, in: folder)
    }
    return nil
  }

  /// Removes what killed runs left behind, where new files need a name from the start.
  private func removeAbandoned(beside attempts: [Attempt]) {
    var done: Set<[UInt8]> = []
    for deed in attempts.flatMap(\.deeds) where deed.made?.isHidden == true {
      let to = deed.operation.to
      if done.insert(to.folderPath).inserted { PartialFile.removeAbandoned(in: to.folder) }
    }
  }

  /// Begins to read the new files back; returns nil if none is.
  private func checks(
    of attempts: [Attempt]
  ) -> (places: [Int], problems: PendingValue<[FileProblem?]>)? {
    var places: [Int] = []
    var checks: [CopyVerification] = []
    for place in attempts.indices where attempts[place].outcome == nil {
      for check in attempts[place].deeds.compactMap(\.check) {
        places.append(place)
        checks.append(check)
      }
    }
    if checks.isEmpty { return nil }
    let problems = PendingValue { [checks, width, cancellation = context.cancellation] in
      CopyVerification.problems(of: checks, width: width, until: cancellation)
    }
    return (places, problems)
  }

  /// Waits until the new files were read back.
  private func endChecks(of begun: inout Begun) {
    guard let (places, problems) = begun.checks else { return }
    begun.checks = nil
    for (place, error) in zip(places, problems.wait()) {
      guard let error, let folder = begun.attempts[place].item.plans.last?.folder.path else {
        continue
      }
      begun.attempts[place].outcome = .failed(error)
      begun.problem = begun.problem ?? ending(error, in: folder)
    }
  }

  /// Gives the new files their names, the main one last.
  private func name(_ attempt: inout Attempt, _ problem: inout OutputProblem?) {
    var folder: [UInt8] = []
    do throws(FileProblem) {
      for deed in attempt.deeds.reversed() {
        folder = deed.operation.to.folderPath
        let made = deed.made
        let found = try made == nil ? deed.operation.run() : deed.operation.finish(made)
        guard found == .done else {
          attempt.outcome = .taken
          return
        }
        attempt.firstDone -= 1
      }
    } catch {
      attempt.outcome = .failed(error)
      problem = problem ?? ending(error, in: folder)
    }
  }

  /// Syncs the folders, each once, so that the new names survive a power failure.
  private func sync(_ begun: inout Begun) {
    var folders: [[UInt8]: FileLocation] = [:]
    for attempt in begun.attempts where attempt.outcome == nil {
      for to in attempt.deeds.map(\.operation.to) { folders[to.folderPath] = to }
    }
    let names = Array(folders.values)
    let found = WorkerThread.map(names, width: CopyVerification.flushWidth) { to -> FileProblem? in
      do throws(FileProblem) {
        try to.syncFolder()
        return nil
      } catch {
        return error
      }
    }
    var problems: [[UInt8]: FileProblem] = [:]
    for (to, problem) in zip(names, found) { problems[to.folderPath] = problem }
    if problems.isEmpty { return }
    for place in begun.attempts.indices where begun.attempts[place].outcome == nil {
      for to in begun.attempts[place].deeds.map(\.operation.to) {
        guard let error = problems[to.folderPath] else { continue }
        begun.attempts[place].outcome = .failed(error)
        begun.problem = begun.problem ?? ending(error, in: to.folderPath)
      }
    }
  }

  private func finish(_ attempt: inout Attempt) {
    if step.options.verifies { remember(attempt) }
    attempt.modified = attempt.deeds.map { deed in
      let made = deed.operation.kind == .symbolicLink ? nil : deed.operation.to.status
      return (made ?? deed.operation.file.status).modified
    }
    attempt.outcome = .done(attempt.item.files(after: attempt.parts))
    attempt.deeds = []
  }

  /// Stores in the catalogue that the copies have the bytes of their sources, so that no later run
  /// compares them.
  private func remember(_ attempt: Attempt) {
    guard let catalogue = context.services.catalogue else { return }
    for deed in attempt.deeds where deed.operation.kind == .copy {
      guard let made = deed.made, let copy = FileStatus(descriptor: made.descriptor) else {
        continue
      }
      let (from, to) = (deed.operation.from, deed.operation.to)
      catalogue.note(
        copy: copy, named: Array(to.name.bytes), of: deed.operation.file,
        named: Array(from.name.bytes), at: moment)
    }
  }

  /// Returns the problem that ends the run, if it is one that all further files would have.
  private func ending(_ error: FileProblem, in folder: [UInt8]) -> OutputProblem? {
    FileSystem.shortage(error, in: folder).map { .notWritable("\(step.name) ended: \($0)") }
  }

  /// Records the end of an operation, or reverts what was done of it.
  private func settle(_ attempt: Attempt) throws {
    guard let operation = attempt.operation else { return }
    do {
      guard case .done? = attempt.outcome else {
        return try revert(operation, from: attempt.firstDone)
      }
      let backups = attempt.item.plans.dropFirst().reduce(0) { $0 + $1.missing.count }
      try journal.end(operation, modified: attempt.modified, backups: backups)
    } catch {
      throw journal.problem(error)
    }
  }

  /// Reverts the parts of an operation from `firstDone` on, as the others can't be carried out.
  private func revert(_ operation: FileOperation, from firstDone: Int) throws {
    do {
      try Rollback(JournalEntry(operation: operation), firstDone: firstDone).run()
      try journal.revert(operation)
    } catch let refusal as Rollback.Refusal {
      tell(refusal, of: operation.parts[firstDone...])
      try journal.abandon(operation)
    }
  }

  /// Names the files that can't go back, and those that stay because of them.
  private func tell(_ refusal: Rollback.Refusal, of parts: ArraySlice<FileOperation.Part>) {
    for part in parts where (try? FileLocation(at: part.to))?.status != nil {
      let reason = part.to == refusal.path ? refusal.reason : "it belongs to a file that can't"
      let name = String(decoding: part.to, as: UTF8.self)
      context.services.notices.tell("\"\(name)\" stays, as it can't go back: \(reason)")
    }
  }
}
