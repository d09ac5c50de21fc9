import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// Smaller pictures of raw files whose pictures inside are too small, beside the camera's JPEG.
@Suite struct RawPairExportTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    for (picture, raw, kind) in [
      ("IMG_1.JPG", "IMG_1.CR2", RawPicture.Kind.cr2),
      ("PXL_1.RAW-01.COVER.jpg", "PXL_1.RAW-02.ORIGINAL.dng", .dng),
    ] {
      // What each says of the shot differs, so that their pictures are other files.
      try world.directory.write(
        JPEGPicture(width: 640, height: 480, seed: 3) {
          $0.exif = EXIFBlock { $0.make = "Maker of \(picture)" }
        }, to: "pictures/\(picture)")
      try world.directory.write(RawPicture(kind, width: 640, height: 480), to: "pictures/\(raw)")
    }
  }

  private func export(_ words: String...) async throws -> ProgramResult {
    try await world.program(
      [
        "export", "-l", world.library, "--to", world.path("out"), "--size", "300", "--as", "jpeg",
        "--allow", "write",
      ] + words
    ).result()
  }

  private func written() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: world.path("out")).sorted()
  }

  @Test(arguments: [["--sort", "filename"], ["--sort", "-filename"]])
  func bothAreWrittenAsOnePicture(order: [String]) async throws {
    let result = try await world.program(
      [
        "export", "-l", world.library, "--to", world.path("out"), "--size", "300", "--as", "jpeg",
        "--allow", "write",
      ] + order
    ).result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(try written() == ["IMG_1.jpg", "PXL_1.RAW-01.COVER.jpg"])
    #expect(try result.records().count == 2)
    #expect(
      result.errorText.contains("2 raw files and the pictures beside them as one picture each"),
      "\(result.errorText)")
    #expect(!result.errorText.contains("in place"), "\(result.errorText)")
  }

  @Test func aRawFileAloneGivesThePictureBesideIt() async throws {
    let result = try await export("--is-raw")
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(try written() == ["IMG_1.jpg", "PXL_1.RAW-01.COVER.jpg"])
    #expect(!result.errorText.contains("one picture"), "\(result.errorText)")
  }

  @Test func aRecordOfARawFileGivesThePictureBesideIt() async throws {
    let found = try await world.run("find", "-l", world.library, "--is-raw").text
    let result = try await world.run(
      "export", "-", "--to", world.path("out"), "--size", "300", "--as", "jpeg", input: found)
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(try written() == ["IMG_1.jpg", "PXL_1.RAW-01.COVER.jpg"])
  }

  @Test func aSecondRunWritesNothing() async throws {
    _ = try await export()
    let again = try await export()
    #expect(again.errorText.contains("2 files were in place"), "\(again.errorText)")
    #expect(try written().count == 2)
  }

  @Test func originalsAreTwoFiles() async throws {
    let result = try await world.program([
      "export", "-l", world.library, "--to", world.path("out"), "--allow", "write",
    ]).result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(try written().count == 4)
  }
}
