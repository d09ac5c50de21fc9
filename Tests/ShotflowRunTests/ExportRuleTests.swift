import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// `rules/export.lua`: what is written, what it says of the shot, and what it must not say.
@Suite struct ExportRuleTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.directory.write(Self.photo, to: "pictures/Trip/shot.jpg")
  }

  /// A picture that lies on its side, with a place in everything that has one.
  private static let photo = JPEGPicture(width: 640, height: 480, seed: 4) {
    $0.exif = EXIFBlock {
      $0.make = "Canon"
      $0.model = "R5"
      $0.orientation = 6
      $0.dateTimeOriginal = "2019:07:01 12:00:00"
      $0.offsetTimeOriginal = "+02:00"
      $0.position = Position(latitude: 54.18, longitude: 7.88, altitude: 12)
      $0.makerNote = .raw(Array("a place of the maker's".utf8))
      $0.thumbnail = JPEGPicture(width: 160, height: 120, seed: 4).encoded()
    }
    $0.xmp = XMPPacket([
      ("photoshop:City", "Helgoland"), ("exif:GPSLatitude", "54,10.8N"),
      ("exif:GPSLongitude", "7,52.8E"),
    ])
    let texts = IPTCBlock(isUTF8: true) {
      $0.add(25, "sun")
      $0.add(25, "Größe")
      $0.add(90, "Helgoland")
      $0.add(92, "Unterland")
    }
    $0.segments = [texts.segment]
    $0.trailer = Array("a movie with a place".utf8)
  }

  private func run(_ further: String..., to folder: String = "to") async throws -> ProgramResult {
    try await run(further, to: folder)
  }

  private func run(_ further: [String], to folder: String = "to") async throws -> ProgramResult {
    try await world.program(
      [
        "run", ProgramWorld.exportRule, "-l", world.library, "--to", world.path(folder), "--allow",
        "write",
      ] + further
    ).result()
  }

  @Test func anEmptyFileBecomesNoPicture() async throws {
    try world.directory.write("", to: "pictures/empty.png")
    try world.directory.setModified(Date(timeIntervalSince1970: 1e9), of: "pictures/empty.png")
    let result = try await run("--as", "jpeg")
    #expect(result.status == .exited(3))
    #expect(result.errorText.contains("empty.png: the file is empty"), "\(result.errorText)")
    #expect(world.names(in: "to") == ["shot.jpg"])
  }

  private struct Fact: Decodable, Equatable {
    var filename: String
    var pixelWidth: Int?
    var pixelHeight: Int?
    var orientation: Int?
    var uniformTypeIdentifier: String?
    var creationDate: String?
    var cameraModel: String?
    var keywords: [String]?
    var location: Place?

    struct Place: Decodable, Equatable {
      let latitude: Double
    }
  }

  /// Returns the facts that the tool itself reads of the files in a folder.
  private func facts(in folder: String = "to") async throws -> [Fact] {
    try await world.run(
      "find", "-l", world.path(folder), "--format", "ndjson", "--fields",
      "filename,pixelWidth,pixelHeight,orientation,uniformTypeIdentifier,creationDate,cameraModel,"
        + "keywords,location"
    ).decodedLines()
  }

  private func places(in folder: String = "to") async throws -> [Substring] {
    try await RunProgram(
      "/usr/bin/env",
      ["exiftool", "-q", "-r", "-ee", "-G1", "-*gps*", "-*location*", world.path(folder)]
    ).result().text.split(separator: "\n").filter { !$0.hasPrefix("========") }
  }

  @Test func listsWithoutAPlace() async throws {
    let result = try await world.run("run", ProgramWorld.exportRule, "-l", world.library)
    #expect(result.status == .exited(0))
    #expect(result.text.contains("shot.jpg"))
    #expect(world.names(in: "pictures/Trip") == ["shot.jpg"])
  }

  @Test func originalsAreCopiedAsTheyAre() async throws {
    try world.livePhoto("IMG_1")
    let result = try await run()
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(world.names(in: "to").sorted() == ["IMG_1.JPG", "IMG_1.MOV", "shot.jpg"])
    #expect(try world.directory.contents(of: "to/shot.jpg") == Self.photo.encoded())
  }

  @Test(arguments: [("jpeg", "jpg", "public.jpeg"), ("png", "png", "public.png")])
  func smallerPicturesKeepWhatIsKnown(format: String, ending: String, type: String) async throws {
    let result = try await run("--size", "100", "--as", format)
    #expect(result.status == .exited(0), "\(result.errorText)")
    let made = try await facts()
    #expect(
      made == [
        Fact(
          filename: "shot.\(ending)", pixelWidth: 75, pixelHeight: 100, orientation: 1,
          uniformTypeIdentifier: type, creationDate: "2019-07-01T10:00:00.000Z",
          cameraModel: "R5", keywords: ["sun", "Größe"], location: made.first?.location)
      ])
    #expect(abs((made.first?.location?.latitude ?? 0) - 54.18) < 0.0001)
  }

  @Test func aWebPKeepsTheSame() async throws {
    let result = try await run("--as", "webp", "--strip-location")
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(
      try await facts() == [
        Fact(
          filename: "shot.webp", pixelWidth: 480, pixelHeight: 640, orientation: 1,
          uniformTypeIdentifier: "org.webmproject.webp",
          creationDate: "2019-07-01T10:00:00.000Z", cameraModel: "R5",
          keywords: ["sun", "Größe"], location: nil)
      ])
  }

  @Test(arguments: [[], ["--size", "100"], ["--as", "png"]])
  func thePlaceIsGone(further: [String]) async throws {
    try world.directory.write(
      XMPPacket([("exif:GPSLatitude", "54,10.8N"), ("exif:GPSLongitude", "7,52.8E")]),
      to: "pictures/Trip/shot.jpg.xmp")
    let result = try await run(["--strip-location", "--sidecar"] + further)
    #expect(result.status == .exited(0), "\(result.errorText)")
    let made = try #require(try await facts().first)
    #expect(made.location == nil)
    #expect(made.creationDate == "2019-07-01T10:00:00.000Z")
    #expect(made.cameraModel == "R5")
    #expect(made.keywords == ["sun", "Größe"])
    let names = world.names(in: "to")
    #expect(names.count == 2)
    for name in names {
      let text = String(decoding: try world.directory.contents(of: "to/\(name)"), as: UTF8.self)
      for word in ["GPS", "Helgoland", "Unterland", "the maker's", "a movie", "Trip"] {
        #expect(!text.contains(word), "\(name) has \(word)")
      }
    }
  }

  @Test(.needs(.program("exiftool")), arguments: [[], ["--size", "100"], ["--as", "png"]])
  func exiftoolFindsNoPlace(further: [String]) async throws {
    try world.directory.write(
      WebPPicture(width: 64, height: 48) { $0.exif = Self.photo.exif }, to: "pictures/b.webp")
    try world.directory.write(
      PNGPicture(width: 64, height: 48, seed: 3) { $0.exif = Self.photo.exif },
      to: "pictures/c.png")
    #expect(try await !places(in: "pictures").isEmpty)
    let result = try await run(["--strip-location", "--sidecar"] + further)
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(world.names(in: "to").count == 6)
    #expect(try await places() == [])
  }

  @Test(.needs(.program("exiftool"))) func exiftoolReadsTheRest() async throws {
    let result = try await run("--size", "100")
    #expect(result.status == .exited(0), "\(result.errorText)")
    let seen = try await RunProgram(
      "/usr/bin/env",
      [
        "exiftool", "-s2", "-a", "-Make", "-ExifIFD:DateTimeOriginal", "-OffsetTimeOriginal",
        "-Orientation", "-Subject", "-ImageSize", "-ExifImageWidth", "-Warning",
        world.path("to/shot.jpg"),
      ]
    ).result()
    #expect(
      seen.lines == [
        "Make: Canon", "DateTimeOriginal: 2019:07:01 12:00:00", "OffsetTimeOriginal: +02:00",
        "Orientation: Horizontal (normal)", "Subject: sun, Größe", "ImageSize: 75x100",
        "ExifImageWidth: 75",
      ])
  }

  @Test func whatCantDoWithoutItFailsAndIsNotWritten() async throws {
    try world.directory.write(GIFPicture(width: 16, height: 16), to: "pictures/dance.gif")
    try world.livePhoto("IMG_1")
    try world.directory.write(QuickTimeMovie(width: 64, height: 48), to: "pictures/film.mov")
    let result = try await run("--strip-location")
    #expect(result.status == .exited(3))
    #expect(world.names(in: "to") == ["shot.jpg"])
    for (name, reason) in [
      ("dance.gif", "which is possible in a JPEG, PNG or WebP"),
      ("IMG_1.JPG", "from the files that belong to it"), ("film.mov", "as it is no picture"),
    ] {
      #expect(
        result.errorText.split(separator: "\n").contains {
          $0.contains(name) && $0.contains(reason)
        }, "\(result.errorText)")
    }
    // Pictures that are made say nothing of the place, whatever they are made from.
    let made = try await run("--strip-location", "--size", "20", to: "made")
    #expect(made.status == .exited(3))
    #expect(world.names(in: "made").sorted() == ["IMG_1.jpg", "dance.png", "shot.jpg"])
  }

  @Test func aSizeThatMakesNothingSmallerIsReported() async throws {
    let message = "no picture got smaller, as it fits into 640x640 already"
    let large = try await run("--size", "640", to: "large")
    #expect(large.errorText.contains(message), "\(large.errorText)")
    #expect(try await !run("--size", "639", to: "less").errorText.contains("no picture got"))
    #expect(try await !run("--as", "jpeg", to: "all").errorText.contains("no picture got"))
    try world.picture("small.png")
    let both = try await run("--size", "640", to: "both")
    #expect(both.errorText.contains("no picture got smaller, as all fit into 640x640 already"))
    try world.directory.write(JPEGPicture(width: 800, height: 600), to: "pictures/big.jpg")
    #expect(try await !run("--size", "640", to: "some").errorText.contains("no picture got"))
  }

  @Test func moviesGoAlongAsTheyAre() async throws {
    let movie = QuickTimeMovie(width: 64, height: 48)
    try world.directory.write(movie, to: "pictures/film.mov")
    let result = try await run("--size", "50")
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(try world.directory.contents(of: "to/film.mov") == movie.encoded())
  }

  @Test func eachAlbumIsAFolder() async throws {
    try world.picture("alone.png")
    let result = try await run("--by-album", "--size", "50", "--sidecar")
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(world.names(in: "to").sorted() == ["Trip", "Trip/shot.jpg", "Trip/shot.jpg.xmp"])
    #expect(result.errorText.contains("1 asset is in no album"))
  }

  @Test func qualityIsKeptTo() async throws {
    _ = try await run("--as", "jpeg", "--quality", "20", to: "low")
    _ = try await run("--as", "jpeg", "--quality", "95", to: "high")
    let (low, high) = try (
      world.directory.contents(of: "low/shot.jpg"), world.directory.contents(of: "high/shot.jpg")
    )
    #expect(low.count < high.count)
  }

  @Test func aDryRunNamesTheFilesAndASecondRunWritesNothing() async throws {
    let dry = try await run("--size", "50", "--dry-run")
    #expect(dry.errorText.contains("/to/shot.jpg\""))
    #expect(!FileManager.default.fileExists(atPath: world.path("to")))
    _ = try await run("--size", "50")
    let first = try world.contents(of: "to")
    _ = try await run("--size", "50")
    #expect(try world.contents(of: "to") == first)
    let undone = try await world.run("undo", "1")
    #expect(undone.status == .exited(0))
    #expect(undone.text.hasSuffix("shot.jpg is gone\n"), "\(undone.text)")
    #expect(!FileManager.default.fileExists(atPath: world.path("to")))
    #expect(try world.directory.contents(of: "pictures/Trip/shot.jpg") == Self.photo.encoded())
  }

  @Test func anEditedCopyStays() async throws {
    _ = try await run("--size", "50")
    try world.directory.write("edited", to: "to/shot.jpg")
    let undone = try await world.run("undo")
    #expect(undone.status == .exited(3))
    #expect(try world.directory.text(of: "to/shot.jpg") == "edited")
  }

  @Test func permissionsAndTimeAreThoseOfTheOriginal() async throws {
    let original = world.path("pictures/Trip/shot.jpg")
    let date = Date(timeIntervalSince1970: 1_500_000_000)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600, .modificationDate: date], ofItemAtPath: original)
    _ = try await run("--size", "50", "--strip-location")
    let made = try FileManager.default.attributesOfItem(atPath: world.path("to/shot.jpg"))
    #expect(made[.posixPermissions] as? Int == 0o600)
    #expect(made[.modificationDate] as? Date == date)
  }

  @Test func mistakesAreTold() async throws {
    for (options, reason) in [
      ("quality = 50", "quality is about pictures that are made"),
      ("size = { 9, 9 }, quality = 0", "quality is from 1 to 100, not 0"),
      ("format = \"bmp\"", "bmp"),
    ] {
      let rule = try world.actingRule("copy { to = \"out/\", \(options) }")
      let result = try await world.run("check", rule)
      #expect(result.status != .exited(0))
      #expect(result.errorText.contains(reason), "\(result.errorText)")
    }
  }
}
