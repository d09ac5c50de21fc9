internal import Platform

/// Moves, copies or links an asset's files to a path that is made of its values, or moves them into
/// the trash, in source order, so that names are the same in every run. Each operation is in the
/// journal before it begins.
struct TransferStep: Step {
  enum Target {
    case template(TargetTemplate)
    case trash

    /// True if the path begins at the folder of `--out`, or at the library's root.
    var isNamed: Bool { if case .template(let to) = self { to.anchor == .relative } else { false } }
  }

  let name: String
  let kind: FileOperation.Kind
  let target: Target
  /// The kind of operation for an asset's second and further albums; nil for one place per asset.
  var others: FileOperation.Kind?
  /// True if the asset's known values are written to an XMP file beside the file.
  var makesSidecar = false
  /// True if the XMP file leaves out the asset's location.
  var withoutPlace = false
  var options = TransferOptions()
  /// The versions of an edited asset that are transferred.
  var versions = EditedCopies.original

  var ordering: StepOrdering { .source }
  var facets: FacetSet { .header }
  var detail: String {
    switch target {
    case .template(let to):
      "to \"\(to.text)\"" + (kind == .hardLink ? ", hard" : "")
        + (others == nil ? "" : ", for each album") + (makesSidecar ? ", with an XMP file" : "")
    case .trash: "to the desktop's trash"
    }
  }

  func makeWorker(in worker: WorkerContext) throws -> any StepInstance {
    let context = worker.context
    guard !context.request.isDryRun else { return TransferInstance(self, context, nil) }
    precondition(
      context.permission.capabilities.contains(.write)
        || target.isNamed && !kind.removesOriginal,
      "files are put outside of the output folder if that is granted")
    guard let journal = context.journal else {
      throw OutputProblem.notWritable(
        "\(name) keeps a journal, and there is no folder for it; set HOME or XDG_STATE_HOME")
    }
    do {
      try journal.expect()
    } catch {
      throw journal.problem(error)
    }
    return TransferInstance(self, context, journal)
  }
}

private final class TransferInstance: StepInstance {
  private let step: TransferStep
  private let context: RunContext
  /// The journal; nil in a dry run.
  private let journal: RunJournal?
  private let forecast = DryRunTransfers()
  /// The paths of created files, which the source may list later.
  private var made: Set<[UInt8]> = []
  private var border: MoveCheck
  /// The new paths of files that went along with an asset and are assets, too, by their old ones.
  private var followers: [[UInt8]: [UInt8]] = [:]
  /// The numbers in the names of assets that share a stem with other ones.
  private var numbers: [TransferGroup: Int] = [:]
  private var counts = TransferNumbers()
  private let folders = KnownFolders()
  private var tally = TransferTally()
  /// The folders from which files were taken.
  private var sources = EmptiedFolders()

  /// The number of attempts to find names if another program takes one meanwhile.
  private static let attempts = 8

  init(_ step: TransferStep, _ context: RunContext, _ journal: RunJournal?) {
    self.step = step
    self.context = context
    self.journal = journal
    border = MoveCheck(context, stage: step.name)
  }

  func process(_ batch: inout Batch) throws {
    try batch.keep { asset in
      if context.cancellation.isCancelled { throw RunProblem.cancelled }
      // A source that lists a folder late may list the files that this run put there.
      if let path = asset.pathBytes, made.contains(path) { return false }
      if step.others != nil, asset.albumPaths.isEmpty {
        if asset.failure == nil { tally.outsiders += 1 }
        return false
      }
      if let path = asset.pathBytes, let place = followers[path] {
        follow(asset, to: place)
        return step.options.passesInPlace || path != place
      }
      do {
        return try act(on: asset) || step.options.passesInPlace
      } catch let kept as KeptFile {
        tally.keep(asset, in: kept.keeper)
        return context.request.ruleName == Keeper.ruleOfDamage
      } catch let failure as AssetFailure {
        asset.fail(stage: step.name, failure.reason)
      } catch let problem as FileProblem {
        if context.cancellation.isCancelled { throw RunProblem.cancelled }
        asset.fail(stage: step.name, problem.reason)
      }
      return true
    }
  }

