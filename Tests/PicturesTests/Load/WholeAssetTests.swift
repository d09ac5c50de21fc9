import AssetSupport
import Foundation
import PipelineSupport
import Samples
import TestSupport
import Testing

@testable import Assets
@testable import Engine
@testable import Pictures

/// An asset of several files is loaded as all of them, under one name, or not at all.
@Suite struct WholeAssetTests {
  private let folder: TemporaryDirectory
  private let out: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    out = try TemporaryDirectory()
  }

  /// Writes a live photo: a picture and a movie that carry one identifier.
  private func writeLive(
    _ stem: String = "IMG_1", _ identifier: String = "ABC-1", picture: String = "JPG",
    movie: String = "MOV"
  ) throws {
    try folder.write(
      JPEGPicture(width: 64, height: 48) {
        $0.exif = EXIFBlock {
          $0.make = "Apple"
          $0.makerNote = .apple(contentIdentifier: identifier, burstIdentifier: nil)
        }
        $0.comment = Array(stem.utf8)
      }, to: "\(stem).\(picture)")
    try folder.write(
      QuickTimeMovie(width: 64, height: 48) {
        $0.setApple(contentIdentifier: identifier, creationDate: "2015-09-27T23:29:28+0200")
      }, to: "\(stem).\(movie)")
  }

  private func run(
    _ load: ArgumentValue, filter: ArgumentValue = [:],
    _ change: (inout Scenario) -> Void = { _ in }
  ) throws -> Scenario.Outcome {
    var scenario = Scenario(
      [
        StageCall("source", ["everything": true]), StageCall("filter", filter),
        StageCall("load", load),
      ],
      library: folder.path)
    scenario.outputFolder = out.path
    change(&scenario)
    return try scenario.run()
  }

  private var written: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: out.path).sorted() }
  }

  /// Returns the files in a record: the kind and the name of each.
  private func resources(_ outcome: Scenario.Outcome) throws -> [[String]] {
    try outcome.records.map { record in
      let file = record["file"] as? [String: Any]
      let all = file?["resources"] as? [[String: Any]] ?? []
      return all.map { resource in
        let name = ((resource["path"] as? String ?? "") as NSString).lastPathComponent
        return "\(resource["type"] ?? "") \(name)"
      }
    }
  }

  @Test(arguments: ["copy", "hardLink"])
  func aLivePhotoBecomesBothFiles(_ transfer: String) throws {
    try writeLive()
    let outcome = try run(["file": .text(transfer)])
    #expect(try outcome.names == ["IMG_1.JPG"])
    #expect(try resources(outcome) == [["photo IMG_1.JPG", "pairedVideo IMG_1.MOV"]])
    let file = try #require(try outcome.records.first?["file"] as? [String: Any])
    #expect(file["path"] as? String == out.path("IMG_1.JPG"))
    #expect(file["origin"] as? String == transfer)
    for name in ["IMG_1.JPG", "IMG_1.MOV"] {
      #expect(try out.contents(of: name) == folder.contents(of: name))
    }
    // The same again makes no second pair.
    _ = try run(["file": .text(transfer)])
    #expect(try written == ["IMG_1.JPG", "IMG_1.MOV"])
  }

  @Test func aReferenceTellsWhereBothAre() throws {
    try writeLive()
    let outcome = try run(["file": "reference"])
    #expect(try resources(outcome) == [["photo IMG_1.JPG", "pairedVideo IMG_1.MOV"]])
    #expect(try written.isEmpty)
  }

  /// Whichever of the two names is taken, both get the number.
  @Test(arguments: ["copy", "hardLink"], ["IMG_1.JPG", "IMG_1.MOV"])
  func bothFilesShareTheirNumber(_ transfer: String, _ taken: String) throws {
    try writeLive()
    try out.write("mine", to: taken)
    _ = try run(["file": .text(transfer)])
    #expect(try written == ["IMG_1 2.JPG", "IMG_1 2.MOV", taken])
    #expect(try out.text(of: taken) == "mine")
  }

  /// A pair that a kill left without its second name is completed.
  @Test func halfAPairIsCompleted() throws {
    try writeLive()
    try out.write(folder.contents(of: "IMG_1.MOV"), to: "IMG_1.MOV")
    _ = try run(["file": "copy"])
    #expect(try written == ["IMG_1.JPG", "IMG_1.MOV"])
  }

  @Test func endingsThatAreOneNameStayApart() throws {
    let name = OutputName(
      Array("a.jpg".utf8), for: [Array("x.jpg".utf8), Array("y.JPG".utf8), Array("z".utf8)])
    let names = (0...2).map { String(decoding: name.bytes(3, of: $0), as: UTF8.self) }
    #expect(names == ["a 3.jpg", "a 3-2.JPG", "a 3"])
  }

  @Test func namesThatAreTooLongAreCutAlike() throws {
    let stem = String(repeating: "x", count: 300)
    let name = OutputName(
      Array("\(stem).jpg".utf8), for: [Array("x.jpg".utf8), Array("x.quicktime".utf8)])
    let names = (0...1).map { String(decoding: name.bytes(2, of: $0), as: UTF8.self) }
    #expect(names[0].dropLast(4) == names[1].dropLast(10))
    #expect(names[1].utf8.count == 255)
  }

  @Test(arguments: ["copy", "hardLink"])
  func aMovieThatIsCutShortCostsBoth(_ transfer: String) throws {
    try writeLive()
    let movie = try folder.contents(of: "IMG_1.MOV")
    // Its header is whole, so that it still is the movie of the photo.
    try folder.write(movie + [0, 0, 1, 0] + Array("mdat".utf8), to: "IMG_1.MOV")
    try folder.setModified(Date(timeIntervalSinceNow: -60), of: "IMG_1.MOV")
    let outcome = try run(["file": .text(transfer)])
    #expect(outcome.reasons.count == 1)
    #expect(outcome.reasons.first?.contains("IMG_1.MOV: the file is cut short") == true)
    #expect(try written.isEmpty)
  }

  /// A copy that is broken off in the middle of the movie leaves no picture behind.
  @Test func whatIsBrokenOffLeavesNothing() throws {
    try writeLive()
    let target = try OutputFolder(out.path)
    let files = try ["IMG_1.JPG", "IMG_1.MOV"].map { name in
      let path = folder.path(name)
      let file = try path.withCString { try OpenFile(directory: AT_FDCWD, name: $0) }
      return OutgoingFile(file: file, path: Array(path.utf8))
    }
    var seen: Int64 = 0
    let name = OutputName(Array("IMG_1.JPG".utf8), for: ["a.JPG", "a.MOV"].map { Array($0.utf8) })
    #expect(throws: FileProblem.self) {
      try target.copy(files, as: name) { count in
        seen += count
        return seen <= files[0].file.status.size
      }
    }
    #expect(seen > files[0].file.status.size)
    #expect(try written.isEmpty)
  }

  @Test func recordsOfARunBringBothFiles() throws {
    try writeLive()
    var first = Scenario([StageCall("source", ["everything": true])], library: folder.path)
    first.lanes = 1
    var second = Scenario(
      [StageCall("source", ["stdin": true]), StageCall("load", ["file": "copy"])])
    second.input = try first.run().bytes
    second.outputFolder = out.path
    #expect(try resources(second.run()) == [["photo IMG_1.JPG", "pairedVideo IMG_1.MOV"]])
    #expect(try written == ["IMG_1.JPG", "IMG_1.MOV"])
  }

  @Test func aMovieThatARecordNamesAndThatIsGoneCostsThePicture() throws {
    try writeLive()
    var second = Scenario(
      [StageCall("source", ["stdin": true]), StageCall("load", ["file": "copy"])])
    second.input = try Scenario([StageCall("source", ["everything": true])], library: folder.path)
      .run().bytes
    second.outputFolder = out.path
    try FileManager.default.removeItem(atPath: folder.path("IMG_1.MOV"))
    let outcome = try second.run()
    #expect(outcome.reasons == ["\(folder.path("IMG_1.MOV")): no such file or folder"])
    #expect(try written.isEmpty)
  }

  @Test func aRAWAndAJPEGOfAFolderStayTwoAssets() throws {
    try folder.write(JPEGPicture(width: 64, height: 48), to: "DSC_1.JPG")
    try folder.write(RawPicture(.nef, width: 64, height: 48), to: "DSC_1.NEF")
    let outcome = try run(["file": "copy"])
    #expect(try outcome.texts("filename") == ["DSC_1.JPG", "DSC_1.NEF"])
    #expect(try resources(outcome) == [[], []])
    #expect(try written == ["DSC_1.JPG", "DSC_1.NEF"])
  }

  @Test(arguments: [false, true])
  func aBurstComesByItsRepresentativeOrWhole(_ isWhole: Bool) throws {
    let names = [
      "00000IMG_00000_BURST20150927120000123_COVER.jpg",
      "00001IMG_00001_BURST20150927120000123.jpg",
    ]
    for (place, name) in names.enumerated() {
      try folder.write(JPEGPicture(width: 64, height: 48, seed: UInt64(place)), to: name)
    }
    var scenario = Scenario(
      [
        StageCall("source", ["includeAllBurstAssets": .flag(isWhole)]),
        StageCall("load", ["file": "copy"]),
      ], library: folder.path)
    scenario.outputFolder = out.path
    _ = try scenario.run()
    #expect(try written == (isWhole ? names : [names[0]]))
  }

  @Test func aLivePhotoConformsToItsType() throws {
    try writeLive()
    try folder.write(JPEGPicture(width: 64, height: 48), to: "still.jpg")
    func names(_ filter: ArgumentValue) throws -> [String] {
      try Scenario(
        [StageCall("source", ["everything": true]), StageCall("filter", filter)],
        library: folder.path
      ).run().texts("filename")
    }
    let live = "com.apple.live-photo"
    #expect(try names(["uniformTypeIdentifier": .text(live)]) == ["IMG_1.JPG"])
    #expect(try names(["none": ["uniformTypeIdentifier": .text(live)]]) == ["still.jpg"])
    #expect(
      try names(["uniformTypeIdentifier": .list([.text(live), "public.png"])]) == ["IMG_1.JPG"])
    #expect(try names(["uniformTypeIdentifier": "public.jpeg"]) == ["IMG_1.JPG", "still.jpg"])
    let record = try #require(try run(["file": "reference"]).records.first)
    #expect(record["uniformTypeIdentifier"] as? String == "public.jpeg")
  }

  @Test func holesAreKept() throws {
    let size = 64 << 20
    let path = try folder.write([1, 2, 3], to: "big.bin")
    try #require(truncate(path, off_t(size)) == 0)
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try file.seek(toOffset: UInt64(32 << 20))
    try file.write(contentsOf: Data([9, 8, 7]))
    try file.close()
    #expect(try run(["file": "copy"]).reasons.isEmpty)
    #expect(try out.contents(of: "big.bin") == folder.contents(of: "big.bin"))
    var status = stat()
    try #require(stat(out.path("big.bin"), &status) == 0)
    #expect(status.st_blocks * 512 < size / 2)
  }
}
