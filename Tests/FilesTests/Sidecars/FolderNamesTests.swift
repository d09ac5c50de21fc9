import Foundation
import TestSupport
import Testing

@testable import Files

@Suite struct FolderNamesTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func names(_ names: String...) throws -> FolderNames {
    for name in names { try folder.write("x", to: name) }
    return FolderNames(
      in: try folder.path.withCString { try DirectoryHandle(directory: AT_FDCWD, name: $0) })
  }

  private func companions(of name: String, in names: FolderNames) -> [String] {
    names.companions(of: Array(name.utf8)).map { String(decoding: $0.name, as: UTF8.self) }.sorted()
  }

  @Test func editsOfOtherProgramsBelongToTheirPicture() throws {
    let names = try names(
      "IMG_1.JPG", "IMG_1.JPG.xmp", "IMG_1_01.JPG.xmp", "IMG_1.jpg.pp3", "IMG_1.on1", "img_1.aae",
      "IMG_1.JPG.dop", "IMG_1.txt", "IMG_11.aae", "IMG_1_2.JPG.xmp", "IMG_1_02.JPG",
      "IMG_1_02.JPG.xmp")
    #expect(
      companions(of: "IMG_1.JPG", in: names) == [
        "IMG_1.JPG.dop", "IMG_1.JPG.xmp", "IMG_1.jpg.pp3", "IMG_1.on1", "IMG_1_01.JPG.xmp",
        "img_1.aae",
      ])
    #expect(companions(of: "IMG_1_02.JPG", in: names) == ["IMG_1_02.JPG.xmp"])
  }

  @Test func whatCamerasWriteBelongsToItsMovie() throws {
    let names = try names(
      "GX010001.MP4", "GX010001.THM", "GL010001.LRV", "GL010002.LRV", "DJI_2.MP4", "DJI_2.SRT",
      "DJI_2.LRF", "DJI_2.WAV")
    #expect(companions(of: "GX010001.MP4", in: names) == ["GL010001.LRV", "GX010001.THM"])
    #expect(companions(of: "DJI_2.MP4", in: names) == ["DJI_2.LRF", "DJI_2.SRT", "DJI_2.WAV"])
  }

  @Test func appleNumbersItsEdits() throws {
    let names = try names(
      "IMG_0001.HEIC", "IMG_0001.AAE", "IMG_O0001.AAE", "IMG_E0001.HEIC", "IMG_E0001.MOV",
      "IMG_O0002.AAE", "IMG_E0001.txt")
    #expect(companions(of: "IMG_0001.HEIC", in: names) == ["IMG_0001.AAE", "IMG_O0001.AAE"])
    #expect(
      names.appleEdits(of: Array("IMG_0001.HEIC".utf8)).map { String(decoding: $0, as: UTF8.self) }
        == ["IMG_E0001.HEIC", "IMG_E0001.MOV"])
  }

  @Test func aNumberOfWindowsBelongsToTheOriginal() throws {
    let names = try names(
      "IMG_0001 (1).JPG", "IMG_E0001 (1).JPG", "IMG_0001 (1).AAE", "IMG_O0001 (1).AAE",
      "IMG_O0001.AAE")
    #expect(
      companions(of: "IMG_0001 (1).JPG", in: names) == ["IMG_0001 (1).AAE", "IMG_O0001 (1).AAE"])
    #expect(names.appleEdits(of: Array("IMG_0001 (1).JPG".utf8)).count == 1)
  }

  @Test func namesOfShotflowAreKnownAgain() throws {
    let names = try names(
      "x.JPG", "x_E.JPG", "x_O.AAE", "Road.JPG", "Road_E.JPG", "Road_O.JPG", "Road_E.xmp")
    #expect(companions(of: "x.JPG", in: names) == ["x_O.AAE"])
    #expect(names.appleEdits(of: Array("x.JPG".utf8)) == [Array("x_E.JPG".utf8)])
    // Nothing shows that Apple's editor made these.
    #expect(companions(of: "Road.JPG", in: names) == [])
    #expect(names.appleEdits(of: Array("Road.JPG".utf8)) == [])
  }

  @Test func notesThatNameMoreThanTheirOwnerBelongToIt() throws {
    let names = try names(
      "C0001.MP4", "C0001M01.XML", "C0001.XML", "IMG_1.JPG", "IMG_1.JPG.out.pp3", "IMG_1.out.pp3")
    #expect(companions(of: "C0001.MP4", in: names) == ["C0001M01.XML"])
    let found = names.companions(of: Array("IMG_1.JPG".utf8))
    #expect(
      found.map(\.ending).map { String(decoding: $0, as: UTF8.self) } == [".out.pp3", ".out.pp3"])
  }

  @Test func lensesOfInsta360ShareAProxy() throws {
    let names = try names(
      "VID_20231207_112233_00_001.mp4", "LRV_20231207_112233_01_001.lrv",
      "VID_20231207_112233_002.mp4", "LRV_20231207_112233_002.lrv",
      "LRV_20231207_112234_01_001.lrv")
    #expect(
      companions(of: "VID_20231207_112233_00_001.mp4", in: names)
        == ["LRV_20231207_112233_01_001.lrv"])
    #expect(
      companions(of: "VID_20231207_112233_002.mp4", in: names) == ["LRV_20231207_112233_002.lrv"])
  }

  @Test(arguments: ["a.xcf", "a.afphoto", "a"])
  func aFileOfAnUnknownKindOwnsNothing(_ other: String) throws {
    let names = try names("a.jpg", "a.aae", other)
    #expect(names.companions(of: Array("a.jpg".utf8)).map(\.others) == [[]])
    #expect(names.namesakes(of: Array("a.jpg".utf8)) == [])
  }

  @Test func aCompanionOfTwoPicturesNamesTheOther() throws {
    let names = try names("a.jpg", "a.dng", "a.aae", "a.jpg.xmp")
    let found = names.companions(of: Array("a.jpg".utf8))
    #expect(found.map(\.others) == [[], [Array("a.dng".utf8)]])
    #expect(names.namesakes(of: Array("a.dng".utf8)) == [Array("a.jpg".utf8)])
  }

  @Test(arguments: [
    ("PXL_1.RAW-01.COVER.jpg", "PXL_1.RAW-02.ORIGINAL.dng"),
    ("PXL_1.RAW-02.ORIGINAL.dng", "PXL_1.RAW-01.COVER.jpg"),
    ("PXL_2.RAW-02.ORIGINAL.dng", "PXL_2.RAW-01.MP.COVER.jpg"),
  ])
  func aPixelsRawPictureIsANamesakeOfItsJPEG(_ name: String, _ other: String) throws {
    let names = try names(
      "PXL_1.RAW-01.COVER.jpg", "PXL_1.RAW-02.ORIGINAL.dng", "PXL_2.RAW-01.MP.COVER.jpg",
      "PXL_2.RAW-02.ORIGINAL.dng", "PXL_1.jpg", "PXL_1.RAW-02.ORIGINAL.xmp")
    #expect(names.namesakes(of: Array(name.utf8)) == [Array(other.utf8)])
  }

  @Test func namesThatDifferInCaseAreTwoPictures() throws {
    let names = try names("a.jpg", "a.JPG", "a.JPG.pp3", "a.jpg.pp3")
    #expect(companions(of: "a.jpg", in: names) == ["a.jpg.pp3"])
    #expect(companions(of: "a.JPG", in: names) == ["a.JPG.pp3"])
  }

  @Test func theTableInTheDocumentsIsWhole() throws {
    let text = try Checkout.text(of: "docs/acting.md")
    for kind in CompanionKind.all {
      for word in "\(kind.extensions)".split(separator: " ") {
        #expect(text.contains("`\(word)`"), "\(word)")
      }
    }
  }
}
