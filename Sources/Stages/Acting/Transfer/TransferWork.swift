internal import Platform

/// The operations on the files of some assets, which are carried out together: all are in the
/// journal before the first one begins, and each ends whole or leaves nothing. One sync of the
/// journal is for all of them.
struct TransferWork {
  let step: TransferStep
  let context: RunContext
  let journal: RunJournal
  /// The time before the files were opened, in nanoseconds since 1970.
  let moment: Int64

  /// What is done for one asset.
  struct Item {
    let asset: Asset
    /// The first copies, and the second ones if there is a backup.
    let plans: [TransferPlan]

    var missing: [TransferPlan.Part] { plans.flatMap(\.missing) }
    /// The number of bytes to write.
    var byteCount: Int64 { missing.reduce(0) { $0 + $1.file.file.status.size } }
  }

  enum Outcome {
    case done([TransferredFile])
    /// Another program took a name meanwhile.
    case taken
    case failed(FileProblem)
  }

  /// An item with what was done so far.
  private struct Attempt {
    let item: Item
    var parts: [FileOperation.Part] = []
    var operation: FileOperation?
    /// The operations on single files, in the order of `parts`, with the files that they wrote.
    var works: [(work: SingleFileOperation, made: PartialFile?)] = []
    /// The index of the first part that was carried out; the main one, at 0, is the last.
    var firstDone: Int
    var outcome: Outcome?

    init(_ item: Item) {
      self.item = item
      firstDone = item.missing.count
    }

    var isOpen: Bool { outcome == nil }
  }

  /// Carries out the operations; returns an outcome for each item. Throws an error that ends the run,
  /// such as ``OutputProblem`` for a full disk, after the operations that were begun are settled.
  func run(_ items: [Item]) throws -> [Outcome] {
    var attempts = items.map(Attempt.init)
    for place in attempts.indices { identify(&attempts[place]) }
    try begin(&attempts)
    var problem: OutputProblem?
    for place in attempts.indices where attempts[place].isOpen {
      if problem == nil {
        problem = prepare(&attempts[place])
      } else {
        attempts[place].outcome = .taken
      }
    }
    for place in attempts.indices where attempts[place].isOpen {
      let found = finish(&attempts[place])
      problem = problem ?? found
    }
    for attempt in attempts { try settle(attempt) }
    if let problem { throw problem }
    return attempts.map { $0.outcome ?? .taken }
  }

  /// Finds out the content of the files, for the journal.
  private func identify(_ attempt: inout Attempt) {
    let main = attempt.item.plans.first?.parts.first?.file
    do throws(FileProblem) {
      var known: [[UInt8]: ContentDigest] = [:]
      for part in attempt.item.missing {
        let file = part.file.file
        if let content = part.content {
          attempt.parts.append(
            FileOperation.Part(
              kind: part.kind, from: part.file.from.path, to: part.path,
              byteCount: Int64(content.bytes.count),
              modified: content.previousModified ?? file.status.modified,
              digest: try ContentHasher.digest(.sha256, of: content.bytes),
              previous: content.previous))
          continue
        }
        let from = part.file.from.path
        let isMain = from == main?.from.path && !part.file.isMade
        let digest = known[from] ?? (isMain ? attempt.item.asset.knownDigest(of: file) : nil)
        let found =
          try digest
          ?? ContentHasher.digest(
            .sha256, of: file, ItemProgress(cancellation: context.cancellation))
        known[from] = found
        attempt.parts.append(
          FileOperation.Part(
            kind: part.kind, from: from, to: part.path, byteCount: file.status.size,
            modified: file.status.modified, digest: found))
      }
    } catch {
      attempt.outcome = .failed(error)
    }
  }

  /// Records the operations, which survive a power failure from then on.
  private func begin(_ attempts: inout [Attempt]) throws {
    let open = attempts.indices.filter { attempts[$0].isOpen && !attempts[$0].parts.isEmpty }
    if open.isEmpty { return }
    do {
      let operations = try journal.begin(
        open.map { place in
          let item = attempts[place].item
          return (
            attempts[place].parts, item.plans.flatMap(\.folder.missingPaths),
            step.kind.removesOriginal ? item.asset.homeBytes : nil
          )
        })
      for (place, operation) in zip(open, operations) { attempts[place].operation = operation }
    } catch {
      throw journal.problem(error)
    }
  }

