import AssetSupport
import Assets
import PipelineSupport
import Testing

/// Stages that suit assets are refused behind albums, and the other way round.
@Suite struct AlbumUseCheckTests {
  private func problems(_ stages: [StageCall]) -> [String] {
    do {
      _ = try Scenario(stages).plan()
    } catch let found as RuleProblems {
      return found.problems.map(\.message)
    } catch {
      return ["\(error)"]
    }
    return []
  }

  private func behindAlbums(_ stages: StageCall...) -> [String] {
    problems([StageCall("source", ["albums": ["albumRegular"]])] + stages)
  }

  private func behindAssets(_ stages: StageCall...) -> [String] {
    problems([StageCall("source")] + stages)
  }

  @Test(.enabled(if: Scenario.knows("classify"))) func filtersLabelsAndCoversSuitAlbums() {
    #expect(
      behindAlbums(
        StageCall("filter", ["mediaType": "image", "empty": true]),
        StageCall("classify", ["big": ["pixelWidth": 4000]]),
        StageCall("load", ["cover": [150, 150], "deliveryMode": "fastFormat"])) == [])
  }

  @Test(arguments: [
    (StageCall("dedupe", ["by": "sha1"]), "dedupe is for assets"),
    (StageCall("notify", ["title": "?"]), "notify is for assets"),
    (StageCall("load", ["size": [1, 1]]), "cover = { 150, 150 }"),
    (StageCall("load", ["cover": [1, 1], "data": "size"]), "an album has neither"),
    (StageCall("load", ["cover": [1, 1], "size": [2, 2]]), "leave out one"),
  ])
  func stagesForAssetsAreRefused(_ stage: StageCall, _ words: String) {
    #expect(behindAlbums(stage).contains { $0.contains(words) })
  }

  @Test func filtersStandBeforeTheCover() {
    let found = behindAlbums(
      StageCall("load", ["cover": [1, 1]]), StageCall("filter", ["mediaType": "image"]))
    #expect(found.count == 1)
    #expect(found.first?.contains("before load") == true)
  }

  @Test func whatIsForAlbumsIsRefusedForAssets() {
    #expect(
      behindAssets(StageCall("load", ["cover": [1, 1]])).first?.hasPrefix("cover is for") == true)
    #expect(
      behindAssets(StageCall("filter", ["empty": false])).first?.hasPrefix("empty is for") == true)
  }

  @Test(
    arguments: [
      (["albums": [], "album": "x"], "not both"), (["albums": [], "stdin": true], "a library's"),
      (["albums": []], "at least one"),
      (["albums": ["smartAlbumPanorama"]], "no album is of subtype"),
    ] as [(ArgumentValue, String)])
  func sourcesOfAlbumsAreChecked(_ source: ArgumentValue, _ words: String) {
    #expect(problems([StageCall("source", source)]).contains { $0.contains(words) })
  }
}
