import Assets
import Testing

@Suite struct MediaSubtypesTests {
  /// PHAssetMediaSubtype's names and values, as Apple's headers have them.
  @Test(arguments: [
    ("photoPanorama", 0), ("photoHDR", 1), ("photoScreenshot", 2), ("photoLive", 3),
    ("photoDepthEffect", 4), ("spatialMedia", 10), ("videoStreamed", 16),
    ("videoHighFrameRate", 17), ("videoTimelapse", 18), ("videoScreenRecording", 19),
    ("videoCinematic", 21),
  ])
  func isSpelledAsPhotoKitSpellsIt(_ name: String, _ bit: UInt32) {
    #expect(MediaSubtypes(rawValue: 1 << bit).names == [name])
  }

  @Test func namesAllAndOnlyThoseThatAreIn() {
    let all = MediaSubtypes(MediaSubtypes.named.map(\.subtype))
    #expect(all.names == MediaSubtypes.named.map { "\($0.name)" })
    #expect(all.names.count == 11)
    #expect(MediaSubtypes().names.isEmpty)
    #expect(MediaSubtypes([.photoLive, .photoHDR]).names == ["photoHDR", "photoLive"])
    #expect(MediaSubtypes(rawValue: 1 << 30).names.isEmpty)
  }
}