  /// Writes the new files without their names; returns a problem that ends the run.
  private func prepare(_ attempt: inout Attempt) -> OutputProblem? {
    var folders: [TargetFolder] = attempt.item.plans.map(\.folder)
    var path: [UInt8] = []
    do throws(FileProblem) {
      var parts = attempt.parts[...]
      for place in folders.indices where !attempt.item.plans[place].missing.isEmpty {
        path = folders[place].path
        let handle = try folders[place].make()
        for part in attempt.item.plans[place].missing {
          let digest = parts.removeFirst().digest
          let work = SingleFileOperation(
            kind: part.kind, file: part.file.file, from: part.file.from,
            to: FileLocation(part.name, in: handle, at: path), content: part.content,
            written: context.writtenFiles, verified: step.options.verifies ? digest : nil,
            cancellation: context.cancellation)
          attempt.works.append((work, nil))
        }
      }
      for place in attempt.works.indices.reversed() {
        path = attempt.works[place].work.to.folderPath
        let made = try attempt.works[place].work.prepare()
        if step.options.verifies { made?.beginFlush() }
        attempt.works[place].made = made
      }
    } catch {
      return fail(&attempt, error, in: path)
    }
    return nil
  }

  /// Gives the new files their names, the main one last; returns a problem that ends the run.
  private func finish(_ attempt: inout Attempt) -> OutputProblem? {
    var path: [UInt8] = []
    do throws(FileProblem) {
      for (work, made) in attempt.works.reversed() {
        path = work.to.folderPath
        guard try work.finish(made) == .done else {
          attempt.outcome = .taken
          return nil
        }
        attempt.firstDone -= 1
      }
      if step.options.verifies {
        for folder in Set(attempt.works.map(\.work.to.folderPath)) {
          try attempt.works.first { $0.work.to.folderPath == folder }?.work.to.syncFolder()
        }
      }
    } catch {
      return fail(&attempt, error, in: path)
    }
    if step.options.verifies { remember(attempt) }
    attempt.outcome = .done(transferred(attempt))
    attempt.works = []
    return nil
  }

  /// Stores in the catalogue that the copies have the bytes of their sources, so that no later run
  /// compares them.
  private func remember(_ attempt: Attempt) {
    guard let catalogue = context.services.catalogue else { return }
    for (work, made) in attempt.works where work.kind == .copy {
      guard let made, let copy = FileStatus(descriptor: made.descriptor) else { continue }
      catalogue.note(
        copy: copy, named: Array(work.to.name.bytes), of: work.file,
        named: Array(work.from.name.bytes), at: moment)
    }
  }

  /// Notes a failure; returns the problem if no further file is to be tried, so that the message
  /// comes once.
  private func fail(
    _ attempt: inout Attempt, _ error: FileProblem, in path: [UInt8]
  ) -> OutputProblem? {
    attempt.outcome = .failed(error)
    return FileSystem.shortage(error, in: path).map {
      .notWritable("\(step.name) ended: \($0)")
    }
  }

  private func transferred(_ attempt: Attempt) -> [TransferredFile] {
    var parts = attempt.parts[...]
    return attempt.item.plans.enumerated().flatMap { number, plan in
      plan.parts.map { part in
        let known = part.isThere ? nil : parts.removeFirst()
        return TransferredFile(
          from: part.file.from.path, to: part.path,
          byteCount: known?.byteCount ?? part.file.file.status.size, digest: known?.digest,
          isBackup: number > 0)
      }
    }
  }

  /// Records the end of an operation, or reverts what was done of it.
  private func settle(_ attempt: Attempt) throws {
    guard let operation = attempt.operation else { return }
    do {
      guard case .done = attempt.outcome else {
        return try revert(operation, from: attempt.firstDone)
      }
      let modified = attempt.item.missing.map { part in
        part.kind == .symbolicLink
          ? part.file.file.status.modified
          : (try? FileLocation(at: part.path))?.status?.modified ?? part.file.file.status.modified
      }
      let backup = attempt.item.plans.dropFirst().reduce(0) { $0 + $1.missing.count }
      try journal.end(operation, modified: modified, backups: backup)
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

/// A file that a stage put in place, or found there.
package struct TransferredFile: Sendable {
  /// The absolute paths before and after, without links among their folders.
  package let from: [UInt8], to: [UInt8]
  package let byteCount: Int64
  /// The SHA-256 of the content; nil for a file that was there already.
  package let digest: ContentDigest?
  /// True for a second copy.
  package let isBackup: Bool
}

extension Asset {
  /// Returns the SHA-256 of the main file, if it is known and the open file is unchanged since.
  fileprivate func knownDigest(of file: OpenFile) -> ContentDigest? {
    guard let digest = findings?.digests.first(where: { $0.algorithm == .sha256 }),
      knownStatus?.hasSameContent(as: file.status) == true
    else { return nil }
    return digest
  }
}
