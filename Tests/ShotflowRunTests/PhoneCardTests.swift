import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// A phone's card in New York: every file on the day that its owner would say.
@Suite struct PhoneCardTests {
  /// New Year's Eve at 23:50 in New York, 2021-01-01T04:50:00Z.
  private static let moment = CivilTime(2021, 1, 1, 4, 50, 0)

  private func picture(
    _ date: String? = nil, offset: String? = nil, software: String? = nil
  ) -> JPEGPicture {
    JPEGPicture(width: 16, height: 8) {
      guard let date else { return }
      $0.exif = EXIFBlock {
        $0.dateTimeOriginal = date
        $0.offsetTimeOriginal = offset
        $0.software = software
      }
    }
  }

  private func movie(_ metadata: [(key: String, value: String)] = []) -> QuickTimeMovie {
    QuickTimeMovie(width: 16, height: 8) {
      $0.created = Self.moment
      $0.metadata = metadata
    }
  }

  private func run(_ world: ProgramWorld, _ words: [String]) async throws -> ProgramResult {
    var program = world.program(words)
    program.environment["TZ"] = "America/New_York"
    return try await program.result()
  }

  @Test func itIsOrganisedByDaysAndReadBack() async throws {
    let world = try ProgramWorld()
    let eve: [(name: String, file: any SampleFile)] = [
      ("IMG_20201231_235000.jpg", picture("2020:12:31 23:50:00")),
      ("IMG_20201231_235001.jpg", picture("2020:12:31 23:50:01", offset: "-05:00")),
      ("VID_20201231_235000.mp4", movie()), ("IMG_0001.MOV", movie()),
      (
        "IMG_0002.MOV",
        movie([("com.apple.quicktime.creationdate", "2020-12-31T23:50:00-0500")])
      ),
      ("PXL_20210101_045000123.jpg", picture()), ("Screenshot_20201231-235000.png", png(1)),
      ("Screenshot_20201231-235001.png", png(2, modified: Self.moment)),
      ("Screen_Recording_20201231-235000.mp4", movie()),
      ("RPReplay_Final1609476600.mp4", movie()),
      ("IMG_20201231_235000-edited.jpg", picture("2020:12:31 23:50:00", software: "Editor 1.0")),
      (
        "GX010001.MP4",
        QuickTimeMovie(width: 16, height: 8) {
          $0.created = CivilTime(2020, 12, 31, 23, 50, 0)
          $0.metadata = [("com.apple.quicktime.make", "GoPro")]
        }
      ),
      ("TOKYO.jpg", picture("2020:12:31 08:00:00", offset: "+09:00")),
    ]
    for (name, file) in eve {
      try world.directory.write(
        file, to: "pictures/\(name)", modified: Date(timeIntervalSince1970: 1_700_000_000))
    }
    let found = try await run(world, ["find", "-l", world.library, "--taken", "2020-12-31"])
    #expect(try found.records().compactMap(\.filename).sorted() == eve.map(\.name).sorted())
    let days = try await run(
      world, ["find", "-l", world.library, "--template", "{localDate:%F}"])
    #expect(Set(days.lines) == ["2020-12-31"])
    let to = world.path("sorted")
    let organised = try await run(
      world, ["organise", world.library, "--copy", "--to", to, "--allow", "write"])
    #expect(organised.status == .exited(0), "\(organised.errorText)")
    #expect(world.names(in: "sorted/2020/12").sorted() == eve.map(\.name).sorted())
    let exported = try await run(
      world,
      ["export", "-l", to, "--to", world.path("out"), "--sidecar", "--allow", "write"])
    #expect(exported.status == .exited(0), "\(exported.errorText)")
    func dates(_ folder: String) async throws -> [String] {
      try await run(
        world, ["find", "-l", folder, "--template", "{filename} {creationDate} {localDate}"]
      ).lines.sorted()
    }
    #expect(try await dates(world.path("out")) == dates(world.library))
  }

  private func png(_ seed: UInt64, modified: CivilTime? = nil) -> PNGPicture {
    PNGPicture(width: 16, height: 8, seed: seed) { $0.modified = modified }
  }
}