  func finish() -> [Asset] {
    tally.tell(by: step.name, of: context.request.ruleName, context.services.notices)
    if let journal {
      journal.note(inPlace: tally.inPlace)
      sources.settle(journal)
    } else if tally.inPlace > 0 {
      context.services.notices.tell("dry run: \(ActTally.inPlace(tally.inPlace))")
    }
    return []
  }

  /// Puts an asset's files where they belong; returns false if they were there.
  private func act(on asset: Asset) throws -> Bool {
    guard step.kind.removesOriginal, journal != nil, let locks = context.libraryLocks,
      let library = asset.homeBytes
    else { return try put(asset) }
    return try locks.during([String(decoding: library, as: UTF8.self)]) { try put(asset) }
  }

  private func put(_ asset: Asset) throws -> Bool {
    if step.kind.removesOriginal { try border.check(asset, among: folders) }
    defer { asset.findings?[WrittenPicture.self] = nil }
    if tally.shots.has(asset) { return false }
    var files = try TransferFiles(
      of: asset, by: step.kind, among: folders, after: forecast,
      representativeAlone: step.options.representativeAlone, versions: step.versions, in: context)
    tally.note(files)
    if step.makesSidecar {
      try files.writeSidecar(of: asset, withoutPlace: step.withoutPlace, in: context)
    }
    files = files.leavingShared(by: step.kind)
    switch step.target {
    case .template(let target):
      let albums: [AlbumPath?] =
        step.others != nil
        ? Self.distinct(asset.albumPaths) : [target.namesAlbum ? asset.albumPaths.first : nil]
      let places = try asset.withRecord(reading: target.members, context.fields) { record in
        try albums.map { album in
          let place = try target.target(of: record, filename: files.name, in: album)
          guard let name = files.unmarkedName, !files.keepsName(files.stem(of: place.name.open))
          else { return place }
          return try target.target(of: record, filename: name, isNew: true, in: album)
        }
      }
      var isNew = false
      for (number, place) in places.enumerated() {
        let kind = number == 0 ? step.kind : step.others ?? step.kind
        let folder = { try self.folder(of: target, for: asset, place.folders) }
        let stem =
          place.name.counter == nil
          ? files.stem(of: place.name.open)
          : try counts.stem(of: place.name, files, by: kind, in: folder(), after: forecast)
        let plan = try transfer(files, of: asset, by: kind, as: stem, to: folder)
        isNew = isNew || !plan.missing.isEmpty
        // Links lead to the first copy.
        if number == 0, places.count > 1, step.others != .copy { files = files.placed(by: plan) }
      }
      tally.shots.note(asset)
      return isNew
    case .trash:
      guard let trash = SystemTrash.current else { throw SystemTrash.isMissing }
      guard let main = files.files.first else { return true }
      // What the record says of the files is read while they are there.
      try asset.withRecord(reading: [], context.fields) { _ in }
      _ = try transfer(
        files, of: asset, by: step.kind, as: files.stem(of: files.name), in: trash
      ) {
        try trash.folder(for: main.file, at: main.from.path, makes: journal != nil)
      }
      return true
    }
  }

  /// Returns the albums, each path once.
  private static func distinct(_ albums: [AlbumPath]) -> [AlbumPath?] {
    var seen: Set<AlbumPath> = []
    return albums.filter { seen.insert($0).inserted }
  }

