internal import Decoding
internal import Media

/// From what a picture can be made, and whether that is all that was asked for.
///
/// `highQualityFormat` gives what was asked for, or an error that says how to get less; only where the
/// rule says `allowDegraded`, and in the other modes, less is given, and marked.
extension PictureLoader {
  /// The file that a picture is made of.
  struct Found {
    let file: OpenFile
    let path: [UInt8]
    /// A smaller picture that stands for the version that is wanted.
    var stand: PictureDerivative?
    /// Why that version itself can't be had.
    var reason = ""
  }

  /// The version that the rule wants; where it can't be had, a derivative stands for it, and for an
  /// edited one without any the original.
  ///
  /// - Throws: ``AssetFailure`` when there is none of these.
  func version(
    of asset: Asset, _ derivatives: inout AssetDerivatives
  ) throws(AssetFailure) -> Found {
    var isOriginal = false
    switch asset.place(of: options.version) {
    case .other(let place):
      if let file = try? place.open() { return Found(file: file, path: place.pathBytes) }
    case .missing: break
    case .original: isOriginal = true
    }
    if !isOriginal, let stand = derivatives.largest {
      let kind = asset.mainKind(isEdited: options.version == .current)
      return Found(
        file: stand.file, path: stand.path, stand: stand,
        reason: AssetResource(kind, nil).missingReason)
    }
    do throws(AssetFailure) {
      return Found(file: try asset.openOriginal(), path: asset.pathBytes ?? [])
    } catch {
      guard let stand = derivatives.largest else { throw error }
      return Found(file: stand.file, path: stand.path, stand: stand, reason: error.reason)
    }
  }

  /// What the picture may be made from, best first.
  ///
  /// - Throws: ``DecodeProblem`` when there is nothing, ``AssetFailure`` when there is only less than
  ///   the rule asks for.
  func candidates(
    _ found: Found, _ facts: PictureFacts, _ key: ThumbnailKey, of asset: Asset,
    _ derivatives: inout AssetDerivatives
  ) throws -> [PictureCandidate] {
    var candidates: [PictureCandidate] = []
    if options.deliveryMode == .fastFormat,
      let quick = derivatives.sufficient(for: options)
    {
      candidates.append(candidate(quick, derivatives))
    } else if let stand = found.stand {
      let candidate = candidate(stand, derivatives)
      if candidate.isDegraded, !options.acceptsDegraded {
        throw failure(of: asset, found.reason + Self.remedy(stand.size))
      }
      candidates.append(candidate)
    }
    if found.stand != nil { return candidates }
    candidates += try originals(facts, key, of: asset)
    if let first = candidates.first, first.isDegraded, !options.acceptsDegraded {
      throw failure(
        of: asset,
        "the \(facts.media.format.isRaw ? "raw " : "")file has no picture inside that is as large as what is asked for"
          + Self.remedy(facts.previewSize))
    }
    return candidates
  }

  /// What is made from the original, or the edited version, itself.
  private func originals(
    _ facts: PictureFacts, _ key: ThumbnailKey, of asset: Asset
  ) throws(DecodeProblem) -> [PictureCandidate] {
    try sources(for: key, facts).map { source in
      PictureCandidate(source, key, isDegraded: isDegraded(source, facts, of: asset))
    }
  }

  /// What will do if all else fails, and less is allowed.
  func lesser(
    _ facts: PictureFacts, _ key: ThumbnailKey, of asset: Asset,
    _ derivatives: inout AssetDerivatives
  ) -> [PictureCandidate] {
    var lesser: [PictureCandidate] = []
    if let largest = derivatives.largest {
      let known = candidate(largest, derivatives)
      lesser.append(
        PictureCandidate(known.source, known.key, isDegraded: known.isDegraded, isLast: true))
    }
    if let preview = facts.interimSource {
      let isDegraded =
        facts.size.map { size in
          facts.previewSize.map { !options.isServed(by: $0, of: size) } ?? true
        } ?? true
      lesser.append(
        PictureCandidate(preview, interimKey(key, facts), isDegraded: isDegraded, isLast: true))
    }
    return lesser
  }

  /// A derivative changes without the original, when the asset is edited, so it has its own key.
  private func candidate(
    _ derivative: PictureDerivative, _ derivatives: AssetDerivatives
  ) -> PictureCandidate {
    PictureCandidate(
      .derivative(derivative), key(of: derivative.path, derivative.file, derivative.facts),
      isDegraded: derivatives.isDegraded(derivative, for: options))
  }

  /// Whether a source has less than what is asked for; all have enough but the preview inside a file
  /// that there is no loader for, such as a raw one.
  private func isDegraded(
    _ source: PictureSource, _ facts: PictureFacts, of asset: Asset
  ) -> Bool {
    guard !facts.media.format.hasLoader, case .preview = source else { return false }
    guard let preview = facts.previewSize else { return true }
    guard let size = facts.size ?? asset.promisedSize(of: options.version) else {
      guard let target = options.targetSize else { return true }
      return preview.width < target.width && preview.height < target.height
    }
    let needed = options.neededSize(of: size)
    return Double(preview.width) < Double(needed.width) * Self.sensorShare
      || Double(preview.height) < Double(needed.height) * Self.sensorShare
  }

  /// A camera's picture of all its pixels is some rows and columns less than its sensor has.
  private static let sensorShare = 0.95

  /// How to get less than what can't be had; empty where there is nothing less.
  func lesserRemedy(_ asset: Asset) -> String {
    guard !options.acceptsDegraded else { return "" }
    var derivatives = AssetDerivatives(of: asset, options.version)
    return derivatives.largest.map { Self.remedy($0.size) } ?? ""
  }

  private static func remedy(_ size: PictureSize?) -> String {
    let there = size.map { "there is one of \($0.width) x \($0.height) pixels; " } ?? ""
    return "; \(there)to take a smaller picture, add allowDegraded = true"
  }

  private func failure(of asset: Asset, _ reason: String) -> AssetFailure {
    AssetFailure(asset: asset.displayName, stage: "load", reason: reason)
  }
}
