import Testing

@testable import Assets

/// The titles of albums that no user named.
@Suite struct CollectionTitleTests {
  @Test func everySmartAlbumHasItsTitle() {
    let titles = [
      "smartAlbumPanoramas": "Panoramas", "smartAlbumVideos": "Videos",
      "smartAlbumFavorites": "Favorites", "smartAlbumTimelapses": "Time-lapse",
      "smartAlbumAllHidden": "Hidden", "smartAlbumRecentlyAdded": "Recently Added",
      "smartAlbumBursts": "Bursts", "smartAlbumSlomoVideos": "Slo-mo",
      "smartAlbumUserLibrary": "Recents", "smartAlbumSelfPortraits": "Selfies",
      "smartAlbumScreenshots": "Screenshots", "smartAlbumDepthEffect": "Portrait",
      "smartAlbumLivePhotos": "Live Photos", "smartAlbumAnimated": "Animated",
      "smartAlbumRAW": "RAW", "smartAlbumCinematic": "Cinematic",
      "smartAlbumSpatial": "Spatial", "smartAlbumScreenRecordings": "Screen Recordings",
    ]
    for subtype in CollectionSubtype.allCases {
      #expect(subtype.title == titles[subtype.rawValue], "\(subtype)")
    }
    #expect(CollectionSubtype.allCases.count { $0.title != nil } == titles.count)
  }
}
