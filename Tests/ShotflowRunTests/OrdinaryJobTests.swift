import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// Ordinary jobs, each one line as a reader types it, in a home folder in which other programs left
/// files, too: copies of a messenger, sidecars, a PDF, and pictures that are empty or cut short.
@Suite struct OrdinaryJobTests {
  private let world: ProgramWorld

  init() async throws {
    world = try ProgramWorld()
    _ = try await world.run("sample", "home/Pictures")
    try photo("IMG_20190301_120001.jpg", 1, "2019:03:01 12:00:01", "Canon EOS 80D") {
      $0.xmp = XMPPacket([("xmp:Rating", "5")])
    }
    try photo("IMG_20190302_120002.jpg", 2, "2020:01:01 08:00:00", "Canon EOS 80D") { _ in }
    try photo("IMG_20190303_120003.jpg", 3, "2019:03:03 12:00:03", "Pixel 3") {
      $0.exif?.position = Position(latitude: 52.52, longitude: 13.4, altitude: 40)
    }
    for number in 1...3 {
      let movie = QuickTimeMovie(width: 640, height: 480, seed: UInt64(number)) {
        $0.mediaData += [UInt8](repeating: 7, count: number * 10_000)
      }
      try world.directory.write(movie, to: "home/Pictures/2019/VID_\(number).mov")
    }
    let received = "home/Pictures/2019/IMG_20190301_120001.jpg"
    try world.directory.write(
      try Data(world.directory.contents(of: received)), to: "home/Messenger/received.jpg")
    let long = Date(timeIntervalSinceNow: -90_000)
    let cut = try Data(world.directory.contents(of: "home/Pictures/Holiday/coast.jpg").prefix(4000))
    try world.directory.write(cut, to: "home/Pictures/broken.jpg", modified: long)
    for (name, text) in [
      ("empty.png", ""), ("taxes.pdf", "%PDF-1.4"), ("Thumbs.db", "x"), ("desktop.ini", "[x]"),
      ("2019/IMG_20190302_120002.jpg_original", "old"), ("@eaDir/beach.jpg", "small"),
      ("2019/IMG_20190303_120003.jpg.xmp", "<x:xmpmeta xmlns:x='adobe:ns:meta/'/>"),
    ] {
      try world.directory.write(Data(text.utf8), to: "home/Pictures/\(name)", modified: long)
    }
  }

  private func photo(
    _ name: String, _ seed: UInt64, _ date: String, _ camera: String,
    _ change: (inout JPEGPicture) -> Void
  ) throws {
    let picture = JPEGPicture(width: 60, height: 40, seed: seed) {
      $0.exif = EXIFBlock {
        $0.model = camera
        $0.dateTimeOriginal = date
      }
      change(&$0)
    }
    try world.directory.write(picture, to: "home/Pictures/2019/\(name)")
  }

  private func files(in folder: String) throws -> [String] {
    let all = try FileManager.default.subpathsOfDirectory(atPath: world.path("home/\(folder)"))
    return all.filter { $0.contains(".") && !$0.hasSuffix("/") }.sorted()
  }

  /// Lines that print records, with the names that these have, in order where the line says so.
  @Test(arguments: [
    (
      "shotflow find --near 52.52,13.40,5km --taken 2019-01..2020-12",
      ["IMG_20190303_120003.jpg"]
    ),
    ("shotflow find --videos --sort -fileSize --limit 2", ["VID_3.mov", "VID_2.mov"]),
    ("shotflow damaged", ["broken.jpg", "empty.png"]),
    ("shotflow duplicates", ["cake (copy).jpg"]),
    (
      "shotflow duplicates ~/Pictures ~/Messenger --keep-in ~/Pictures/2019",
      ["cake (copy).jpg", "received.jpg"]
    ),
    ("shotflow find --rating 5", ["IMG_20190301_120001.jpg"]),
    (
      "shotflow find --camera-model 'Canon*' --location absent --taken 2020",
      ["IMG_20190302_120002.jpg"]
    ),
    (
      "find ~/Pictures -print0 | shotflow find -0 - --camera-model 'Pixel 3'",
      ["IMG_20190303_120003.jpg"]
    ),
    ("shotflow find --filename '*20190302*' --taken 2019-03-02", []),
    ("shotflow find --album Holiday --live-photos", ["IMG_0008.HEIC"]),
  ])
  func picturesAreFound(line: String, names: [String]) async throws {
    let found = try await world.type(line).records().compactMap(\.filename)
    #expect(line.contains("--sort") ? found == names : found.sorted() == names, "\(line): \(found)")
  }

  @Test func screenshotsOfTheLastWeekAreFound() async throws {
    for line in [
      "shotflow find --screenshots --within 7d",
      "find ~/Pictures -print0 | shotflow find -0 - --screenshots",
    ] {
      let found = try await world.type(line).records().compactMap(\.filename)
      #expect(found.count == 2 && found.allSatisfy { $0.hasPrefix("Screenshot") }, "\(line)")
    }
  }

