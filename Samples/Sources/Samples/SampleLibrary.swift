/// A small picture library of many kinds, the same for the same seed and the same now.
package struct SampleLibrary: Sendable {
  /// A file of the library.
  package struct Entry: Sendable {
    package let path: String
    package let bytes: [UInt8]
    /// Seconds since 1970.
    package let modified: Int
    /// The purpose of the file, in a few words.
    package let note: String
  }

  package let seed: UInt64
  /// Seconds since 1970.
  package let now: Int
  /// The lines that one more screenshot shows; none without lines.
  package var text: [String] = []

  package init(now: Int, seed: UInt64 = 1) {
    self.now = now
    self.seed = seed
  }

  /// Writes the library and returns its files; throws as `SampleFolder.init(replacing:)`.
  @discardableResult
  package func write(to path: String) throws(SampleError) -> [Entry] {
    let folder = try SampleFolder(replacing: path)
    let entries = entries
    for entry in entries {
      try folder.write(entry.bytes, to: entry.path, modified: entry.modified)
    }
    return entries
  }

  package var entries: [Entry] {
    let birthday = photo(3, hoursAgo: 24 * 30, subject: "Family/Birthday")
    return [
      screenshot(secondsAgo: 0, width: 1920, height: 1080, note: "a screenshot taken just now"),
      screenshot(secondsAgo: 90_000, width: 1366, height: 768, note: "an older screenshot"),
      photo(1, hoursAgo: 24 * 120, subject: "Holiday"),
      photo(2, hoursAgo: 24 * 119, subject: "Holiday", orientation: 6),
      birthday,
      photo(4, hoursAgo: 24 * 30 - 1, subject: "Family/Birthday"),
      Entry(
        path: "Family/Birthday/cake (copy).jpg", bytes: birthday.bytes,
        modified: birthday.modified + 60, note: "an exact copy of the cake"),
      panorama, animation, webP, livePhoto, liveMovie,
      Entry(
        path: "notes.txt", bytes: Array("not a picture\n".utf8), modified: now - 3600,
        note: "a text file"),
    ] + (text.isEmpty ? [] : [screenshotOfText])
  }

  private var screenshotOfText: Entry {
    let time = now - 3600
    let name = CivilTime(localSecondsSince1970: time).fileName
    return Entry(
      path: "Screenshots/Screenshot from \(name).png",
      bytes: StrokeText(lines: text).picture.encoded(), modified: time, note: "a screenshot of text"
    )
  }

  /// Named as GNOME names it, by the clock on the wall.
  private func screenshot(secondsAgo: Int, width: Int, height: Int, note: String) -> Entry {
    let time = now - secondsAgo
    let picture = PNGPicture(width: width, height: height, seed: seed &+ UInt64(secondsAgo)) {
      $0.texts = [.plain(keyword: "Software", text: "gnome-screenshot")]
    }
    let name = CivilTime(localSecondsSince1970: time).fileName
    return Entry(
      path: "Screenshots/Screenshot from \(name).png", bytes: picture.encoded(), modified: time,
      note: note)
  }

  private func photo(
    _ number: Int, hoursAgo: Int, subject: String, orientation: UInt16 = 1
  ) -> Entry {
    let names = ["beach", "sunset", "cake", "candles"]
    let time = now - hoursAgo * 3600
    let picture = JPEGPicture(width: 4032, height: 3024, seed: seed &+ UInt64(number)) {
      $0.exif = camera(time: time, number: number, orientation: orientation)
    }
    return Entry(
      path: "\(subject)/\(names[number - 1]).jpg", bytes: picture.encoded(), modified: time,
      note: "a photo with EXIF")
  }

  /// Returns the EXIF block of a camera that is set to UTC.
  private func camera(time: Int, number: Int, orientation: UInt16 = 1) -> EXIFBlock {
    EXIFBlock {
      $0.byteOrder = .big
      $0.make = "Apple"
      $0.model = "iPhone 15"
      $0.orientation = orientation
      $0.dateTime = CivilTime(secondsSince1970: time).exif
      $0.dateTimeOriginal = $0.dateTime
      $0.dateTimeDigitized = $0.dateTime
      $0.subSecTimeOriginal = "120"
      $0.offsetTimeOriginal = "+00:00"
      $0.pixelWidth = 4032
      $0.pixelHeight = 3024
      $0.position = Position(
        latitude: 54.18 + Double(number) / 100, longitude: 7.88, altitude: 4)
      $0.thumbnail = JPEGPicture(width: 160, height: 120, seed: seed &+ UInt64(number)).encoded()
    }
  }

  private var panorama: Entry {
    let time = now - 118 * 86400
    let picture = JPEGPicture(width: 10_800, height: 2700, seed: seed &+ 5) {
      $0.exif = camera(time: time, number: 5)
      $0.exif?.pixelWidth = 10_800
      $0.exif?.pixelHeight = 2700
    }
    return Entry(
      path: "Holiday/coast.jpg", bytes: picture.encoded(), modified: time, note: "a panorama")
  }

  private var animation: Entry {
    let picture = GIFPicture(width: 240, height: 180, seed: seed &+ 6) {
      $0.frameCount = 4
      $0.loopCount = 0
    }
    return Entry(
      path: "dance.gif", bytes: picture.encoded(), modified: now - 5 * 86400,
      note: "an animated GIF")
  }

  private var webP: Entry {
    Entry(
      path: "poster.webp", bytes: WebPPicture(width: 800, height: 600, seed: seed &+ 7).encoded(),
      modified: now - 6 * 86400, note: "a WebP")
  }

  private var liveTime: Int { now - 2 * 86400 }

  private var contentIdentifier: String {
    var generator = SeededGenerator(seed: seed &+ 8)
    return generator.uuid()
  }

  private var livePhoto: Entry {
    let picture = HEIFPicture(width: 4032, height: 3024, seed: seed &+ 8) {
      $0.isGrid = true
      $0.exif = camera(time: liveTime, number: 8)
      $0.exif?.makerNote = .apple(contentIdentifier: contentIdentifier, burstIdentifier: nil)
    }
    return Entry(
      path: "Holiday/IMG_0008.HEIC", bytes: picture.encoded(), modified: liveTime,
      note: "the picture of a Live Photo (headers only)")
  }

  private var liveMovie: Entry {
    let movie = QuickTimeMovie(width: 1920, height: 1440, seed: seed &+ 9) {
      $0.created = CivilTime(secondsSince1970: liveTime)
      $0.hasHeadersLast = true
      $0.setApple(
        contentIdentifier: contentIdentifier,
        creationDate: CivilTime(secondsSince1970: liveTime).iso8601 + "+0000")
    }
    return Entry(
      path: "Holiday/IMG_0008.MOV", bytes: movie.encoded(), modified: liveTime,
      note: "the movie of a Live Photo (headers only)")
  }
}
