internal import Decoding
internal import Media

/// Makes pictures of assets, several at once, and returns them in order; confined to one worker.
final class PictureLoader {
  let options: PictureOptions
  let destination: any PictureDestination
  private let context: RunContext
  var headers = HeaderReader()
  /// The time before the files were opened, by the catalogue's clock.
  private var moment: Int64 = 0

  init(
    _ options: PictureOptions, to destination: any PictureDestination, in context: RunContext
  ) {
    self.options = options
    self.destination = destination
    self.context = context
  }

  /// Loads the pictures of a few assets into their findings.
  ///
  /// - Parameters:
  ///   - interim: called for a picture that a better one follows; nil to make none.
  ///   - done: called for each asset in order, once it and those before it are loaded or failed.
  func load(
    _ assets: [Asset], interim: ((Asset) throws -> Void)? = nil, done: (Asset) throws -> Void
  ) throws {
    moment = context.services.catalogue?.clock.now ?? 0
    var tasks: [PictureTask] = []
    for asset in assets { tasks.append(try task(for: asset)) }
    if let interim { try showInterim(tasks, interim) }
    var due = 0
    func handOn() throws {
      while due < tasks.count, tasks[due].isReady {
        try settle(tasks[due])
        due += 1
        try done(tasks[due - 1].asset)
      }
    }
    try handOn()
    while due < tasks.count {
      let waiting = try tasks[due...].filter {
        try !$0.isReady && !$0.needsPoster && beginNext($0)
      }
      if waiting.isEmpty { try makePosters(for: tasks[due...].filter(\.needsPoster)) }
      let items = waiting.map { $0.asset.progress(of: context.link) }
      try run(waiting.compactMap(\.work), items) { index, result in
        note(result, for: waiting[index])
        try handOn()
      }
      try handOn()
    }
  }

  // MARK: - Preparing

  private func task(for asset: Asset) throws(RunProblem) -> PictureTask {
    if context.cancellation.isCancelled { throw .cancelled }
    do {
      if asset.progress(of: context.link).isCancelled { throw FileProblem("interrupted") }
      var derivatives = AssetDerivatives(of: asset, options.version)
      let found = try version(of: asset, &derivatives)
      let facts = try found.stand?.facts ?? PictureFacts(found.file, by: &headers)
      let key = key(of: found.path, found.file, facts)
      var candidates: [PictureCandidate]
      do {
        candidates = try self.candidates(found, facts, key, of: asset, &derivatives)
        if let first = candidates.first, var image = try destination.existing(first.key) {
          image.isDegraded = first.isDegraded
          finish(asset, found.file, facts, image)
          return PictureTask(asset, nil)
        }
      } catch let problem as DecodeProblem {
        // If the original can't be decoded, a smaller picture may be allowed.
        candidates = options.allowsDegraded ? lesser(facts, key, of: asset, &derivatives) : []
        guard !candidates.isEmpty else { throw problem }
      }
      return PictureTask(
        asset,
        PictureTask.Work(file: found.file, facts: facts, key: key, candidates: candidates[...]))
    } catch let failure as AssetFailure {
      asset.fail(stage: "load", failure.reason)
    } catch let problem as DecodeProblem {
      asset.fail(stage: "load", problem.message + lesserRemedy(asset))
    } catch let problem as FileProblem {
      asset.fail(stage: "load", problem.reason)
    } catch {
      asset.fail(stage: "load", "\(error)")
    }
    return PictureTask(asset, nil)
  }

  func key(of path: [UInt8], _ file: OpenFile, _ facts: PictureFacts) -> ThumbnailKey {
    var key = ThumbnailKey(
      path: path, file: file.status, pixelSize: facts.size, targetSize: options.targetSize)
    key.mediaFormat = facts.media.format
    key.contentMode = options.contentMode
    key.allowsEnlarging = options.allowsEnlarging
    key.format = options.format ?? (facts.hasAlpha ? .png : destination.usualFormat)
    key.keepsAlpha = options.format == nil && key.output == .jpeg
    key.quality = options.quality
    key.isFast = options.deliveryMode == .fastFormat
    return key
  }

