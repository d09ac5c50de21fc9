import Media
import Samples
import TestSupport
import Testing

@testable import Files

@Suite struct TakeoutFileGroupsTests {
  /// For each name that is no JSON what it was found to be.
  private func relations(_ names: [String]) -> [String: String] {
    let stored = names.map { Array($0.utf8) }
    return withBuffers(stored[...], []) { buffers in
      let found = TakeoutFileGroups(buffers)
      var relations: [String: String] = [:]
      for (index, name) in names.enumerated() where !TakeoutFileGroups.isSidecar(buffers[index]) {
        if found.sidecars[index] >= 0 {
          relations[name] = names[Int(found.sidecars[index])]
        } else if found.originals[index] >= 0 {
          relations[name] = "edited of \(names[Int(found.originals[index])])"
        } else if found.pictures[index] >= 0 {
          relations[name] = "movie of \(names[Int(found.pictures[index])])"
        }
      }
      return relations
    }
  }

  private func withBuffers<Result>(
    _ names: ArraySlice<[UInt8]>, _ done: [UnsafeRawBufferPointer],
    _ body: ([UnsafeRawBufferPointer]) -> Result
  ) -> Result {
    guard let first = names.first else { return body(done) }
    return first.withUnsafeBytes { withBuffers(names.dropFirst(), done + [$0], body) }
  }

  @Test(arguments: [
    ("IMG_1234.JPG", "IMG_1234.JPG.json"),
    ("IMG_1234.JPG", "IMG_1234.JPG.supplemental-metadata.json"),
    ("IMG_1234(1).JPG", "IMG_1234.JPG(1).json"),
    ("IMG_1234(12).JPG", "IMG_1234.JPG.supplemental-metadata(12).json"),
    // Cut at 46 units, of which the name takes some.
    ("PXL_20240817_202602411.mp4", "PXL_20240817_202602411.mp4.supplemental-metada.json"),
    (
      "PXL_20230809_203449253.LONG_EXPOSURE-02.ORIGINA.jpg",
      "PXL_20230809_203449253.LONG_EXPOSURE-02.ORIGIN.json"
    ),
    (
      "05yqt21kruxwwlhhgrwrdyb6chhwszi9bqmzu16w0 2.jpg",
      "05yqt21kruxwwlhhgrwrdyb6chhwszi9bqmzu16w0 2.jp.json"
    ),
    (
      "Backyard_ceremony_wedding_photography_xxxxxxx_m(494).jpg",
      "Backyard_ceremony_wedding_photography_xxxxxxx_(494).json"
    ),
    (
      "13039_327707840323_537645323_9470255_27214_n(1).jpg",
      "13039_327707840323_537645323_9470255_27214_n.j(1).json"
    ),
    // An emoji takes two units.
    (
      "😀😃😄😁😆😅😂🤣🥲☺️😊😇🙂🙃😉😌😍🥰😘😗😙😚😋😛.jpg", "😀😃😄😁😆😅😂🤣🥲☺️😊😇🙂🙃😉😌😍🥰😘😗😙😚😋.json"
    ),
    // The title had no extension, or a number of its own.
    ("scan.jpg", "scan.json"),
    ("scan.jpg", "scan.supplemental-metadata.json"),
    ("holiday (1).jpg", "holiday (1).jpg.json"),
    ("notes(3).jpg", "notes(3).jpg.supplemental-metadata.json"),
  ])
  func findsTheSidecar(picture: String, sidecar: String) {
    #expect(relations([picture, sidecar]) == [picture: sidecar])
  }

  @Test(arguments: [
    ("IMG_1234.JPG", "IMG_1235.JPG.json"),
    ("DSC_0103.JPG", "DSC_0103.JPG(1).json"),
    ("DSC_0104(1).JPG", "DSC_0104.JPG.json"),
    ("DSC_0102(1).JPG", "DSC_0102.JPG(2).json"),
    ("IMG_1234.JPG", "IMG_1234.JP.json"),
    ("IMG_1234.JPG", "IMG_1234.JPG.other.json"),
    ("a.jpg", "metadata.json"),
    (
      "Backyard_ceremony_wedding_photography_xxxxxxx_m(185).jpg",
      "Backyard_ceremony_wedding_photography_xxxxxxx_(494).json"
    ),
  ])
  func leavesOthersAlone(picture: String, sidecar: String) {
    #expect(relations([picture, sidecar]).isEmpty)
  }

