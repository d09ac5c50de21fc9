internal import Platform

/// One of the files that make up an asset, as PHAssetResource names it.
///
/// A live photo is a picture and its movie. A RAW and JPEG pair is two pictures. An asset that was
/// edited has another file for each that the edit changed.
public struct AssetResource: Sendable {
  /// The kinds of file, with PHAssetResourceType's names.
  public enum Kind: String, CaseIterable, Sendable {
    /// The picture or the video as it was taken.
    case photo, video
    /// The RAW picture of a pair.
    case alternatePhoto
    /// The movie of a live photo.
    case pairedVideo
    /// The edited versions of the photo, the video and a live photo's movie.
    case fullSizePhoto, fullSizeVideo, fullSizePairedVideo

    /// True if the file is the movie of a live photo, edited or not.
    package var isLivePhotoMovie: Bool { self == .pairedVideo || self == .fullSizePairedVideo }
  }

  /// The role of the file in the asset.
  public let kind: Kind
  /// The file; nil when the file is not on this computer.
  public let original: (any Original)?

  public init(_ kind: Kind, _ original: (any Original)?) {
    self.kind = kind
    self.original = original
  }
}

extension AssetResource {
  /// The reason why the resource is missing, and the remedy.
  package var missingReason: String {
    switch kind {
    case .pairedVideo, .fullSizePairedVideo:
      "the movie of the live photo is not on this computer; download it with the library's program"
    case .alternatePhoto:
      "the RAW picture of the pair is not on this computer; download it with the library's program,"
        + " or write version = \"unadjusted\" to load the other picture alone"
    case .photo, .video:
      "its original is not on this computer; download it with the library's program"
    case .fullSizePhoto, .fullSizeVideo:
      "its edited version is not on this computer; download it with the library's program, or write"
        + " version = \"unadjusted\""
    }
  }
}

extension Asset {
  /// True if the asset is a picture and a movie that form a live photo.
  package final var isLivePhoto: Bool {
    if case .subtypes(let subtypes) = value(of: .mediaSubtypes) {
      return subtypes.contains(.photoLive)
    }
    if case .texts(let names) = value(of: .mediaSubtypes) { return names.contains("photoLive") }
    return false
  }

  /// Returns the resource kind of an asset's main file, edited or not.
  package final func mainKind(isEdited: Bool) -> AssetResource.Kind {
    string(of: .mediaType) == "video"
      ? isEdited ? .fullSizeVideo : .video : isEdited ? .fullSizePhoto : .photo
  }
}

/// The files of an asset whose paths are in a record or in a library's catalogue.
package struct NamedResources {
  private let asset: Asset

  package init(of asset: Asset) {
    self.asset = asset
  }

  /// Returns the file that holds a version, from the paths in the asset's fields.
  package func place(of version: PictureVersion) -> PictureVersion.Place {
    switch version {
    case .current:
      if let edited = original(.editedPath) { return .other(edited) }
      if case .flag(true) = asset.value(of: .hasAdjustments) { return .missing }
      return .original
    case .unadjusted: return .original
    case .original: return original(.rawPath).map { .other($0) } ?? .original
    }
  }

  /// Returns the files that belong to a version beside its main one, see ``Asset/companions(of:)``.
  package func companions(of version: PictureVersion?) -> [AssetResource] {
    var companions: [AssetResource] = []
    if version == nil, let raw = original(.rawPath) {
      companions.append(AssetResource(.alternatePhoto, raw))
    }
    guard asset.isLivePhoto else { return companions }
    if version == .current, asset.value(of: .editedPath).isPresent {
      return [AssetResource(.fullSizePairedVideo, original(.editedVideoPath))]
    }
    return companions + [AssetResource(.pairedVideo, original(.livePhotoVideoPath))]
  }

  private func original(_ field: Field) -> (any Original)? {
    switch asset.value(of: field) {
    case .text(let text): PathOriginal(path: OwnedBytes(Array(text.bytes)))
    case .string(let string): PathOriginal(path: OwnedBytes(Array(string.utf8)))
    default: nil
    }
  }
}

/// A file with a path, absolute or relative to the working folder.
private struct PathOriginal: Original {
  let path: OwnedBytes

  func open() throws(FileProblem) -> OpenFile {
    try path.withCString { (path) throws(FileProblem) in
      try OpenFile(directory: AT_FDCWD, name: path)
    }
  }

  func status() throws(FileProblem) -> FileStatus {
    guard let status = path.withCString({ FileStatus(directory: AT_FDCWD, name: $0) }) else {
      throw FileProblem(error: errno)
    }
    return status
  }

  var pathBytes: [UInt8] { withExtendedLifetime(path) { Array(path.bytes) } }
}

/// The version of an edited asset, as PHImageRequestOptionsVersion names it.
public enum PictureVersion: String, CaseIterable, Sendable {
  /// The version that the library shows.
  case current
  /// The picture or video before it was edited.
  case unadjusted
  /// The unedited version; of a RAW and JPEG pair, the RAW picture.
  case original

  /// The file that holds a version.
  public enum Place {
    /// The original itself.
    case original
    /// A file other than the original.
    case other(any Original)
    /// A file other than the original, which does not exist on this computer.
    case missing
  }
}