  /// Begins to make a picture from the next source; returns false if a failure ends the task.
  /// Throws ``OutputProblem`` if no more pictures can be stored.
  private func beginNext(_ task: PictureTask) throws -> Bool {
    do throws(FileProblem) {
      guard let candidate = task.nextCandidate(), let work = task.work else {
        throw FileProblem("there is nothing to make a picture from")
      }
      task.begin(try attempt(candidate, of: task.asset, work))
      task.asset.progress(of: context.link).begin(.decode, of: work.file.status.size)
      return true
    } catch {
      if let problem = destination.problem { throw problem }
      task.asset.fail(stage: "load", error.reason)
      task.settle()
      return false
    }
  }

  private func attempt(
    _ candidate: PictureCandidate, of asset: Asset, _ work: PictureTask.Work
  ) throws(FileProblem) -> PictureAttempt {
    let key = candidate.key
    let pending = try destination.begin(
      key, name: asset.filenameBytes, isDegraded: candidate.isDegraded)
    var request = candidate.source.request(for: work.facts)
    request.targetSize = key.targetSize
    request.contentMode = key.contentMode
    request.allowsEnlarging = key.allowsEnlarging
    request.output = key.output
    request.keepsAlpha = key.keepsAlpha
    request.keepsProfile = options.keepsProfile
    request.isStrict = options.isStrict
    request.quality = key.quality
    request.texts = destination.texts(for: key)
    return PictureAttempt(candidate, request, into: pending)
  }

  // MARK: - Interim pictures

  /// Shows a quick picture of each asset whose picture takes long.
  private func showInterim(_ tasks: [PictureTask], _ show: (Asset) throws -> Void) throws {
    guard options.deliveryMode == .opportunistic else { return }
    var early: [(task: PictureTask, work: PictureTask.Work)] = []
    for task in tasks {
      // A failed interim picture is no failure: the final one follows.
      guard var work = task.work, let source = work.facts.interimSource,
        let attempt = try? attempt(
          PictureCandidate(
            source: source, key: interimKey(work.key, work.facts), isDegraded: true),
          of: task.asset, work)
      else { continue }
      work.attempt = attempt
      early.append((task, work))
    }
    var due = 0
    // Interim pictures do not count as progress of the final one.
    try run(early.map(\.work), early.map { _ in ItemProgress() }) { index, result in
      early[index].work.attempt?.result = result
      while due < early.count, let attempt = early[due].work.attempt, attempt.result != nil {
        let task = early[due].task
        early[due].work.attempt = nil
        due += 1
        guard case .success(let decoded)? = attempt.result,
          let image = try? image(of: attempt, decoded)
        else { continue }
        task.asset.findingsForWriting().loads.append(.image(image))
        defer { task.asset.findingsForWriting().loads.removeLast() }
        try show(task.asset)
      }
    }
  }

  /// Returns the cache key of a quick picture, which differs from that of the final one.
  func interimKey(_ wanted: ThumbnailKey, _ facts: PictureFacts) -> ThumbnailKey {
    var key = wanted
    key.isFast = true
    key.allowsEnlarging = false
    if let preview = facts.previewSize, let size = facts.size,
      !options.isServed(by: preview, of: size), key.contentMode == .aspectFit
    {
      key.targetSize = preview
    }
    return key
  }

  // MARK: - Making

  /// Makes stills of the first few videos, so that no picture waits for all of them.
  private func makePosters(for tasks: [PictureTask]) throws {
    let first = tasks.prefix(context.services.decoders.limit)
    let videos = first.compactMap { task in
      task.work.map { work in
        PosterBatch.Video(
          file: work.file, format: work.facts.media.format,
          duration: work.facts.media.durationMilliseconds.map { Double($0) / 1000 })
      }
    }
    let poster = VideoPoster(cancellation: context.cancellation)
    for (task, still) in zip(first, PosterBatch(poster: poster).stills(of: videos)) {
      switch still {
      case .success(let file): task.take(file)
      case .failure(let problem):
        if problem.reason == .cancelled { throw RunProblem.cancelled }
        if let key = task.work?.key { destination.remember(problem, of: key) }
        task.asset.fail(stage: "load", problem.message)
        task.settle()
      }
    }
  }

