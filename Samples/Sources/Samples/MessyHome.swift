/// A home as other programs leave it: a camera's card, phones, screenshots of five desktops,
/// messengers, scans, backups, sidecars, a Takeout, damaged files, files of other kinds and odd names.
///
/// The same files each time. The clocks in it show the time of Berlin in summer.
package struct MessyHome: Sendable {
  struct File: Sendable {
    let path: [UInt8]
    let bytes: [UInt8]
    /// Seconds since 1970.
    let modified: Int

    /// - Parameter seconds: seconds since 1970 if the clock showed UTC.
    init(_ path: String, _ bytes: [UInt8], _ seconds: Int) {
      self.init(path: Array(path.utf8), bytes, seconds)
    }

    init(path: [UInt8], _ bytes: [UInt8], _ seconds: Int) {
      self.path = path
      self.bytes = bytes
      modified = seconds - MessyHome.zone
    }

    /// Returns the same content under another name, as a copy that was made later.
    func copied(to path: String, _ seconds: Int) -> File { File(path, bytes, seconds) }
  }

  struct Camera {
    let make, model: String
    /// The zone that it writes, if it does.
    var zone: String?
    var position: Position?

    static let canon = Camera(make: "Canon", model: "Canon EOS 5D Mark III")
    static let nikon = Camera(make: "NIKON CORPORATION", model: "NIKON D750")
    static let sony = Camera(make: "SONY", model: "ILCE-7M3", zone: "+02:00")
    static let pixel = Camera(
      make: "Google", model: "Pixel 7", zone: "+02:00",
      position: Position(latitude: 54.18, longitude: 7.89, altitude: 12))
    static let iPhone = Camera(
      make: "Apple", model: "iPhone 13", zone: "+02:00",
      position: Position(latitude: 50.94, longitude: 6.96, altitude: 55))

    func exif(_ seconds: Int, fraction: String? = nil) -> EXIFBlock {
      EXIFBlock {
        $0.make = make
        $0.model = model
        $0.orientation = 1
        $0.dateTimeOriginal = CivilTime(secondsSince1970: seconds).exif
        $0.dateTimeDigitized = $0.dateTimeOriginal
        $0.subSecTimeOriginal = fraction
        $0.offsetTimeOriginal = zone
        $0.position = position
      }
    }
  }

  static let zone = 2 * 3600

  package init() {}

  /// Writes the home into a folder of samples.
  package func write(to folder: borrowing SampleFolder) throws(SampleError) {
    for file in files { try folder.write(file.bytes, to: file.path, modified: file.modified) }
    try TakeoutSampleLibrary(count: 14).write(to: SampleFolder("Downloads", in: folder))
  }

  /// All files but those of the Takeout.
  var files: [File] {
    card + backups + pixel + iPhone + years + screenshots + messengers + scans + damaged + others
      + oddNames
  }

  static func seconds(_ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int = 0)
    -> Int
  {
    CivilTime(2023, month, day, hour, minute, second).secondsSince1970
  }

  /// Returns a photo that is drawn by its seed, so that two of a seed look alike in any size.
  func photo(
    _ seed: Int, _ exif: EXIFBlock? = nil, width: Int = 1200, height: Int = 800
  ) -> [UInt8] {
    JPEGPicture(width: width, height: height, seed: UInt64(seed)) { $0.exif = exif }.encoded()
  }

  func movie(
    _ seed: Int, _ seconds: Int, brand: String = "mp42", camera: Camera? = nil,
    identifier: String? = nil
  ) -> [UInt8] {
    QuickTimeMovie(width: 1920, height: 1080, seed: UInt64(seed)) {
      $0.brand = brand
      $0.hasAudio = true
      $0.created = CivilTime(secondsSince1970: seconds - Self.zone)
      guard let camera else { return }
      if let identifier {
        $0.metadata.append(("com.apple.quicktime.content.identifier", identifier))
      }
      $0.metadata += [
        ("com.apple.quicktime.make", camera.make), ("com.apple.quicktime.model", camera.model),
        (
          "com.apple.quicktime.creationdate",
          CivilTime(secondsSince1970: seconds).iso8601 + "+0200"
        ),
      ]
    }.encoded()
  }

  static func padded(_ number: Int, to width: Int = 4) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