  @Test func duplicatesGoAwayAndComeBack() async throws {
    let before = try files(in: "Pictures")
    let moved = try await world.type("shotflow duplicates --move-to ~/Doubles")
    #expect(try files(in: "Doubles") == ["cake (copy).jpg"])
    #expect(moved.errorText.contains("undo with: shotflow undo"), "\(moved.errorText)")
    _ = try await world.type("shotflow undo")
    #expect(try files(in: "Pictures") == before)
  }

  @Test func everythingIsCopiedByMonth() async throws {
    let copied = try await world.type("shotflow organise --to ~/Sorted --copy")
    let sorted = try files(in: "Sorted")
    #expect(sorted.contains("2019/03/IMG_20190301_120001.jpg"))
    #expect(sorted.contains("2020/01/IMG_20190302_120002.jpg"))
    #expect(!sorted.contains { $0.hasSuffix(".pdf") || $0.hasSuffix(".db") })
    #expect(copied.errorText.contains("to ~/Sorted"), "\(copied.errorText)")
  }

  @Test func aContactSheetIsMade() async throws {
    _ = try await world.type("shotflow sheet --album Holiday --to ~/sheet")
    let page = try String(
      decoding: world.directory.contents(of: "home/sheet/index.html"), as: UTF8.self)
    #expect(page.contains("beach.jpg") && !page.contains("cake.jpg"))
  }

  @Test(.needs(.program("exiftool"))) func smallCopiesHaveNoPlace() async throws {
    _ = try await world.type(
      "shotflow export --in 2019 --photos --to ~/Web --size 30 --strip-location")
    #expect(try files(in: "Web").count == 3)
    let tags = try await world.type(
      "exiftool -ee -G1 '-*gps*' '-*location*' Web | grep -v '=== \\|read$\\|scanned$' || :")
    #expect(tags.text == "")
  }

  @Test func namesThatDisagreeWithTheDateAreFound() async throws {
    let rule = """
      return pipeline {
        source {},
        filter(function(a)
          local y, m, d = (a.filename or ""):match("(20%d%d)(%d%d)(%d%d)")
          return y and a.localDate and a.localDate:sub(1, 10) ~= y .. "-" .. m .. "-" .. d
        end),
      }
      """
    try world.directory.write(rule, to: "home/disagree.lua")
    let found = try await world.type("shotflow disagree.lua -l Pictures").records().compactMap(
      \.filename)
    #expect(found == ["IMG_20190302_120002.jpg"])
  }

  @Test func renamingIsTriedAndNothingIsRenamed() async throws {
    let before = try files(in: "Pictures")
    let trial = try await world.type(
      "shotflow rename --in 2019 --to '{localDate:%Y-%m-%d_%H%M%S}' --dry-run")
    #expect(trial.errorText.contains("2020-01-01_080000.jpg"), "\(trial.errorText)")
    #expect(try files(in: "Pictures") == before)
  }

  @Test func camerasAreCounted() async throws {
    let counted = try await world.type("shotflow find --count-by cameraModel --format csv")
    #expect(counted.lines.first?.hasPrefix("count,key") ?? false)
    #expect(counted.text.contains("\r\n2,Canon EOS 80D,"), "\(counted.text)")
  }

  @Test func onePictureIsShown() async throws {
    let shown = try await world.type("shotflow show --all Pictures/2019/IMG_20190301_120001.jpg")
    #expect(shown.lines.contains { $0.hasPrefix("  rating ") && $0.hasSuffix(" 5") })
  }

  @Test func screenshotsAreUploaded() async throws {
    let server = try await WebhookServer(in: world.directory.path)
    _ = try await world.type(
      "shotflow upload --screenshots --url http://127.0.0.1:\(server.port)/200/")
    #expect(try server.requests.map(\.method) == ["PUT", "PUT"])
  }

  @Test func newScreenshotsAreCopied() async throws {
    try world.directory.write(
      "return pipeline { wants = { write = 'to copy them' }, source { album = 'smartAlbumScreenshots' }, copy { to = '\(world.path("home"))/Shots/' } }",
      to: "home/shots.lua")
    let watch = try await world.program(
      ["watch", "home/shots.lua", "home/Pictures", "--allow", "write"]
    ).startWatching()
    try world.picture("Screenshot from 2026-01-01 10-00-00.png", seed: 9, in: "home/Pictures")
    #expect(await watch.printed("Screenshot from 2026-01-01 10-00-00.png"))
    #expect(await watch.end(by: SIGINT).status == .exited(0))
    #expect(try files(in: "Shots").count == 1)
  }

  @Test func picturesGoIntoAnArchive() async throws {
    let tar =
      "shotflow find --album Holiday --format paths0 | tar -c --null -T - -f h.tar 2> /dev/null"
    _ = try await world.type(tar)
    let names = try await world.type("tar -tf h.tar")
    #expect(names.lines.contains { $0.hasSuffix("Holiday/beach.jpg") }, "\(names.text)")
  }
}