  /// Puts an asset's files into a folder; returns where they are.
  ///
  /// - Parameters:
  ///   - trash: the trash that the folder belongs to; nil for any other folder.
  ///   - folder: returns the folder that the files go to.
  private func transfer(
    _ files: TransferFiles, of asset: Asset, by kind: FileOperation.Kind, as stem: [UInt8],
    in trash: (any DesktopTrash)? = nil, to folder: () throws -> TargetFolder
  ) throws -> TransferPlan {
    for _ in 0..<Self.attempts {
      let target = try folder()
      let group =
        numbers.isEmpty && files.namesakes.isEmpty
        ? nil : TransferGroup(files, in: target, as: stem)
      let plan = try TransferPlan(
        files, by: kind, into: target, as: stem, beginningAt: group.flatMap { numbers[$0] },
        after: forecast, in: trash)
      if let journal {
        guard try carryOut(plan, of: asset.homeBytes, noting: journal) else { continue }
        note(plan, on: asset)
      } else {
        foretell(plan, on: asset)
      }
      tally.note(plan)
      if let group, !files.namesakes.isEmpty { numbers[group] = plan.number }
      // What has its new name already went along as well.
      for part in plan.parts.dropFirst()
      where part.kind.removesOriginal && (!part.isThere || part.path == part.file.from.path) {
        followers[part.file.from.path] = part.path
      }
      return plan
    }
    throw FileProblem("other programs take the names that it is to get")
  }

  private func foretell(_ plan: TransferPlan, on asset: Asset) {
    for part in plan.parts where step.options.passesInPlace || !plan.missing.isEmpty {
      let (from, to) = (Self.text(part.file.from.path), Self.text(part.path))
      let what = part.content != nil ? "what is known of \"\(from)\"" : "\"\(from)\""
      context.services.notices.pass(
        "dry run: \(step.name) \(what) to \"\(to)\"" + (part.isThere ? ", which is there" : ""))
    }
    forecast.note(plan)
    record(plan, on: asset)
  }

  /// Carries out the operations; returns false if another program took a name meanwhile.
  private func carryOut(
    _ plan: TransferPlan, of library: [UInt8]?, noting journal: RunJournal
  ) throws -> Bool {
    guard !plan.missing.isEmpty else { return true }
    var folder = plan.folder
    let operation = try begin(plan, of: library, journal)
    var isTaken = false
    var firstDone = plan.missing.count
    do throws(FileProblem) {
      let handle = try folder.make()
      for part in plan.missing.reversed() where !isTaken {
        let work = SingleFileOperation(
          kind: part.kind, file: part.file.file, from: part.file.from,
          to: FileLocation(part.name, in: handle, at: folder.path), content: part.content,
          written: context.writtenFiles
        ) { [context] _ in !context.cancellation.isCancelled }
        isTaken = try work.run() == .taken
        if !isTaken { firstDone -= 1 }
      }
    } catch {
      try revert(operation, from: firstDone, journal)
      // No further file is tried, so that the message comes once.
      if let reason = FileSystem.shortage(error, in: folder.path) {
        throw OutputProblem.notWritable("\(step.name) ended: \(reason)")
      }
      throw error
    }
    if isTaken {
      try revert(operation, from: firstDone, journal)
      return false
    }
    let modified = plan.missing.map { part in
      part.kind == .symbolicLink
        ? part.file.file.status.modified
        : (try? FileLocation(at: part.path))?.status?.modified ?? part.file.file.status.modified
    }
    do {
      try journal.end(operation, modified: modified)
    } catch {
      throw journal.problem(error)
    }
    return true
  }

  private func begin(
    _ plan: TransferPlan, of library: [UInt8]?, _ journal: RunJournal
  ) throws -> FileOperation {
    let parts = try plan.missing.map { part in
      let file = part.file.file
      if let content = part.content {
        return FileOperation.Part(
          kind: part.kind, from: part.file.from.path, to: part.path,
          byteCount: Int64(content.bytes.count),
          modified: content.previousModified ?? file.status.modified,
          digest: try ContentHasher.digest(.sha256, of: content.bytes), previous: content.previous)
      }
      return FileOperation.Part(
        kind: part.kind, from: part.file.from.path, to: part.path, byteCount: file.status.size,
        modified: file.status.modified,
        digest: try ContentHasher.digest(
          .sha256, of: file, ItemProgress(cancellation: context.cancellation)))
    }
    do {
      return try journal.begin(
        parts, folders: plan.folder.missingPaths, of: step.kind.removesOriginal ? library : nil)
    } catch {
      throw journal.problem(error)
    }
  }

