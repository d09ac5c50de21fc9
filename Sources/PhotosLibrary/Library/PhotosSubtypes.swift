/// By which columns an asset is of a media subtype.
enum PhotosSubtypes {
  static let all: [(subtype: MediaSubtypes, holds: @Sendable (PhotosAsset) -> Bool)] = [
    (
      .photoPanorama,
      { $0.mediaType == .image && ($0.whole(.kindSubtype) == 1 || $0.whole(.rendering) == 6) }
    ),
    (.photoHDR, { $0.mediaType == .image && $0.whole(.rendering) == 3 }),
    (
      .photoScreenshot,
      { $0.mediaType == .image && ($0.whole(.kindSubtype) == 10 || $0.whole(.screenshot) == 1) }
    ),
    (.photoLive, { $0.isLive }),
    (.photoDepthEffect, { $0.mediaType == .image && $0.isSet(.depth) }),
    (.spatialMedia, { $0.whole(.spatial) == 1 }),
    (.videoHighFrameRate, { $0.mediaType == .video && $0.whole(.kindSubtype) == 101 }),
    (.videoTimelapse, { $0.mediaType == .video && $0.whole(.kindSubtype) == 102 }),
    (.videoScreenRecording, { $0.mediaType == .video && $0.whole(.kindSubtype) == 103 }),
    (.videoCinematic, { $0.mediaType == .video && $0.isSet(.depth) }),
  ]
}
