internal import Platform

/// Plans the transfer of each asset, and carries out the plans at once or in rounds. Threads read the
/// files of a round back while those of the next one are written.
final class TransferInstance: StepInstance {
  private let step: TransferStep
  private let context: RunContext
  /// The number of threads that hash files.
  private let width: Int
  /// The journal; nil in a dry run.
  private let journal: RunJournal?
  private let places: TransferPlaces
  /// The simulated effects of a dry run, or of the operations in ``written`` and ``round``.
  private var forecast = DryRunTransfers()
  /// The copies that are planned and not begun.
  private var round = TransferRound()
  /// The copies of the round before, which have no names yet; nil for none.
  private var written: WrittenRound?
  /// The time before the files of the present batch were opened, in nanoseconds since 1970.
  private var moment: Int64 = 0
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
  /// The number of files of two rounds that may be open.
  private static let mostOpen = 96

  init(
    _ step: TransferStep, _ worker: WorkerContext, _ places: TransferPlaces, _ journal: RunJournal?
  ) {
    self.step = step
    context = worker.context
    width = worker.width
    self.places = places
    self.journal = journal
    border = MoveCheck(context, stage: step.name)
  }

  func process(_ batch: inout Batch) throws {
    do {
      try transferAll(of: &batch)
    } catch {
      // Files that were read back get their names even so.
      if let last = written {
        written = nil
        _ = try? close(last)
      }
      throw error
    }
  }

  private func transferAll(of batch: inout Batch) throws {
    moment = context.services.catalogue?.clock.now ?? 0
    try batch.keep { asset in
      if context.cancellation.isCancelled { throw RunProblem.cancelled }
      // A source that lists a folder late may list the files that this run put there.
      if let path = asset.pathBytes, made.contains(path) { return false }
      if step.others != nil, asset.albumPaths.isEmpty {
        if asset.failure == nil { tally.outsiders += 1 }
        return false
      }
      if !followers.isEmpty, let path = TransferFiles.path(of: asset), let place = followers[path] {
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
        try fail(asset, problem)
      }
      return true
    }
    try endRound()
    batch.keep { _ in true }
  }

  private func fail(_ asset: Asset, _ problem: FileProblem) throws {
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
    asset.fail(stage: step.name, problem.reason)
  }

