/// The kinds of album, with PHAssetCollectionSubtype's names.
public enum CollectionSubtype: String, CaseIterable, Sendable {
  case albumRegular, albumImported, albumCloudShared
  case smartAlbumPanoramas, smartAlbumVideos, smartAlbumFavorites, smartAlbumTimelapses
  case smartAlbumAllHidden, smartAlbumRecentlyAdded, smartAlbumBursts, smartAlbumSlomoVideos
  case smartAlbumUserLibrary, smartAlbumSelfPortraits, smartAlbumScreenshots
  case smartAlbumDepthEffect, smartAlbumLivePhotos, smartAlbumAnimated, smartAlbumRAW
  case smartAlbumCinematic, smartAlbumSpatial, smartAlbumScreenRecordings

  /// What an asset has to be to belong to such an album; a regular album's members are listed.
  package var membership: Predicate {
    switch self {
    case .albumRegular, .albumImported, .albumCloudShared, .smartAlbumUserLibrary,
      .smartAlbumRecentlyAdded:
      .always
    case .smartAlbumSelfPortraits: .equals(.isSelfie, .flag(true))
    case .smartAlbumPanoramas: Self.subtype("photoPanorama")
    case .smartAlbumScreenshots: Self.subtype("photoScreenshot")
    case .smartAlbumLivePhotos: Self.subtype("photoLive")
    case .smartAlbumDepthEffect: Self.subtype("photoDepthEffect")
    case .smartAlbumSpatial: Self.subtype("spatialMedia")
    case .smartAlbumSlomoVideos: Self.subtype("videoHighFrameRate")
    case .smartAlbumTimelapses: Self.subtype("videoTimelapse")
    case .smartAlbumScreenRecordings: Self.subtype("videoScreenRecording")
    case .smartAlbumCinematic: Self.subtype("videoCinematic")
    case .smartAlbumVideos: .equals(.mediaType, .text(TextConstant("video")))
    case .smartAlbumFavorites: .equals(.isFavorite, .flag(true))
    case .smartAlbumAllHidden: .equals(.isHidden, .flag(true))
    case .smartAlbumBursts: .present(.burstIdentifier)
    case .smartAlbumAnimated:
      .equals(.playbackStyle, .text(TextConstant("imageAnimated")))
    case .smartAlbumRAW:
      .any([
        .equals(.isRAW, .flag(true)), .like(.uniformTypeIdentifier, LikePattern("*raw-image")),
      ])
    }
  }

  private static func subtype(_ name: String) -> Predicate {
    .equals(.mediaSubtypes, .text(TextConstant(name)))
  }
}
