internal import Platform

/// Decides in source order which assets are new, and copies or moves these. An asset is new if the
/// library lacks its main file or another of its files, no earlier asset of the run has the same files,
/// and the memory does not hold it.
struct ImportStep: Step {
  let places: ImportPlaces
  let memory: String?
  /// True to take what the memory holds.
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
  private let memory: String?
  /// Copies or moves the new assets.
  private let work: any StepInstance
  /// Copies what belongs to assets that are not new.
  private let completion: CompanionTransfer
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
    try folders.check(sources: context.request.libraries, context.libraryKinds)
    memory = step.memory.map { name in
      let suffix = folders.memorySuffix
      return "\(name.prefix(Ledger.longestMemory - suffix.count))\(suffix)"
    }
    companions = CompanionContents(comparing: FileComparer(in: context))
    let target = TransferStep.Target.chosen(
      step.places.templates, by: { [places = step.places] in places.place(of: $0) })
    var transfer = TransferStep(
      name: step.name, kind: step.moves ? .move : .copy, to: target, options: step.options)
    transfer.versions = step.moves ? .original : .both
    transfer.root = folders.library.map { Array($0.utf8) }
    work = try transfer.makeWorker(in: worker)
    completion = CompanionTransfer(
      TransferStep(name: step.name, kind: .copy, to: target, options: step.options), in: worker)
    context.importTally?.begin(into: folders, step.options)
  }

  func process(_ batch: inout Batch) throws {
    let known = try remembered(Array(batch.survivors))
    var new: [NewAsset] = []
    var done: Set<ObjectIdentifier> = []
    for asset in Array(batch.survivors) {
      guard let held = asset.findings?[HeldContent.self] else { continue }
      // The outcome of an asset decides about the next ones with the same content.
      if new.contains(where: { $0.digest == held.digest }) {
        done.formUnion(try transfer(new, in: &batch))
        new = []
      }
      guard let digest = held.digest else {
        leave(asset, .alreadyThere, as: held.path)
        if !held.isInBackup { context.importTally?.noteLackOfBackup() }
        try complete(asset, beside: [held.path, held.backupPath].compactMap(\.self))
        continue
      }
      let others = companions.companions(of: asset)
      let earlier = imported[digest]
      if let earlier, earlier.covers(others, held.edit) {
        leave(asset, .repeated, as: earlier.paths.first)
        // In a dry run the first one is not there, so that nothing is known beside it.
        if !context.request.isDryRun { try complete(asset, beside: earlier.paths) }
      } else if known.contains(digest), earlier == nil, !held.isMainHeld, !step.takesAgain {
        leave(asset, .importedBefore, as: nil)
      } else {
        if let memory, !known.contains(digest) {
          asset.findingsForWriting()[LedgerKey.self] = LedgerKey(memory: memory, digest: digest)
        }
        new.append(NewAsset(asset, digest, others, edit: held.edit))
      }
    }
    done.formUnion(try transfer(new, in: &batch))
    batch.keep { asset in
      asset.findings?[HeldContent.self] = nil
      return step.passesAll || done.contains(ObjectIdentifier(asset))
    }
  }

  func finish() throws -> [Asset] { try work.finish() }

  /// Returns the hashes of the assets' main files that the memory holds.
  private func remembered(_ assets: [Asset]) throws -> Set<ContentDigest> {
    guard let memory else { return [] }
    let digests = assets.compactMap { $0.findings?[HeldContent.self]?.digest }
    if digests.isEmpty { return [] }
    let known = try context.services.offers.isRemembered(digests, memory: memory)
    return Set(zip(digests, known).filter(\.1).map(\.0))
  }

  /// Marks and counts an asset that is not imported; `path` is that of the file that is there instead.
  private func leave(_ asset: Asset, _ status: ImportStatus, as path: [UInt8]?) {
    step.fields.mark(asset, status, sameAs: path)
    context.importTally?.note(left: status)
  }

  /// Copies what belongs to an asset that is not imported beside the files that are there instead, the
  /// library's first.
  private func complete(_ asset: Asset, beside copies: [[UInt8]]) throws {
    do {
      for (number, copy) in copies.enumerated() {
        let outcome = try completion.complete(asset, beside: copy)
        context.importTally?.note(sidecars: outcome, inBackup: number > 0)
      }
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
      context.importTally?.note(imported: new.bytes, isVideo: new.isVideo)
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
