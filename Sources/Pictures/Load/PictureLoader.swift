internal import Decoding
internal import Media

/// Makes pictures of assets, several at once, and gives them back in order.
///
/// Confined to one lane.
final class PictureLoader {
  let options: PictureOptions
  let destination: any PictureDestination
  private let context: RunContext
  var headers = HeaderReader()

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
  ///   - interim: is called when an asset has a picture that a better one will follow; nil if
  ///     nobody wants such.
  ///   - done: is called for each asset in order, as soon as it and those before it have their
  ///     picture or failed.
  func load(
    _ assets: [Asset], interim: ((Asset) throws -> Void)? = nil, done: (Asset) throws -> Void
  ) throws {
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
      try run(waiting.compactMap(\.work)) { index, result in
        waiting[index].note(result)
        try handOn()
      }
      try handOn()
    }
  }

  // MARK: - Before

  private func task(for asset: Asset) throws(RunProblem) -> PictureTask {
    if context.cancellation.isCancelled { throw .cancelled }
    do {
      let derivative = sufficientDerivative(of: asset)
      let (file, path, stand) = try version(of: asset, orElse: derivative)
      if asset.progress(of: file.status.size, in: context).isCancelled {
        throw FileProblem("interrupted")
      }
      let facts = try stand?.facts ?? PictureFacts(file, by: &headers)
      let key = (stand ?? derivative).map { self.key(of: $0) } ?? key(of: path, file, facts)
      if let image = try destination.existing(key) {
        finish(asset, file, facts, image)
        return PictureTask(asset, nil)
      }
      var sources: [PictureSource] = []
      if let derivative = stand ?? derivative { sources.append(.derivative(derivative)) }
      if stand == nil { sources += try self.sources(for: key, facts) }
      return PictureTask(
        asset, PictureTask.Work(file: file, facts: facts, key: key, sources: sources[...]))
    } catch let failure as AssetFailure {
      asset.fail(stage: "load", failure.reason)
    } catch let problem as DecodeProblem {
      asset.fail(stage: "load", problem.message)
    } catch let problem as FileProblem {
      asset.fail(stage: "load", problem.reason)
    } catch {
      asset.fail(stage: "load", "\(error)")
    }
    return PictureTask(asset, nil)
  }

  /// The version that the rule wants; where it can't be had, a derivative stands for it, and for an
  /// edited one without any the original.
  ///
  /// - Throws: ``AssetFailure`` when there is none of these.
  private func version(
    of asset: Asset, orElse derivative: PictureDerivative?
  ) throws(AssetFailure) -> (file: OpenFile, path: [UInt8], stand: PictureDerivative?) {
    var isOriginal = false
    switch asset.place(of: options.version) {
    case .other(let place):
      if let file = try? place.open() { return (file, place.pathBytes, nil) }
    case .missing: break
    case .original: isOriginal = true
    }
    if !isOriginal, let stand = derivative ?? largestDerivative(of: asset) {
      return (stand.file, stand.path, stand)
    }
    do throws(AssetFailure) {
      return (try asset.openOriginal(), asset.pathBytes ?? [], nil)
    } catch {
      guard let stand = derivative ?? largestDerivative(of: asset) else { throw error }
      return (stand.file, stand.path, stand)
    }
  }

  /// A derivative changes without the original, when the asset is edited.
  private func key(of derivative: PictureDerivative) -> ThumbnailKey {
    key(of: derivative.path, derivative.file, derivative.facts)
  }

  private func key(of path: [UInt8], _ file: OpenFile, _ facts: PictureFacts) -> ThumbnailKey {
    var key = ThumbnailKey(
      path: path, file: file.status, pixelSize: facts.size, targetSize: options.targetSize)
    key.mediaFormat = facts.media.format
    key.contentMode = options.contentMode
    key.allowsEnlarging = options.allowsEnlarging
    key.format = options.format ?? (facts.hasAlpha ? .png : destination.usualFormat)
    key.isFast = options.deliveryMode == .fastFormat
    return key
  }

  /// Begins to make a picture from the next source; false when that is settled by a failure.
  ///
  /// - Throws: ``OutputProblem`` when no picture at all can be put where they go.
  private func beginNext(_ task: PictureTask) throws -> Bool {
    do throws(FileProblem) {
      guard let source = task.nextSource(), let work = task.work else {
        throw FileProblem("there is nothing to make a picture from")
      }
      task.begin(try attempt(source, of: task.asset, work, work.key, isDegraded: false))
      return true
    } catch {
      if let problem = destination.problem { throw problem }
      task.asset.fail(stage: "load", error.reason)
      task.settle()
      return false
    }
  }

  private func attempt(
    _ source: PictureSource, of asset: Asset, _ work: PictureTask.Work, _ key: ThumbnailKey,
    isDegraded: Bool
  ) throws(FileProblem) -> PictureAttempt {
    let pending = try destination.begin(key, name: asset.filenameBytes, isDegraded: isDegraded)
    var request = source.request(for: work.facts)
    request.targetSize = key.targetSize
    request.contentMode = key.contentMode
    request.allowsEnlarging = key.allowsEnlarging
    request.output = key.output
    request.quality = key.quality
    request.texts = destination.texts(for: key)
    return PictureAttempt(source, request, into: pending)
  }

  // MARK: - Interim pictures

  /// Shows what is there soon of each asset whose picture takes a while.
  private func showInterim(_ tasks: [PictureTask], _ show: (Asset) throws -> Void) throws {
    guard options.deliveryMode == .opportunistic else { return }
    var early: [(task: PictureTask, work: PictureTask.Work)] = []
    for task in tasks {
      // What can't be shown early is no failure: the picture itself is still to come.
      guard var work = task.work, let source = work.facts.interimSource,
        let attempt = try? attempt(
          source, of: task.asset, work, interimKey(work), isDegraded: true)
      else { continue }
      work.attempt = attempt
      early.append((task, work))
    }
    var due = 0
    try run(early.map(\.work)) { index, result in
      early[index].work.attempt?.result = result
      while due < early.count, let attempt = early[due].work.attempt, attempt.result != nil {
        let (task, work) = early[due]
        early[due].work.attempt = nil
        due += 1
        guard case .success(let decoded)? = attempt.result,
          var image = try? image(of: attempt, decoded, work.key)
        else { continue }
        image.isDegraded = true
        task.asset.findingsForWriting().loads.append(.image(image))
        defer { task.asset.findingsForWriting().loads.removeLast() }
        try show(task.asset)
      }
    }
  }

  /// Another key than the picture's: what is kept under that has all its pixels.
  private func interimKey(_ work: PictureTask.Work) -> ThumbnailKey {
    var key = work.key
    key.isFast = true
    key.allowsEnlarging = false
    if let preview = work.facts.previewSize, let size = work.facts.size,
      !options.isServed(by: preview, of: size), key.contentMode == .aspectFit
    {
      key.targetSize = preview
    }
    return key
  }

  // MARK: - Making

  /// Makes stills of the first few videos, so that no picture waits for all of them.
  private func makePosters(for tasks: [PictureTask]) throws {
    let round = tasks.prefix(context.decoders.limit)
    let videos = round.compactMap { task in
      task.work.map { work in
        PosterRound.Video(
          file: work.file,
          duration: work.facts.media.durationMilliseconds.map { Double($0) / 1000 })
      }
    }
    let poster = VideoPoster(cancellation: context.cancellation)
    for (task, still) in zip(round, PosterRound(poster: poster).stills(of: videos)) {
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

  /// Has the decoders make what was begun; calls `answered` for each, in whatever order.
  private func run(
    _ works: [PictureTask.Work],
    answered: (Int, Result<DecodedPicture, DecodeProblem>) throws -> Void
  ) throws {
    let jobs = works.compactMap { work in
      work.attempt.map { attempt in
        DecoderPool.Job(
          attempt.request, from: attempt.source.descriptor(in: work.file),
          to: attempt.pending.descriptor)
      }
    }
    var problem: (any Error)?
    context.decoders.makePictures(jobs) { index, result in
      guard problem == nil else { return }
      do { try answered(index, result) } catch { problem = error }
    }
    if let problem { throw problem }
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
  }

  // MARK: - After

  /// Puts the picture into its place, or notes why there is none.
  private func settle(_ task: PictureTask) throws {
    guard let work = task.work, let attempt = work.attempt, let result = attempt.result else {
      return
    }
    defer { task.settle() }
    switch result {
    case .success(let decoded):
      do {
        finish(task.asset, work.file, work.facts, try image(of: attempt, decoded, work.key))
      } catch let problem as FileProblem {
        task.asset.fail(stage: "load", problem.reason)
      }
    case .failure(let problem):
      if problem.reason == .cancelled { throw RunProblem.cancelled }
      if problem.reason == .noDecoder { throw RunProblem.missingProgram(problem.message) }
      destination.remember(problem, of: work.key)
      task.asset.fail(stage: "load", problem.message)
    }
  }

  private func image(
    of attempt: PictureAttempt, _ decoded: DecodedPicture, _ key: ThumbnailKey
  ) throws -> LoadedImage {
    LoadedImage(
      place: try attempt.pending.commit(decoded), size: decoded.size,
      uniformTypeIdentifier: key.output.uniformTypeIdentifier, byteCount: decoded.byteCount,
      origin: attempt.source.origin)
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
    findings.progress?.complete(file.status.size)
    findings.progress?.finish()
  }
}

extension PictureLoader {
  /// The smallest picture of the library's own that is as good as the original for what is wanted.
  func sufficientDerivative(of asset: Asset) -> PictureDerivative? {
    guard options.deliveryMode == .fastFormat else { return nil }
    let original = shownSize(of: asset)
    return derivatives(of: asset).last { $0.suffices(for: options, original: original) }
  }

  /// The largest picture of the library's own, for an asset whose original is not there.
  func largestDerivative(of asset: Asset) -> PictureDerivative? { derivatives(of: asset).first }

  /// Largest first, without those that were cut to another shape.
  private func derivatives(of asset: Asset) -> [PictureDerivative] {
    let places = asset.derivatives(of: options.version)
    guard !places.isEmpty else { return [] }
    let original = shownSize(of: asset)
    return places.prefix(Self.mostDerivatives)
      .compactMap { PictureDerivative($0, by: &headers) }
      .filter { derivative in original.map { isWhole(derivative, of: $0) } ?? true }
      .sorted { $0.size.width > $1.size.width }
  }

  /// Photos keeps two or three.
  private static let mostDerivatives = 16

  private func isWhole(_ derivative: PictureDerivative, of original: PictureSize) -> Bool {
    derivative.size.hasShape(of: original)
  }

  /// The size in which the asset is shown; nil for one that was edited, and so may have been cut.
  private func shownSize(of asset: Asset) -> PictureSize? {
    let (width, height) = (asset.integer(.pixelWidth), asset.integer(.pixelHeight))
    guard case .flag(false) = asset.value(of: .hasAdjustments),
      let width = Int32(exactly: width), let height = Int32(exactly: height), width > 0, height > 0
    else { return nil }
    return PictureSize(width: width, height: height)
  }
}