  @Test(arguments: [
    "IMG_1-edited.JPG", "IMG_1-bearbeitet.JPG", "IMG_1-ha editado.JPG", "IMG_1-編集済み.JPG",
    "IMG_1-edi.JPG", "IMG_1-effects.jpg",
  ])
  func anEditedVersionBelongsToItsOriginal(edited: String) {
    #expect(
      relations(["IMG_1.JPG", "IMG_1.JPG.json", edited])
        == ["IMG_1.JPG": "IMG_1.JPG.json", edited: "edited of IMG_1.JPG"])
  }

  @Test func anEditedVersionHasTheNumberOfItsOriginal() {
    let found = relations([
      "IMG_1.JPG", "IMG_1.JPG.json", "IMG_1(1).JPG", "IMG_1.JPG(1).json", "IMG_1-edited(1).JPG",
      "IMG_1-edited(2).JPG",
    ])
    #expect(found["IMG_1-edited(1).JPG"] == "edited of IMG_1(1).JPG")
    // This may be a version of either; a sidecar is not invented for it.
    #expect(found["IMG_1-edited(2).JPG"] == nil)
  }

  @Test func anEditedVersionOfAHEICMayBeAJPEG() {
    let found = relations(["IMG_1-edited.jpg", "IMG_1.HEIC", "IMG_1.HEIC.json"])
    #expect(found["IMG_1-edited.jpg"] == "edited of IMG_1.HEIC")
  }

  @Test func anEditedVersionSharesTheSidecarWhereItsOriginalIsMissing() {
    #expect(
      relations(["IMG_1-edited.jpg", "IMG_1.HEIC.supplemental-metadata.json"])
        == ["IMG_1-edited.jpg": "IMG_1.HEIC.supplemental-metadata.json"])
  }

  @Test func whereTheWordIsCutAwayANumberTells() {
    let name = "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_P"
    let sidecar = "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_.json"
    let numbered = "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_(4).json"
    #expect(
      relations([
        "\(name).jpg", "\(name)(1).jpg", sidecar, "\(name)(4).jpg", numbered, "\(name)(5).jpg",
      ]) == [
        "\(name).jpg": sidecar, "\(name)(1).jpg": "edited of \(name).jpg",
        "\(name)(4).jpg": numbered, "\(name)(5).jpg": "edited of \(name)(4).jpg",
      ])
  }

  @Test func aNameThatOnlyLooksEditedKeepsItsOwnSidecar() {
    let found = relations([
      "IMG_1.JPG", "IMG_1.JPG.json", "IMG_1-edited.JPG", "IMG_1-edited.JPG.json",
      "IMG_1-2.JPG",
    ])
    #expect(found["IMG_1-edited.JPG"] == "IMG_1-edited.JPG.json")
    #expect(found["IMG_1-2.JPG"] == nil)
  }

  @Test(arguments: ["IMG_1.MP4", "IMG_1.mov", "IMG_1.MOV"])
  func theMovieOfALivePhotoHasNoSidecar(movie: String) {
    #expect(
      relations(["IMG_1.HEIC", "IMG_1.HEIC.json", movie])[movie] == "movie of IMG_1.HEIC")
  }

  @Test func aMovieWithItsOwnSidecarIsItsOwn() {
    let found = relations(["IMG_1.HEIC", "IMG_1.HEIC.json", "IMG_1.MOV", "IMG_1.MOV.json"])
    #expect(found["IMG_1.MOV"] == "IMG_1.MOV.json")
  }

  @Test func aMotionPictureHasItsMovieBesideIt() {
    let found = relations(["PXL_1.MP", "PXL_1.MP.jpg", "PXL_1.MP.jpg.supplemental-metadata.json"])
    #expect(found["PXL_1.MP"] == "movie of PXL_1.MP.jpg")
  }

  @Test func findsWhatTheSamplesWrite() {
    for title in [
      "a.jpg", "IMG_0001.HEIC", "PXL_20190101_000459983.LONG_EXPOSURE-02.ORIGINAL_0004.jpg",
      "😀😃😄😁😆😅😂🤣😊😇🙂🙃😉😌😍🥰😘😗😙😚0055.jpg", "Gänse, die größer sind als alle anderen der Gans.jpeg",
    ] {
      for number in 0...2 {
        for style in [TakeoutFileName.Style.plain, .supplemental] {
          let name = TakeoutFileName(title, number: number)
          #expect(
            relations([name.picture, name.sidecar(style)]) == [name.picture: name.sidecar(style)])
        }
      }
    }
  }

  @Test func namesThatAreNotUTF8AreBytes() {
    let name: [UInt8] = [0xFF, 0xFE, 0x41] + Array(".JPG".utf8)
    let found = withBuffers([name, name + Array(".json".utf8)][...], []) { TakeoutFileGroups($0) }
    #expect(found.sidecars == [1, -1])
  }

  /// A quadratic search would take far longer.
  @Test(.timeLimit(.minutes(5 * Sanitizer.slowness))) func aHundredThousandNamesAreNoTrouble() {
    var names: [String] = []
    for number in 1...50_000 { names += ["a(\(number)).jpg", "a.jpg(\(number)).json"] }
    #expect(relations(fast: names) == 50_000)
  }

  /// Returns the number of names with a sidecar; the buffers are in one block.
  private func relations(fast names: [String]) -> Int {
    let block = names.flatMap { Array($0.utf8) }
    return block.withUnsafeBytes { block in
      var start = 0
      let buffers = names.map { name in
        defer { start += name.utf8.count }
        return UnsafeRawBufferPointer(rebasing: block[start..<start + name.utf8.count])
      }
      return TakeoutFileGroups(buffers).sidecars.count { $0 >= 0 }
    }
  }

  private static let composed = "Caf\u{E9} \u{C5}\u{AC00}"
  private static let decomposed = "Cafe\u{301} A\u{30A}\u{1100}\u{1161}"

  @Test(
    arguments: [
      (["IMG_1.JPG", "IMG_1.jpg.json"], ["IMG_1.JPG": "IMG_1.jpg.json"]),
      (
        ["\(composed).jpg", "\(decomposed).jpg.supplemental-metadata.json"],
        ["\(composed).jpg": "\(decomposed).jpg.supplemental-metadata.json"]
      ),
      (
        ["\(decomposed).jpg", "\(composed).JPG.json", "\(decomposed)-edited.JPG"],
        [
          "\(decomposed).jpg": "\(composed).JPG.json",
          "\(decomposed)-edited.JPG": "edited of \(decomposed).jpg",
        ]
      ),
      (
        ["IMG_1.HEIC", "IMG_1.HEIC.json", "img_1.mp4", "Img_1-Edited.heic"],
        [
          "IMG_1.HEIC": "IMG_1.HEIC.json", "img_1.mp4": "movie of IMG_1.HEIC",
          "Img_1-Edited.heic": "edited of IMG_1.HEIC",
        ]
      ),
      (
        ["img_2.JPG", "IMG_2.jpg.json", "IMG_2-edited.jpg"],
        ["img_2.JPG": "IMG_2.jpg.json", "IMG_2-edited.jpg": "edited of img_2.JPG"]
      ),
      // The same name comes first, and what belongs to another file stays its own.
      (
        ["A.jpg", "a.jpg", "A.jpg.json", "a.jpg.json"],
        ["A.jpg": "A.jpg.json", "a.jpg": "a.jpg.json"]
      ),
      (["A.jpg", "a.jpg", "a.jpg.json"], ["a.jpg": "a.jpg.json"]),
      // An accent tells names apart.
      (["Cafe.jpg", "Caf\u{E9}.jpg.json"], [:]),
    ] as [([String], [String: String])])
  func equivalentNamesAreRelated(names: [String], expected: [String: String]) {
    #expect(relations(names) == expected)
  }

  /// A name that was cut at 46 units when it was composed, and is longer since.
  @Test func aCutNameIsFoundWhenItWasDecomposed() {
    let stem = String(repeating: "\u{E9}", count: 60)
    let cut = String(repeating: "e\u{301}", count: 46)
    #expect(relations(["\(stem).jpg", "\(cut).json"]) == ["\(stem).jpg": "\(cut).json"])
  }

  /// Each of a picture's files in another archive than the next.
  @Test(arguments: 0..<16) func filesOfSeveralArchivesAreRelated(places: Int) {
    let names = [
      "IMG_1.jpg", "IMG_1.jpg.supplemental-metadata.json", "IMG_1.MP4", "IMG_1-edited.jpg",
    ]
    let parts = [0, 1].map { part in names.indices.filter { places >> $0 & 1 == part } }
    withBuffers(names.map { Array($0.utf8) }[...], []) { buffers in
      let found = TakeoutFileGroups(buffers, folders: parts)
      #expect(found.sidecars == [1, -1, -1, -1])
      #expect(found.pictures == [-1, -1, 0, -1])
      #expect(found.originals == [-1, -1, -1, 0])
    }
  }

  @Test func whatIsInOneArchiveIsRelatedFirst() {
    let names = ["a.jpg", "a.jpg.json", "a.jpg", "a.jpg.json"]
    withBuffers(names.map { Array($0.utf8) }[...], []) { buffers in
      #expect(TakeoutFileGroups(buffers, folders: [[0, 1], [2, 3]]).sidecars == [1, -1, 3, -1])
    }
  }

  @Test func anEditedVersionAloneKeepsItsNumberedSidecar() {
    #expect(
      relations(["IMG_1-edited(1).jpg", "IMG_1(1).jpg.json"])
        == ["IMG_1-edited(1).jpg": "IMG_1(1).jpg.json"])
    #expect(
      relations(["IMG_1-edited.jpg", "IMG_1-edited.MP4", "IMG_1.jpg.json"])
        == [
          "IMG_1-edited.jpg": "IMG_1.jpg.json", "IMG_1-edited.MP4": "movie of IMG_1-edited.jpg",
        ])
  }

  /// Names that differ in case alone, of which none has a sidecar of exactly its name.
  @Test func manyNamesThatDifferInCaseAreNoTrouble() {
    let letters = Array("abcdefghijklm".utf8)
    let names = (0..<8192).flatMap { bits -> [[UInt8]] in
      let stem = letters.enumerated().map { place, letter in
        bits >> place & 1 == 1 ? letter & ~0x20 : letter
      }
      return [stem + Array(".jpg".utf8), stem + Array(".JPG.json".utf8)]
    }
    let clock = ContinuousClock()
    let memory = names.flatMap(\.self)
    let time = memory.withUnsafeBytes { bytes in
      var start = 0
      let buffers = names.map { name in
        defer { start += name.count }
        return UnsafeRawBufferPointer(rebasing: bytes[start..<start + name.count])
      }
      return clock.measure { _ = TakeoutFileGroups(buffers) }
    }
    #expect(time < .seconds(5))
  }
}
