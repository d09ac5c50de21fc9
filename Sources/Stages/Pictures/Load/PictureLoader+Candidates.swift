internal import Decoding
internal import Media

/// The choice of files from which a picture is made. `highQualityFormat` gives all that is
/// requested, or an error that says how to get a smaller one; other modes, and `allowDegraded`,
/// give a smaller one, marked as such.
extension PictureLoader {
  struct OpenedVersion {
    let file: OpenFile
    let path: [UInt8]
    /// The smaller picture that replaces the requested version; nil if that is available.
    var stand: PictureDerivative?
    /// The reason why the requested version is not available; empty if it is.
    var reason = ""
  }

  /// Opens the version that the rule requests, else a derivative of it, and without derivatives of
  /// an edited version the original. Throws ``AssetFailure`` if none exists.
  func version(
    of asset: Asset, _ derivatives: inout AssetDerivatives
  ) throws(AssetFailure) -> OpenedVersion {
    var isOriginal = false
    switch asset.place(of: options.version) {
    case .other(let place):
      if let file = try? place.open() { return OpenedVersion(file: file, path: place.pathBytes) }
    case .missing: break
    case .original: isOriginal = true
    }
    if !isOriginal, let stand = derivatives.largest {
      let kind = asset.mainKind(isEdited: options.version == .current)
      return OpenedVersion(
        file: stand.file, path: stand.path, stand: stand,
        reason: AssetResource(kind, nil).missingReason)
    }
    do throws(AssetFailure) {
      return OpenedVersion(file: try asset.openOriginal(), path: asset.pathBytes ?? [])
    } catch {
      guard let stand = derivatives.largest else { throw error }
      return OpenedVersion(file: stand.file, path: stand.path, stand: stand, reason: error.reason)
    }
  }

  /// Returns the sources for the picture, best first. Throws ``DecodeProblem`` without a source,
  /// ``AssetFailure`` if all have fewer pixels than requested.
  func candidates(
    _ found: OpenedVersion, _ facts: PictureFacts, _ key: ThumbnailKey, of asset: Asset,
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
    do throws(DecodeProblem) {
      candidates += try originals(facts, key, of: asset)
    } catch {
      guard let beside = pictureBeside(facts, of: asset) else { throw error }
      return candidates + [beside]
    }
    guard let first = candidates.first, first.isDegraded else { return candidates }
    if let beside = pictureBeside(facts, of: asset) {
      return options.acceptsDegraded ? [beside] + candidates : [beside]
    }
    guard options.acceptsDegraded else {
      throw failure(
        of: asset,
        "the \(facts.media.format.isRaw ? "raw " : "")file has no picture inside that is as large as what is asked for"
          + Self.remedy(facts.previewSize))
    }
    return candidates
  }

  /// Returns the picture that a camera wrote beside a raw file, if it shows the same and more of it
  /// than the one inside; else nil. It may be smaller than the raw picture, as the camera was set.
  private func pictureBeside(_ facts: PictureFacts, of asset: Asset) -> PictureCandidate? {
    guard facts.media.format.isRaw, let place = asset.pictureBesideRaw,
      let beside = PictureDerivative(place, by: &headers)
    else { return nil }
    let whole = facts.size ?? asset.promisedSize(of: options.version)
    if let whole, !beside.size.hasShape(of: whole) { return nil }
    if let preview = facts.previewSize, preview.width >= beside.size.width { return nil }
    return PictureCandidate(
      source: .derivative(beside), key: key(of: beside.path, beside.file, beside.facts),
      isDegraded: whole.map { isShort(beside.size, of: $0) } ?? false)
  }

  private func originals(
    _ facts: PictureFacts, _ key: ThumbnailKey, of asset: Asset
  ) throws(DecodeProblem) -> [PictureCandidate] {
    try sources(for: key, facts).map { source in
      PictureCandidate(
        source: source, key: key, isDegraded: isDegraded(source, facts, of: asset))
    }
  }

  /// Returns the sources to use if all others fail and a smaller picture is allowed.
  func lesser(
    _ facts: PictureFacts, _ key: ThumbnailKey, of asset: Asset,
    _ derivatives: inout AssetDerivatives
  ) -> [PictureCandidate] {
    var lesser: [PictureCandidate] = []
    if let largest = derivatives.largest {
      var known = candidate(largest, derivatives)
      known.isLast = true
      lesser.append(known)
    }
    if let preview = facts.interimSource {
      let isDegraded =
        facts.size.map { size in
          facts.previewSize.map { !options.isServed(by: $0, of: size) } ?? true
        } ?? true
      lesser.append(
        PictureCandidate(
          source: preview, key: interimKey(key, facts), isDegraded: isDegraded, isLast: true))
    }
    return lesser
  }

  /// Returns a derivative as a source, with its own key: an edit changes it, not the original.
  private func candidate(
    _ derivative: PictureDerivative, _ derivatives: AssetDerivatives
  ) -> PictureCandidate {
    PictureCandidate(
      source: .derivative(derivative),
      key: key(of: derivative.path, derivative.file, derivative.facts),
      isDegraded: derivatives.isDegraded(derivative, for: options))
  }

  /// True if a source has fewer pixels than requested, as only a preview can without a loader.
  private func isDegraded(
    _ source: PictureSource, _ facts: PictureFacts, of asset: Asset
  ) -> Bool {
    guard facts.media.format.loader == nil, case .preview = source else { return false }
    guard let preview = facts.previewSize else { return true }
    guard let size = facts.size ?? asset.promisedSize(of: options.version) else {
      guard let target = options.targetSize else { return true }
      return preview.width < target.width && preview.height < target.height
    }
    return isShort(preview, of: size)
  }

  /// True if a camera's picture has fewer pixels than are requested of the whole one.
  private func isShort(_ picture: PictureSize, of whole: PictureSize) -> Bool {
    let needed = options.neededSize(of: whole)
    return Double(picture.width) < Double(needed.width) * Self.sensorShare
      || Double(picture.height) < Double(needed.height) * Self.sensorShare
  }

  /// The minimum share of the sensor's rows and columns that a camera's full-size picture has.
  private static let sensorShare = 0.95

  /// Returns the words on how to get a smaller picture instead; empty if none exists.
  func lesserRemedy(_ asset: Asset) -> String {
    guard !options.acceptsDegraded else { return "" }
    var derivatives = AssetDerivatives(of: asset, options.version)
    return derivatives.largest.map { Self.remedy($0.size) } ?? ""
  }

  private static func remedy(_ size: PictureSize?) -> String {
    let there = size.map { "there is one of \($0.width) x \($0.height) pixels; " } ?? ""
    return "; \(there)to take a smaller picture, add --allow-degraded, or allowDegraded = true in a"
      + " rule"
  }

  private func failure(of asset: Asset, _ reason: String) -> AssetFailure {
    AssetFailure(asset: asset.displayName, stage: "load", reason: reason)
  }
}
