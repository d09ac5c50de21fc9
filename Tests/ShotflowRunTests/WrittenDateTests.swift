import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// Dates that are written beside copies, and read again: no day and no moment changes.
@Suite struct WrittenDateTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
  }

  private static func picture(
    _ date: String? = nil, offset: String? = nil, xmp: [(name: String, value: String)] = [],
    iptc: IPTCBlock? = nil
  ) -> JPEGPicture {
    JPEGPicture(width: 16, height: 8) {
      $0.exif = date.map { date in
        EXIFBlock {
          $0.dateTimeOriginal = date
          $0.offsetTimeOriginal = offset
        }
      }
      if !xmp.isEmpty { $0.xmp = XMPPacket(xmp) }
      if let iptc { $0.segments = [iptc.segment] }
    }
  }

  private static func movie(
    _ created: CivilTime, _ metadata: [(key: String, value: String)] = []
  ) -> QuickTimeMovie {
    QuickTimeMovie(width: 16, height: 8) {
      $0.created = created
      $0.metadata = metadata
    }
  }

  /// Files of every source of a date, around New Year and where clocks are set.
  private static var files: [(name: String, file: any SampleFile)] {
    let eve = CivilTime(2020, 12, 31, 23, 30, 0)
    let seconds = eve.secondsSince1970
    var files: [(name: String, file: any SampleFile)] = [
      ("exif-zone.jpg", picture("2020:12:31 23:30:00", offset: "+13:00")),
      ("exif.jpg", picture("2020:12:31 23:30:00")), ("old.jpg", picture("1905:06:01 12:00:00")),
      ("future.jpg", picture("2055:06:01 12:00:00")), ("day.jpg", picture("2020:12:31")),
      ("xmp.jpg", picture(xmp: [("photoshop:DateCreated", "2020-12-31T23:30:00")])),
      ("xmp-moment.jpg", picture(xmp: [("photoshop:DateCreated", "2020-12-31T23:30:00Z")])),
      ("xmp-zone.jpg", picture(xmp: [("photoshop:DateCreated", "2020-12-31T23:30:00-05:00")])),
      ("xmp-year.jpg", picture(xmp: [("photoshop:DateCreated", "1965")])),
      (
        "iptc.jpg",
        picture(
          iptc: IPTCBlock {
            $0.add(55, "20201231")
            $0.add(60, "233000+0200")
          })
      ),
      ("mvhd.mov", movie(eve)), ("gopro.mov", movie(eve, [("com.apple.quicktime.make", "GoPro")])),
      (
        "apple.mov",
        movie(eve, [("com.apple.quicktime.creationdate", "2021-01-01T08:30:00+0900")])
      ),
      ("VID_20210101_003000.mp4", movie(eve)),
      ("webm.webm", MatroskaMovie(width: 16, height: 8) { $0.created = seconds }),
      ("asf.wmv", WindowsMediaMovie(width: 16, height: 8) { $0.created = seconds }),
      ("flash.flv", FlashMovie(width: 16, height: 8) { $0.date = "2020-12-31 23:30:00" }),
      ("avi.avi", AVIMovie(width: 16, height: 8) { $0.date = "2020:12:31 23:30:00" }),
      (
        "time.png",
        PNGPicture(width: 16, height: 8, seed: 1) { $0.modified = CivilTime(2020, 12, 31, 23, 30) }
      ),
      (
        "text.png",
        PNGPicture(width: 16, height: 8, seed: 2) {
          $0.texts = [.plain(keyword: "Creation Time", text: "2020-12-31T23:30:00")]
        }
      ),
    ]
    let names = [
      "2020-12-31 23-30-00.jpg", "IMG-20201231-WA0001.jpg", "PXL_20201231_233000000.jpg",
      "2020-12-31T23.30.00+0900.jpg", "mmexport1609457400000.jpg", "2020-12-31 23-30-00 UTC.jpg",
    ]
    files += names.map { ($0, picture()) }
    // The hours of the nights in which the clocks of New York and Berlin are set.
    for day in ["2021:03:14", "2021:11:07", "2021:03:28", "2021:10:31"] {
      for hour in 0..<4 {
        let name = "\(day.filter { $0 != ":" })-\(hour)"
        files.append(("\(name).jpg", picture("\(day) 0\(hour):30:00")))
        let parts = day.split(separator: ":").compactMap { Int($0) }
        let moment = CivilTime(parts[0], parts[1], parts[2], hour, 30, 0)
        files.append(("early-\(name).mov", movie(moment)))
        files.append(("late-\(name).mov", movie(CivilTime(parts[0], parts[1], parts[2], hour + 5))))
      }
    }
    return files
  }

  private struct Dates: Decodable, Equatable {
    let filename: String
    let creationDate: String
    let localDate: String
    let creationDateOffset: String?
  }

  private func dates(in folder: String, _ zone: String) async throws -> [String: Dates] {
    var program = world.program(["find", "-l", folder])
    program.environment["TZ"] = zone
    let dates = try await program.result().decodedLines(as: Dates.self)
    return Dictionary(dates.map { ($0.filename, $0) }) { first, _ in first }
  }

  @Test(arguments: ["America/New_York", "Europe/Berlin", "Asia/Kathmandu", "UTC"])
  func whatIsWrittenIsReadAgain(_ zone: String) async throws {
    for (name, file) in Self.files {
      try world.directory.write(
        file, to: "pictures/\(name)", modified: Date(timeIntervalSince1970: 1_700_000_000))
    }
    // Sidecars that no file has a date beside, and what Google knows.
    for (name, text) in [
      ("side.jpg", "2020-12-31T23:30:00"), ("side-moment.jpg", "2020-12-31T23:30:00Z"),
      ("side-zone.jpg", "2020-12-31T23:30:00+05:45"), ("side-year.jpg", "1965"),
    ] {
      try world.directory.write(Self.picture(), to: "pictures/\(name)")
      try world.directory.write(
        XMPSidecarFile { $0.attributes = ["exif:DateTimeOriginal": text] },
        to: "pictures/\(name).xmp")
    }
    let known = try await dates(in: world.library, zone)
    #expect(known.count == Self.files.count + 4)
    let rule = try world.actingRule("copy { to = \"out/{filename}\", sidecar = true }")
    var program = world.program(world.actingWords(rule) + ["--out", world.path("to")])
    program.environment["TZ"] = zone
    let copied = try await program.result()
    #expect(copied.status == .exited(0), "\(copied.errorText)")
    let read = try await dates(in: world.path("to/out"), zone)
    #expect(read.count == known.count)
    for (name, date) in known { #expect(read[name] == date, "\(name)") }
  }

  @Test func aTakeoutsDatesAreReadAgain() async throws {
    let year = "pictures/Takeout/Google Photos/Photos from 2020"
    let seconds = CivilTime(2020, 12, 31, 23, 30, 0).secondsSince1970
    for (name, date) in [
      ("a.jpg", nil), ("b.jpg", "2020:12:31 15:30:00"), ("c.jpg", "2020:06:01 12:00:00"),
      ("IMG_20210101_051500.jpg", nil),
    ] as [(String, String?)] {
      try world.directory.write(Self.picture(date), to: "\(year)/\(name)")
      try world.directory.write(
        TakeoutSidecar(title: name, taken: seconds) { _ in }, to: "\(year)/\(name).json")
    }
    for zone in ["America/New_York", "Asia/Kathmandu"] {
      let known = try await dates(in: world.library, zone)
      #expect(known.count == 4)
      #expect(known["a.jpg"]?.creationDateOffset == nil)
      #expect(known["b.jpg"]?.creationDateOffset == "-08:00")
      var program = world.program([
        "export", "-l", world.library, "--to", world.path(zone), "--sidecar", "--allow", "write",
      ])
      program.environment["TZ"] = zone
      #expect(try await program.result().status == .exited(0))
      let read = try await dates(in: world.path(zone), zone)
      for (name, date) in known { #expect(read[name] == date, "\(name)") }
    }
  }
}
