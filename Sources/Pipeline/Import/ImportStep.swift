internal import Platform

/// Decides in source order which assets are new, and copies or moves these. An asset is new if the
/// library lacks its main file or another of its files, no earlier asset of the run has the same files,
/// and the memory does not hold it.
struct ImportStep: Step {
  let places: ImportPlaces
  let memory: String?
  /// True if assets are taken that the memory holds.
  let takesAgain: Bool
  let moves: Bool
  /// True if later stages get what was not imported, too.
  let passesAll: Bool
  let fields: ImportFields
  let options: TransferOptions

  var name: String { LibraryImport.description.name }
  var ordering: StepOrdering { .source }
  var facets: FacetSet { .header }
  var isSelective: Bool { !passesAll }
  var detail: String {
    "\(moves ? "moves" : "copies") what is new to \"\(places.text)\""
      + (memory.map { ", memory \"\($0)\"" } ?? "") + (options.verifies ? ", verified" : "")
      + (options.backup.map { ", with a backup in \"\($0)\"" } ?? "")
  }
  var traits: StepTraits {
    StepTraits(
      comparison: AssetComparison(assets: true, dropReason: "the library has it, or had it before"))
  }

  func makeWorker(in worker: WorkerContext) throws -> any StepInstance {
    try ImportInstance(self, in: worker)
  }
}

private final class ImportInstance: StepInstance {
  private let step: ImportStep
  private let context: RunContext
  private let folders: ImportFolders
  /// The names of the memories of the places, by their indices; nil for none.
  private let memories: [String]?
  /// Copies or moves the new assets.
  private let work: any StepInstance
  /// Copies what belongs to assets that are not new.
  private let completion: CompanionTransfer
  /// Copies to the backup what the library has already; nil without a backup.
  private let backups: (any StepInstance)?
  /// The library's files of which this run copied other ones with the same content to the backup.
  private var backedUp: Set<[UInt8]> = []
  /// The places of these in the backup.
  private var backupPlaces: [[UInt8]: [UInt8]] = [:]
  /// The copying to the library alone, by which the places of files are found.
  private let copying: TransferStep
  private let companions: CompanionContents
  /// The assets that this run imported, by the hashes of their main files.
  private var imported: [ContentDigest: ImportedContent] = [:]

  /// The files with one main content that a run imported.
  private struct ImportedContent {
    /// Their paths in the library, and in the backup.
    let paths: [[UInt8]]
    /// The sets of other files that came along, and their subsets.
    var covered: Set<Companions>
    /// The hashes of the edited versions that came along.
    var edits: Set<ContentDigest>

    func covers(_ others: Companions, _ edit: ContentDigest?) -> Bool {
      covered.contains(others) && (edit.map(edits.contains) ?? true)
    }
  }

  init(_ step: ImportStep, in worker: WorkerContext) throws {
    self.step = step
    context = worker.context
    let folders = try step.places.target(in: context)
    self.folders = folders
    try folders.check(sources: context.request.libraries, context.libraryKinds)
    try folders.check(backup: step.options.backup, outsideOf: context.request.libraries)
    memories = step.memory.map { folders.remembered.map(ImportMemory($0).name(of:)) }
    companions = CompanionContents(comparing: FileComparer(in: context))
    func transfer(_ kind: FileOperation.Kind) -> TransferStep {
      var transfer = TransferStep(
        name: step.name, kind: kind,
        to: .chosen(step.places.templates, by: { [places = step.places] in places.place(of: $0) }),
        options: step.options)
      transfer.versions = step.moves ? .original : .both
      transfer.root = folders.library.map { Array($0.utf8) }
      return transfer
    }
    work = try transfer(step.moves ? .move : .copy).makeWorker(in: worker)
    copying = transfer(.copy)
    completion = CompanionTransfer(copying, in: worker)
    backups = try step.options.backup.map { _ in
      var copying = transfer(.copy)
      copying.makesBackupsAlone = true
      return try copying.makeWorker(in: worker)
    }
    context.importTally?.begin(into: folders, step.options)
  }

