/// An asset of an Apple Photos library: a row of its database, and the files that belong to it. The
/// database is untrusted: a value of a wrong type or out of range is absent, and no path leads out
/// of the library. `@unchecked Sendable`: confined to the worker that holds its batch.
final class PhotosAsset: Asset, @unchecked Sendable {
  let rows: PhotosRows
  let row: Int
  /// The result of searching for the original; nil before the search.
  private var knownOriginal: OriginalLookup?
  private var knownFile: FileAsset?
  private var knownPaths: [(field: Field, path: OwnedBytes?)] = []

  private enum OriginalLookup {
    case at(FilePlace, path: OwnedBytes)
    case missing
  }

  init(_ rows: PhotosRows, _ row: Int) {
    self.rows = rows
    self.row = row
    super.init()
  }

  var library: PhotosLibrary { rows.library }

  @inline(__always)
  func cell(_ column: PhotosColumn) -> PhotosCell { rows.cell(row, column) }

  override var creationDateIsMoment: Bool? { true }

  override func sourceValue(of field: Field) -> FieldValue {
    switch field {
    case .localIdentifier: text(.uuid)
    case .library: .text(library.path.span)
    case .filename: filename
    case .path: path
    case .mediaType: .text(TextSpan(mediaType.name))
    case .mediaSubtypes: .subtypes(mediaSubtypes)
    case .uniformTypeIdentifier: text(.type)
    case .playbackStyle: playbackStyle?.value ?? .absent
    case .creationDate: date(.created)
    case .creationDateSource: creationDate == nil ? .absent : LibraryDateSource.photos.value
    case .creationDateOffset: zoneOffset
    case .modificationDate: date(.modified)
    case .addedDate: date(.added)
    case .pixelWidth: positive(.width)
    case .pixelHeight: positive(.height)
    case .orientation: orientation
    case .duration: mediaType == .video ? amount(.duration) : .absent
    case .frameRate: mediaType == .video ? amount(.frameRate) : .absent
    case .fileSize: positive(.fileSize)
    case .isFavorite: .flag(isSet(.favorite))
    case .isHidden: .flag(isSet(.hidden))
    case .isAnimated: .flag(playbackStyle == .imageAnimated)
    case .burstIdentifier: text(.burst)
    case .representsBurst: isInBurst ? .flag(has(.pick, bit: 16)) : .absent
    case .burstSelectionTypes: burstSelectionTypes
    case .livePhotoIdentifier: isLive ? text(.mediaGroup) : .absent
    case .livePhotoVideoPath: isLive ? found(field, liveVideoPath) : .absent
    case .location: location
    case .cameraMake: text(.make)
    case .cameraModel: text(.model)
    case .lensModel: text(.lens)
    case .title: text(.title)
    case .caption: text(.caption)
    case .keywords: list(.keywords)
    case .persons: list(.persons)
    case .hasAdjustments: .flag(hasAdjustments)
    case .isSelfie: .flag(whole(.captureDevice) == 1)
    case .isRAW: .flag(isRAW)
    case .isMissing: .flag(isMissing)
    case .isReferenced: .flag(isReferenced)
    case .isInCloud: .flag(whole(.cloudState) == 3)
    case .sourceType: sourceType.value
    case .rawPath: hasRAW ? found(field, rawPath) : .absent
    case .editedPath: hasAdjustments ? found(field, editedPath) : .absent
    case .editedVideoPath: hasAdjustments && isLive ? found(field, editedVideoPath) : .absent
    case .derivativePaths: derivatives
    case .folderPath, .colorModel, .depth, .profileName, .hasAlpha, .rating, .colorLabel, .creator,
      .copyright, .placeName, .software, .userComment, .localDate, .exif, .xmp, .iptc, .albumPaths,
      .damage, .sha1, .sha256, .labels, .added:
      .absent
    }
  }

  /// Returns the library's value, or, of a field that Photos doesn't keep, the original's where it
  /// is on this computer.
  override func descriptiveValue(of field: Field) -> FieldValue {
    switch field {
    case .rating, .colorLabel, .creator, .copyright, .placeName:
      guard let file = originalFile else { return .absent }
      let value = file.descriptiveValue(of: field)
      if let failure = file.failure { fail(stage: failure.stage, failure.reason) }
      return value
    default: return sourceValue(of: field)
    }
  }

