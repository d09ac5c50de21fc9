internal import Media

/// Properties that depend on files beside the asset's own, such as a live photo's other half.
extension FileAsset {
  /// True if the asset has no sidecars and, by its name, is no half of a live photo or frame
  /// that its neighbours decide about.
  package var standsAlone: Bool {
    sidecarContext == nil && (entry?.entry.companion ?? -1) < 0
      && entry?.entry.needsBurstEvidence != true
  }

  /// True if other files describe the asset, too, so that its own status does not show all changes.
  package var hasSidecarContext: Bool { sidecarContext != nil }

  /// The facts read so far, and the entry of the file in its listing; nil without a listing.
  package var known:
    (listing: DirectoryListing, index: Int, facts: FileFacts?, status: FileStatus?)?
  {
    guard case .entry(let listing, let index) = place else { return nil }
    return (listing, index, knownFacts, latestStatus)
  }

  /// True if the file is a picture or a movie by its name or, where that says nothing, its content.
  /// True as well if it can't be read.
  package var isPictureOrMovie: Bool {
    switch entry?.entry.kind ?? FilenameKind(place.name) {
    case .media: true
    case .other: false
    case .undecided: facts().map { $0.mediaType != .unknown } ?? true
    }
  }

  /// True if the path is that of a folder.
  package var isFolder: Bool { (try? place.status())?.kind == .directory }

  /// True if the file is the movie of a live photo whose picture is beside it.
  package var completesPictureBeside: Bool {
    guard let facts = facts(), facts.header.format.isVideo,
      !facts.header.contentIdentifier.isEmpty, let picture = place.pictureBeside(),
      let other = try? headers.facts(of: picture).facts
    else { return false }
    return LivePhotoPair(facts.header, other, otherPath: picture.wholePath()) != nil
  }

  /// Returns true for a live photo's video and, unless `includesBurstFrames`, for a frame that does
  /// not represent its burst: they belong to other assets.
  package func isPartOfAnother(includesBurstFrames: Bool) -> Bool {
    guard let entry else { return false }
    if !includesBurstFrames, burstRole == .other { return true }
    guard entry.entry.companion >= 0 else { return false }
    return facts()?.isLivePhotoVideo ?? false
  }

  /// The paths from the root of the folders with the file, its albums; empty without a library.
  package var folderPaths: [OwnedBytes] {
    if let paths = sidecarContext?.folderPaths { return paths }
    return entry.map { [$0.listing.directory.relativePath] } ?? []
  }
}