  func process(_ batch: inout Batch) throws {
    let known = try remembered(Array(batch.survivors))
    var new: [NewAsset] = []
    var lacking: [Asset] = []
    var seconds: [Asset] = []
    var done: Set<ObjectIdentifier> = []
    for asset in Array(batch.survivors) {
      guard let held = asset.findings?[HeldContent.self] else { continue }
      // The outcome of an asset decides about the next ones with the same content.
      if new.contains(where: { $0.digest == held.digest }) {
        done.formUnion(try transfer(new, in: &batch))
        new = []
      }
      guard let digest = held.digest else {
        leave(asset, .alreadyThere, as: held.copies.first)
        let places = [held.copies.first, held.backupPath].compactMap(\.self)
        let onlyBackupLacked = try complete(asset, beside: places, or: held.copies)
        if !held.isInBackup, isFirst(held.copies.first) || !asset.otherFiles.isEmpty {
          lacking.append(asset)
        } else if !held.isInBackup {
          seconds.append(asset)
        } else if onlyBackupLacked {
          context.importTally?.noteBackup()
        }
        continue
      }
      let others = companions.companions(of: asset)
      let (earlier, isKnown) = (imported[digest], known.contains(ObjectIdentifier(asset)))
      if let earlier, earlier.covers(others, held.edit) {
        leave(asset, .repeated, as: earlier.paths.first)
        // In a dry run the first one is not there, so that nothing is known beside it.
        if !context.request.isDryRun { try complete(asset, beside: earlier.paths) }
      } else if isKnown, earlier == nil, !held.isMainHeld, !step.takesAgain {
        step.fields.mark(asset, .importedBefore, sameAs: nil)
        context.importTally?.note(importedBefore: try isEdited(asset))
      } else {
        if let memory = self.memory(of: asset), !isKnown {
          asset.findingsForWriting()[LedgerKey.self] = LedgerKey(memory: memory, digest: digest)
        }
        new.append(NewAsset(asset, digest, others, edit: held.edit))
      }
    }
    done.formUnion(try transfer(new, in: &batch))
    try backUp(lacking, in: &batch)
    for asset in seconds { try completeBackup(of: asset) }
    batch.keep { asset in
      asset.findings?[HeldContent.self] = nil
      return step.passesAll || done.contains(ObjectIdentifier(asset))
    }
  }

  func finish() throws -> [Asset] { try work.finish() + (backups?.finish() ?? []) }

  /// Returns true for the first asset with the content of a library's file that the backup lacks.
  private func isFirst(_ path: [UInt8]?) -> Bool {
    path.map { backedUp.insert($0).inserted } ?? true
  }

  /// Copies assets that the library has, and the backup has not, to the backup.
  private func backUp(_ assets: [Asset], in batch: inout Batch) throws {
    guard !assets.isEmpty, let backups else { return }
    let all = Set(assets.map { ObjectIdentifier($0) })
    try batch.process(
      where: { all.contains(ObjectIdentifier($0)) }, by: { try backups.process(&$0) })
    for asset in assets where asset.failure == nil {
      context.importTally?.noteBackup()
      guard let copy = asset.findings?[HeldContent.self]?.copies.first,
        let place = asset.places(by: step.name).first
      else { continue }
      backupPlaces[copy] = place
    }
  }

  /// Copies what belongs to an asset beside the copy of its content that this run made in the backup.
  private func completeBackup(of asset: Asset) throws {
    guard !context.request.isDryRun,
      let copy = asset.findings?[HeldContent.self]?.copies.first,
      let place = backupPlaces[copy]
    else { return }
    try attempt(asset) {
      let outcome = try completion.complete(asset, beside: place, or: [])
      context.importTally?.note(sidecars: outcome, into: nil)
      if outcome.added > 0 { context.importTally?.noteBackup() }
    }
  }

  /// Returns the assets whose main files the memory of their place holds.
  private func remembered(_ assets: [Asset]) throws -> Set<ObjectIdentifier> {
    var found: Set<ObjectIdentifier> = []
    for memory in Set(memories ?? []) {
      let sought = assets.compactMap { asset in
        asset.findings?[HeldContent.self]?.digest.map { (asset: asset, digest: $0) }
      }.filter { self.memory(of: $0.asset) == memory }
      if sought.isEmpty { continue }
      let known = try context.services.offers.isRemembered(
        sought.map(\.digest), memory: memory)
      found.formUnion(zip(sought, known).filter(\.1).map { ObjectIdentifier($0.0.asset) })
    }
    return found
  }

