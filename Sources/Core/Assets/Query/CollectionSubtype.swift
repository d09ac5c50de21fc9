/// The kinds of album, with PHAssetCollectionSubtype's names.
public enum CollectionSubtype: String, CaseIterable, Sendable {
  case albumRegular, albumImported, albumCloudShared
  case smartAlbumPanoramas, smartAlbumVideos, smartAlbumFavorites, smartAlbumTimelapses
  case smartAlbumAllHidden, smartAlbumRecentlyAdded, smartAlbumBursts, smartAlbumSlomoVideos
  case smartAlbumUserLibrary, smartAlbumSelfPortraits, smartAlbumScreenshots
  case smartAlbumDepthEffect, smartAlbumLivePhotos, smartAlbumAnimated, smartAlbumRAW
  case smartAlbumCinematic, smartAlbumSpatial, smartAlbumScreenRecordings

  /// The test that the members of an album of this kind pass; always true if its kind has no test.
  package var membership: AssetPredicate {
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
      .equals(.playbackStyle, .text(TextConstant(PlaybackStyle.imageAnimated.text)))
    case .smartAlbumRAW: .equals(.isRAW, .flag(true))
    }
  }

  /// The title of a smart album, in English as PHAssetCollection's `localizedTitle` has it; nil for
  /// albums whose title the user sets. These are the names that Photos shows since iOS 13, where
  /// "Recents" replaced "All Photos". Contents:
  /// <https://developer.apple.com/documentation/photos/phassetcollectionsubtype>.
  package var title: String? {
    switch self {
    case .albumRegular, .albumImported, .albumCloudShared: nil
    case .smartAlbumPanoramas: "Panoramas"
    case .smartAlbumVideos: "Videos"
    case .smartAlbumFavorites: "Favorites"
    case .smartAlbumTimelapses: "Time-lapse"
    case .smartAlbumAllHidden: "Hidden"
    case .smartAlbumRecentlyAdded: "Recently Added"
    case .smartAlbumBursts: "Bursts"
    case .smartAlbumSlomoVideos: "Slo-mo"
    case .smartAlbumUserLibrary: "Recents"
    case .smartAlbumSelfPortraits: "Selfies"
    case .smartAlbumScreenshots: "Screenshots"
    case .smartAlbumDepthEffect: "Portrait"
    case .smartAlbumLivePhotos: "Live Photos"
    case .smartAlbumAnimated: "Animated"
    case .smartAlbumRAW: "RAW"
    case .smartAlbumCinematic: "Cinematic"
    case .smartAlbumSpatial: "Spatial"
    case .smartAlbumScreenRecordings: "Screen Recordings"
    }
  }

  private static func subtype(_ name: String) -> AssetPredicate {
    .equals(.mediaSubtypes, .text(TextConstant(name)))
  }
}