  /// The original as a file; nil if it is not on this computer.
  private var originalFile: FileAsset? {
    if let knownFile { return knownFile }
    guard case .at(let place, _) = found else { return nil }
    let file = FileAsset(at: place, library.files.headers)
    knownFile = file
    return file
  }

  private var path: FieldValue {
    if case .at(_, let path) = found { return .text(path.span) }
    return .absent
  }

  private var found: OriginalLookup {
    if let knownOriginal { return knownOriginal }
    let looked: OriginalLookup =
      findOriginal().map { .at($0, path: $0.wholePath()) } ?? .missing
    knownOriginal = looked
    return looked
  }

  private func found(_ field: Field, _ make: () -> FilePlace?) -> FieldValue {
    if let known = knownPaths.first(where: { $0.field == field }) {
      return known.path.map { .text($0.span) } ?? .absent
    }
    let path = make()?.wholePath()
    knownPaths.append((field, path))
    return path.map { .text($0.span) } ?? .absent
  }

  override func another() -> Asset? { PhotosAsset(rows, row) }

  override func addVersion(to fingerprint: inout Fingerprint) {
    for column in PhotosColumn.allCases {
      switch cell(column) {
      case .absent: fingerprint.add(false)
      case .integer(let number): fingerprint.add(number)
      case .real(let number): fingerprint.add(number.bitPattern)
      case .text(let start, let count), .brokenText(let start, let count):
        fingerprint.add(rows.span(start, count).bytes)
      }
    }
  }

  override func derivatives(of version: PictureVersion) -> [any Original] {
    version == .current ? currentDerivatives : uneditedDerivatives
  }

  /// Returns a version's file; missing for an edited one that Photos computes, such as slow motion.
  override func place(of version: PictureVersion) -> PictureVersion.Place {
    switch version {
    case .current:
      hasAdjustments ? editedPath().map { .other($0) } ?? .missing : .original
    case .unadjusted: .original
    case .original: hasRAW ? rawPath().map { .other($0) } ?? .original : .original
    }
  }

  override func companions(of version: PictureVersion?) -> [AssetResource] {
    if isLive {
      return version == .current && hasAdjustments
        ? [AssetResource(.fullSizePairedVideo, editedVideoPath())]
        : [AssetResource(.pairedVideo, liveVideoPath())]
    }
    return version == nil && hasRAW ? [AssetResource(.alternatePhoto, rawPath())] : []
  }

  override var reader: (any OriginalReader)? { library.files.headers }

  override var original: (any Original)? {
    if case .at(let place, _) = found { return place }
    return nil
  }

  // The column of the state in iCloud is missing in some releases, and that of the file is in all.
  override var isAway: Bool {
    (isMissing || whole(.cloudState) == 3) && !isReferenced && original == nil
  }

  override func findAlbums() -> [AlbumPath] {
    whole(.key).map { library.albumMembership.albums(of: $0) } ?? []
  }

  override var contentName: String? { library.contentNames[String(uuid)] }

  override func openOriginal() throws(AssetFailure) -> OpenFile {
    guard case .at(let place, _) = found else {
      throw AssetFailure(asset: displayName, stage: "read", reason: missingReason)
    }
    do throws(FileProblem) {
      return try place.open()
    } catch {
      throw AssetFailure(asset: displayName, stage: "read", reason: error.reason)
    }
  }

  private var missingReason: String {
    if isReferenced {
      let place = "\(string(.directory) ?? "")/\(string(.filename) ?? "")"
      return library.files.allowsReferences
        ? "its original is not at \"\(place)\", outside of the library"
        : "its original is outside of the library, at \"\(place)\"; to let the rule read such "
          + "files, add --allow references"
    }
    if isAway {
      return "its original is not on this computer; download it with Photos"
    }
    return string(.directory) == nil || string(.filename) == nil
      ? "the library does not say where its original is" : "its original is not in the library"
  }

  /// The name in messages, with the identifier, which distinguishes assets of the same name.
  override var displayName: String {
    let identifier = string(of: .localIdentifier)
    let name = string(of: .filename)
    if name.isEmpty { return identifier.isEmpty ? "an asset without a name" : identifier }
    return "\(name) (\(identifier))"
  }
}
