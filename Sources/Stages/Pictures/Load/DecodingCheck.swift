internal import Decoding
internal import Platform

/// Decodes pictures only to find out whether all of their pixels can be decoded, several at once; the
/// catalogue keeps the outcome for an unchanged file. Confined to one worker.
package final class DecodingCheck {
  private let loader: PictureLoader
  private let verdicts: Verdicts

  /// The longer side of the decoded pictures in pixels: small, as none is looked at.
  private static let side: Int32 = 128

  package init(in context: RunContext) {
    var options = PictureOptions()
    options.targetSize = PictureSize(width: Self.side, height: Self.side)
    options.version = .original
    options.isStrict = true
    options.format = .pam
    var context = context
    // Progress and failures of these pictures do not count as the run's.
    context.progress = RunProgress()
    context.output.failed = nil
    verdicts = Verdicts(context.services.catalogue)
    loader = PictureLoader(options, to: verdicts, in: context)
  }

  /// Checks assets that have originals.
  ///
  /// - Parameters:
  ///   - stage: the name of the stage that needs the outcome.
  ///   - done: called for each asset in order with its index, and true for a damaged picture; with a
  ///     failure where that can't be found out, as for a format without a decoder.
  /// - Throws: ``RunProblem`` when no more pictures can be decoded.
  package func run(
    _ assets: [Asset], for stage: String, done: (Int, Result<Bool, AssetFailure>) throws -> Void
  ) throws {
    verdicts.begin()
    var index = 0
    try loader.load(assets.map { AssetProxy($0, for: stage) }) { asset in
      defer { index += 1 }
      if let isDamaged = verdicts.of[asset.pathBytes ?? []] {
        return try done(index, .success(isDamaged))
      }
      let reason = asset.failure?.reason ?? "no picture was made"
      try done(
        index, .failure(AssetFailure(asset: asset.displayName, stage: "load", reason: reason)))
    }
  }
}

/// The outcomes of a check, in place of the pictures; confined, like the check, to a worker.
private final class Verdicts: PictureDestination {
  private let catalogue: Catalogue?
  private var moment: Int64 = 0
  /// True for a damaged picture, by the path of the original.
  private(set) var of: [[UInt8]: Bool] = [:]

  init(_ catalogue: Catalogue?) {
    self.catalogue = catalogue
  }

  func begin() {
    of.removeAll(keepingCapacity: true)
    moment = catalogue?.clock.now ?? 0
  }

  private func note(_ isDamaged: Bool, _ key: ThumbnailKey) {
    of[key.path] = isDamaged
    let file = ThumbnailBatchFile(key)
    file.name.withUnsafeBytes {
      catalogue?.note(isDamaged: isDamaged, file.status, name: $0, at: moment)
    }
  }

  func existing(_ key: ThumbnailKey) -> LoadedImage? {
    let file = ThumbnailBatchFile(key)
    let known = file.name.withUnsafeBytes {
      catalogue?.isDamaged(CatalogueKey(file.status, name: $0))
    }
    guard let known else { return nil }
    of[key.path] = known
    return LoadedImage(
      place: .descriptor(-1, offset: 0), size: nil, uniformTypeIdentifier: "", byteCount: 0,
      origin: .cache)
  }

  func begin(
    _ key: ThumbnailKey, name: [UInt8], isDegraded: Bool
  ) throws(FileProblem) -> any PendingPicture {
    guard let file = NamelessFile() else { throw FileProblem(error: errno) }
    return Pending(file) { [self] in note(false, key) }
  }

  func remember(_ problem: DecodeProblem, of key: ThumbnailKey) {
    if problem.reason == .damaged || problem.reason == .crashed { note(true, key) }
  }

  private final class Pending: PendingPicture {
    private let file: NamelessFile
    private let noteWhole: () -> Void

    init(_ file: NamelessFile, noteWhole: @escaping () -> Void) {
      self.file = file
      self.noteWhole = noteWhole
    }

    var descriptor: Int32 { file.descriptor }

    func commit(_ decoded: DecodedPicture) -> LoadedImage.Place {
      noteWhole()
      return .descriptor(-1, offset: 0)
    }
  }
}