  /// Returns the name of the memory of the place that an asset goes to.
  private func memory(of asset: Asset) -> String? { memories?[step.places.place(of: asset)] }

  /// Returns true if the file at the place of an asset in the library has other bytes now, which no
  /// import put there.
  private func isEdited(_ asset: Asset) throws -> Bool {
    guard let memory = memory(of: asset),
      let file = try? copying.occupant(of: asset, in: context)
    else { return false }
    let progress = ItemProgress(cancellation: context.cancellation)
    guard let digest = try? ContentHasher.digest(.sha256, of: file, progress),
      imported[digest] == nil
    else { return false }
    return try context.services.offers.isRemembered([digest], memory: memory) == [false]
  }

  /// Marks and counts an asset that is not imported; `path` is that of the file that is there instead.
  private func leave(_ asset: Asset, _ status: ImportStatus, as path: [UInt8]?) {
    step.fields.mark(asset, status, sameAs: path)
    context.importTally?.note(left: status)
  }

  /// Copies what belongs to an asset that is not imported beside the files that are there instead, the
  /// library's first; `all` are all of the library's. Returns true if the library had all, and the backup
  /// had not.
  @discardableResult private func complete(
    _ asset: Asset, beside copies: [[UInt8]], or all: [[UInt8]] = []
  ) throws -> Bool {
    var added: [Int] = []
    try attempt(asset) {
      for (number, copy) in copies.enumerated() {
        let outcome = try completion.complete(asset, beside: copy, or: number == 0 ? all : [])
        context.importTally?.note(
          sidecars: outcome, into: number == 0 ? folders.shownFolder(of: copy) : nil)
        added.append(outcome.added)
      }
    }
    return added.first == 0 && added.contains { $0 > 0 }
  }

  /// Copies files of an asset, which fails if they can't be copied.
  private func attempt(_ asset: Asset, _ copy: () throws -> Void) throws {
    do {
      try copy()
    } catch let failure as AssetFailure {
      asset.fail(stage: failure.stage, failure.reason)
    } catch let problem as FileProblem {
      asset.fail(stage: step.name, problem.reason)
    }
  }

  /// Transfers new assets of a batch; returns those that were imported.
  private func transfer(
    _ new: [NewAsset], in batch: inout Batch
  ) throws -> [ObjectIdentifier] {
    if new.isEmpty { return [] }
    let all = Set(new.map { ObjectIdentifier($0.asset) })
    try batch.process(
      where: { all.contains(ObjectIdentifier($0)) }, by: { try work.process(&$0) })
    return new.compactMap { new -> ObjectIdentifier? in
      if new.asset.failure != nil { return nil }
      let places = new.asset.places(by: step.name)
      if places.isEmpty {
        context.importTally?.note(left: nil)
        return nil
      }
      var content = imported[new.digest] ?? ImportedContent(paths: places, covered: [], edits: [])
      content.covered.formUnion(new.others.subsets)
      if let edit = new.edit { content.edits.insert(edit) }
      imported[new.digest] = content
      step.fields.mark(new.asset, .imported, sameAs: nil)
      context.importTally?.note(
        imported: new.bytes, isVideo: new.isVideo, into: folders.shownFolder(of: places[0]))
      return ObjectIdentifier(new.asset)
    }
  }
}

/// An asset that is to be imported, with what is known of it before it is moved.
private struct NewAsset {
  let asset: Asset
  /// The hash of the main file.
  let digest: ContentDigest
  /// The contents of the asset's other files.
  let others: Companions
  let edit: ContentDigest?
  let isVideo: Bool
  /// The size of the asset's files in bytes.
  let bytes: Int64

  init(
    _ asset: Asset, _ digest: ContentDigest, _ others: Companions, edit: ContentDigest?
  ) {
    (self.asset, self.digest, self.others, self.edit) = (asset, digest, others, edit)
    isVideo = asset.isVideo
    bytes = asset.otherFiles.reduce(asset.integer(.fileSize)) {
      $0 + ((try? $1.status().size) ?? 0)
    }
  }
}
