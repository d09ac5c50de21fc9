#if canImport(Glibc)
  import AssetSupport
  import Pipeline
  import PipelineSupport
  import Samples
  import TestSupport
  import Testing

  /// Limits of rules about folders, and the files that are opened for them.
  @Suite struct FolderLimitTests {
    private let folder: TemporaryDirectory

    init() throws {
      folder = try TemporaryDirectory()
      for number in 0..<400 {
        try folder.write(PNGPicture(width: 2, height: 2), to: "\(1000 + number).png")
      }
    }

    private func opened(_ filter: ArgumentValue) throws -> (names: [String], files: Set<String>) {
      let watch = OpenWatch(folder.path)
      let scenario = Scenario(
        [StageCall("source"), StageCall("filter", filter)], library: folder.path)
      let names = try scenario.run().names
      return (names, Set(watch.names))
    }

    @Test func aLimitBehindATestOfHeadersOpensTheFilesThatAnswer() throws {
      let (names, files) = try opened(["mediaType": "image", "limit": 2])
      #expect(names == ["1000.png", "1001.png"])
      #expect(files == ["1000.png", "1001.png"])
    }

    @Test func aLimitBehindARareTestOpensAtMostTwiceAsMany() throws {
      try folder.write(PNGPicture(width: 3, height: 2), to: "1020.png")
      let (names, files) = try opened(["pixelWidth": 3, "limit": 1])
      #expect(names == ["1020.png"])
      #expect(files.count <= 2 * 21)
    }
  }
#endif