  /// Calls `answered` for each begun picture that a decoder made, in any order; `items` are the
  /// progress objects, in the order of `works`.
  private func run(
    _ works: [PictureTask.Work], _ items: [ItemProgress],
    answered: (Int, Result<DecodedPicture, DecodeProblem>) throws -> Void
  ) throws {
    let jobs = works.compactMap { work in
      work.attempt.map { attempt in
        DecoderPool.Job(
          attempt.request, from: attempt.candidate.source.descriptor(in: work.file),
          to: attempt.pending.descriptor)
      }
    }
    var problem: (any Error)?
    context.services.decoders.makePictures(jobs) { index, share in
      items[index].complete(share: share)
    } completion: { index, result in
      guard problem == nil else { return }
      do { try answered(index, result) } catch { problem = error }
    }
    if let problem { throw problem }
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
  }

  // MARK: - Finishing

  private func note(_ result: Result<DecodedPicture, DecodeProblem>, for task: PictureTask) {
    if case .failure(let problem) = result, options.allowsDegraded, let work = task.work,
      problem.reason != .cancelled, problem.reason != .noDecoder
    {
      var derivatives = AssetDerivatives(of: task.asset, options.version)
      task.add(lesser(work.facts, work.key, of: task.asset, &derivatives))
    }
    task.note(result)
  }

  private func settle(_ task: PictureTask) throws {
    guard let work = task.work, let attempt = work.attempt, let result = attempt.result else {
      return
    }
    var isDone = false
    defer {
      task.asset.progress(of: context.link).end(isDone: isDone)
      task.settle()
    }
    switch result {
    case .success(let decoded):
      do {
        let image = try image(of: attempt, decoded)
        task.asset.progress(of: context.link).complete(work.file.status.size)
        finish(task.asset, work.file, work.facts, image)
        isDone = true
      } catch let problem as FileProblem {
        task.asset.fail(stage: "load", problem.reason)
      }
    case .failure(let problem):
      if problem.reason == .cancelled { throw RunProblem.cancelled }
      if problem.reason == .noDecoder { throw RunProblem.missingProgram(problem.message) }
      destination.remember(problem, of: attempt.candidate.key)
      note(problem, of: attempt.candidate)
      task.asset.fail(stage: "load", problem.message + lesserRemedy(task.asset))
    }
  }

  /// Notes an original that a decoder refused, so that it is found as damaged from then on.
  private func note(_ problem: DecodeProblem, of candidate: PictureCandidate) {
    guard case .original = candidate.source, [.damaged, .crashed].contains(problem.reason) else {
      return
    }
    let file = ThumbnailBatchFile(candidate.key)
    file.name.withUnsafeBytes {
      context.services.catalogue?.note(isDamaged: true, file.status, name: $0, at: moment)
    }
  }

  private func image(
    of attempt: PictureAttempt, _ decoded: DecodedPicture
  ) throws -> LoadedImage {
    let candidate = attempt.candidate
    return LoadedImage(
      place: try attempt.pending.commit(decoded), size: decoded.size,
      uniformTypeIdentifier: decoded.format(asked: candidate.key.output).uniformTypeIdentifier,
      byteCount: decoded.byteCount, origin: candidate.source.origin,
      isDegraded: candidate.isDegraded)
  }

  private func finish(
    _ asset: Asset, _ file: OpenFile, _ facts: PictureFacts, _ image: LoadedImage
  ) {
    let findings = asset.findingsForWriting()
    // The picture shows one frame; the others are still in the original.
    if facts.media.isAnimated, facts.media.format.isImage, !findings.hasData {
      findings.loads.append(.data(byteCount: file.status.size, bytes: nil))
    }
    findings.loads.append(.image(image))
    findings.progress?.finish()
  }
}