  func finish() -> [Asset] {
    let hasActed = journal.map { !$0.tally.counts.isEmpty } ?? true
    tally.tell(by: step.name, hasActed: hasActed, in: context)
    context.journal?.note(kept: tally.staying)
    if let journal {
      journal.note(inPlace: tally.inPlace, same: tally.same)
      sources.settle(journal)
    } else {
      for text in ActTally.inPlace(tally.inPlace, same: tally.same) {
        context.services.notices.tell("dry run: \(text)")
      }
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
    guard let target = step.target.template(for: asset) else {
      return try trash(files, of: asset)
    }
    let albums: [AlbumPath?] =
      step.others != nil
      ? Self.distinct(asset.albumPaths) : [target.namesAlbum ? asset.albumPaths.first : nil]
    let named = try asset.withRecord(reading: target.members, context.fields) { record in
      try albums.map { album in
        let place = try target.target(of: record, filename: files.name, in: album)
        guard let name = files.unmarkedName, !files.keepsName(files.stem(of: place.name.open))
        else { return place }
        return try target.target(of: record, filename: name, isNew: true, in: album)
      }
    }
    var isNew = false
    for (number, place) in named.enumerated() {
      let kind = number == 0 ? step.kind : step.others ?? step.kind
      let backup = { [places] in try places.backup(of: target, for: asset, place.folders) }
      let folder: () throws -> TargetFolder = { [places, step] in
        if step.makesBackupsAlone, let folder = try backup() { return folder }
        return try places.folder(of: target, for: asset, place.folders)
      }
      let stem =
        place.name.counter == nil
        ? files.stem(of: place.name.open)
        : try counts.stem(of: place.name, files, by: kind, in: folder(), after: forecast)
      var request = TransferRequest(
        asset: asset, files: files, kind: kind, stem: stem, folder: folder)
      request.waits = named.count == 1 && !kind.removesOriginal
      if !step.makesBackupsAlone, kind == .copy || kind == .move { request.backup = backup }
      let plan = try transfer(request)
      isNew = isNew || !plan.missing.isEmpty
      // Links lead to the first copy.
      if number == 0, named.count > 1, step.others != .copy { files = files.placed(by: plan) }
    }
    tally.shots.note(asset)
    return isNew
  }

  private func trash(_ files: TransferFiles, of asset: Asset) throws -> Bool {
    guard let trash = SystemTrash.current else { throw SystemTrash.isMissing }
    guard let main = files.files.first else { return true }
    // What the record says of the files is read while they are there.
    try asset.withRecord(reading: [], context.fields) { _ in }
    let makes = journal != nil
    _ = try transfer(
      TransferRequest(
        asset: asset, files: files, kind: step.kind, stem: files.stem(of: files.name), trash: trash
      ) { try trash.folder(for: main.file, at: main.from.path, makes: makes) })
    return true
  }

  /// Returns the albums, each path once.
  private static func distinct(_ albums: [AlbumPath]) -> [AlbumPath?] {
    var seen: Set<AlbumPath> = []
    return albums.filter { seen.insert($0).inserted }
  }

  /// Puts an asset's files into a folder, at once or with the round; returns where they are, or
  /// will be.
  private func transfer(_ request: TransferRequest) throws -> TransferPlan {
    for _ in 0..<Self.attempts {
      let (plan, backup) = try plans(of: request)
      let plans = [plan, backup].compactMap(\.self)
      let item = TransferItem(asset: request.asset, plans: plans)
      // A file that a round puts there counts once it is there.
      if openCount > 0,
        plans.contains(where: isInRound) || openCount + item.missing.count > Self.mostOpen
      {
        try endRound()
        continue
      }
      if let journal {
        if request.waits, !item.missing.isEmpty {
          round.add(request, item)
          for plan in plans { forecast.note(plan) }
        } else if try !carryOut(item, noting: journal) {
          continue
        }
      } else {
        for plan in plans { foretell(plan, on: request.asset) }
      }
      tally.note(plan) { made.contains($0) || forecast.source(of: $0) != nil }
      if step.isRenaming {
        tally.note(renaming: plan, beside: request.files.namesakes)
      } else {
        tally.note(plan, leaving: request.files.pictureLeft)
      }
      for plan in plans where !request.files.namesakes.isEmpty {
        guard let group = TransferGroup(request.files, in: plan.folder, as: request.stem) else {
          continue
        }
        numbers[group] = plan.number
      }
      // What has its new name already went along as well.
      for part in plan.parts.dropFirst()
      where part.kind.removesOriginal && (!part.isThere || part.path == part.file.from.path) {
        followers[part.file.from.path] = part.path
      }
      if round.isFull { try passOn() }
      return plan
    }
    throw FileProblem("other programs take the names that it is to get")
  }

  /// Returns the new names of the files, and of their second copies.
  private func plans(
    of request: TransferRequest
  ) throws -> (main: TransferPlan, backup: TransferPlan?) {
    func plan(
      _ kind: FileOperation.Kind, in folder: TargetFolder, _ trash: FreeDesktopTrash? = nil
    ) throws -> TransferPlan {
      let group =
        numbers.isEmpty && request.files.namesakes.isEmpty
        ? nil : TransferGroup(request.files, in: folder, as: request.stem)
      return try TransferPlan(
        request.files, by: kind, into: folder, as: request.stem,
        beginningAt: group.flatMap { numbers[$0] }, after: forecast, in: trash)
    }
    return (
      try plan(request.kind, in: request.folder(), request.trash),
      try request.backup().map { try plan(.copy, in: $0) }
    )
  }

  private func isInRound(_ plan: TransferPlan) -> Bool {
    plan.parts.contains { $0.isThere && forecast.content(of: $0.path) != nil }
  }

  /// The number of files that are planned or written, and have no names yet.
  private var openCount: Int { round.fileCount + (written?.round.fileCount ?? 0) }

  /// Carries out one operation; returns false if another program took a name meanwhile.
  private func carryOut(
    _ item: TransferItem, noting journal: RunJournal
  ) throws -> Bool {
    if !item.missing.isEmpty { try endRound() }
    let (outcomes, problem) = try work(journal).run([item])
    if let problem { throw problem }
    switch outcomes[0] {
    case .done(let files): note(item, files)
    case .taken: return false
    case .failed(let problem): throw problem
    }
    return true
  }

  private func work(_ journal: RunJournal) -> TransferWork {
    TransferWork(step: step, context: context, journal: journal, width: width, moment: moment)
  }

  /// Carries out the operations of the rounds.
  private func endRound() throws {
    try passOn()
    try endWritten()
  }

  /// Writes the files of the round, and ends the round before, which was read back meanwhile.
  private func passOn() throws {
    guard let journal, !round.copies.isEmpty else { return }
    let (next, work, last) = (round, self.work(journal), written)
    round = TransferRound()
    let begun = try work.begin(next.copies.map(\.item))
    written = WrittenRound(round: next, work: work, begun: begun)
    if let last { try end(last) }
    if !step.options.verifies || begun.problem != nil { try endWritten() }
  }

  private func endWritten() throws {
    guard let last = written else { return }
    written = nil
    try end(last)
  }

  /// Gives the files of a round their names; returns as ``TransferWork/run(_:)``.
  private func close(
    _ last: WrittenRound
  ) throws -> (outcomes: [TransferWork.Outcome], problem: OutputProblem?) {
    var begun = last.begun
    last.work.place(&begun)
    // What is reverted takes its new folders away, in which the next round may have files.
    let next = Result { () throws -> Void in
      if begun.hasFailed { try endWritten() }
    }
    let (outcomes, problem) = try last.work.settle(begun)
    forecast = DryRunTransfers()
    for plan in (written?.round.copies ?? []).flatMap(\.item.plans) { forecast.note(plan) }
    for ((_, item), outcome) in zip(last.round.copies, outcomes) {
      if case .done(let files) = outcome { note(item, files) }
    }
    try next.get()
    return (outcomes, problem)
  }

  /// Ends a round; what could not be carried out as planned is planned again, or fails.
  private func end(_ last: WrittenRound) throws {
    let (outcomes, problem) = try close(last)
    if let problem { throw problem }
    for ((request, item), outcome) in zip(last.round.copies, outcomes) {
      do {
        switch outcome {
        case .done: break
        case .taken:
          var request = request
          request.waits = false
          _ = try transfer(request)
        case .failed(let problem): throw problem
        }
      } catch let problem as FileProblem {
        try fail(item.asset, problem)
      }
    }
  }

  private func foretell(_ plan: TransferPlan, on asset: Asset) {
    for part in plan.parts where step.options.passesInPlace || !plan.missing.isEmpty {
      let source = part.isThere ? forecast.source(of: part.path) : nil
      // A file that went along with another asset has a line already.
      if source == part.file.from.path { continue }
      let (from, to) = (Self.text(part.file.from.path), Self.text(part.path))
      let state = source == nil ? ", which is there" : ", where an equal file goes"
      let what = part.content != nil ? "what is known of \"\(from)\"" : "\"\(from)\""
      context.services.notices.pass(
        "dry run: \(step.name) \(what) to \"\(to)\"" + (part.isThere ? state : ""))
    }
    forecast.note(plan)
    record(plan, on: asset)
  }

  private func note(_ item: TransferItem, _ files: [TransferredFile]) {
    let asset = item.asset
    for part in item.missing {
      made.insert(part.path)
      if part.kind.removesOriginal { sources.note(part.file.from.path, in: asset.libraryBytes) }
    }
    for plan in item.plans { record(plan, on: asset) }
    step.transferred?(asset, files)
    guard step.kind.removesOriginal, let plan = item.plans.first, let main = plan.parts.first else {
      return
    }
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
    let main = plan.parts.first
    asset.note(
      ActRecord.Action(
        stage: step.name, path: main?.path,
        byteCount: main.flatMap { $0.file.isMade ? $0.file.file.status.size : nil },
        resources: plan.parts.map { ($0.file.type, $0.path) }))
  }

  private static func text(_ path: [UInt8]) -> String { String(decoding: path, as: UTF8.self) }
}