  /// Reverts the parts of an operation from `firstDone` on, as the others can't be carried out.
  private func revert(
    _ operation: FileOperation, from firstDone: Int, _ journal: RunJournal
  ) throws {
    do {
      do {
        try Rollback(JournalEntry(operation: operation), firstDone: firstDone).run()
        try journal.revert(operation)
      } catch let refusal as Rollback.Refusal {
        tell(refusal, of: operation.parts[firstDone...])
        try journal.abandon(operation)
      }
    } catch {
      throw journal.problem(error)
    }
  }

  /// Names the files that can't go back, and those that stay because of them.
  private func tell(_ refusal: Rollback.Refusal, of parts: ArraySlice<FileOperation.Part>) {
    for part in parts where (try? FileLocation(at: part.to))?.status != nil {
      let reason = part.to == refusal.path ? refusal.reason : "it belongs to a file that can't"
      context.services.notices.tell(
        "\"\(Self.text(part.to))\" stays, as it can't go back: \(reason)")
    }
  }

  private func note(_ plan: TransferPlan, on asset: Asset) {
    for part in plan.missing {
      made.insert(part.path)
      if part.kind.removesOriginal { sources.note(part.file.from.path, in: asset.libraryBytes) }
    }
    record(plan, on: asset)
    guard step.kind.removesOriginal, let main = plan.parts.first else { return }
    let movie = plan.parts.first { $0.file.type == AssetResource.Kind.pairedVideo.rawValue }
    asset.relocate(
      to: Relocation(
        to: main.path, movie: movie?.path, in: asset.libraryBytes ?? []))
  }

  /// Reports the new place to an asset whose file went along with another asset.
  private func follow(_ asset: Asset, to place: [UInt8]) {
    asset.note(ActRecord.Action(stage: step.name, path: place))
    guard journal != nil else { return }
    asset.relocate(to: Relocation(to: place, movie: nil, in: asset.libraryBytes ?? []))
  }

  private func record(_ plan: TransferPlan, on asset: Asset) {
    asset.note(
      ActRecord.Action(
        stage: step.name, path: plan.parts.first?.path,
        resources: plan.parts.map { ($0.file.type, $0.path) }))
  }

  /// Returns the target folder: that of `--out` may be a link; a rule's is the permitted real path.
  private func folder(
    of target: TargetTemplate, for asset: Asset, _ folders: [[UInt8]]
  ) throws -> TargetFolder {
    if target.anchor == .own, let path = asset.pathBytes {
      return try TargetFolder(TransferFiles.point(at: path).folderPath, [])
    }
    guard target.anchor != .relative else {
      return try TargetFolder(try namedFolder(for: asset), target.base + folders)
    }
    guard let place = target.fixedFolder else {
      throw OutputProblem.notWritable(
        "\(step.name) puts files below ~, and HOME is not set to an absolute path")
    }
    guard let path = context.path(of: place) else {
      throw OutputProblem.notWritable("\(step.name) was not permitted to use \"\(place)\"")
    }
    return try TargetFolder(withoutLinks: path, folders)
  }

  private func namedFolder(for asset: Asset) throws -> [UInt8] {
    var start = context.output.folder.map { Array($0.utf8) }
    if start == nil, step.kind == .move { start = asset.homeBytes }
    guard let start else {
      throw OutputProblem.notNamed(
        "\(step.name) puts files below a folder; name it on the command line: --out FOLDER")
    }
    return start
  }

  private static func text(_ path: [UInt8]) -> String { String(decoding: path, as: UTF8.self) }
}
