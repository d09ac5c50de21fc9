/// Two archives of a Google Takeout, unpacked side by side; the same for the same count and seed.
package struct TakeoutSampleLibrary: Sendable {
  private let count: Int
  private let seed: UInt64

  /// 2019-01-01T12:00:00Z.
  private static let start = 1_546_344_000
  private static let albums: [(folder: String, title: String, file: String)] = [
    ("Holiday_ 2019_", "Holiday: 2019!", "metadata.json"),
    ("Gary_s birthday", "Gary's birthday", "Metadaten.json"),
  ]

  /// - Parameter count: the number of pictures, apart from copies and versions.
  package init(count: Int, seed: UInt64 = 1) {
    self.count = count
    self.seed = seed
  }

  /// See `SampleFolder.init(replacing:)` for the folders that it refuses.
  package func write(to path: String) throws(SampleError) {
    try write(to: SampleFolder(replacing: path))
  }

  /// Writes the archives into a folder of samples.
  package func write(to folder: borrowing SampleFolder) throws(SampleError) {
    for (folderName, title, file) in Self.albums {
      try folder.write(
        TakeoutSidecar.album(title: title, description: "What \(title) was like"),
        to: "\(Self.root(0))/\(folderName)/\(file)")
    }
    try folder.write(
      Array("<html>what the archive holds</html>\n".utf8),
      to: "takeout-20240301T120000Z-001/Takeout/archive_browser.html")
    for number in 0..<count { try write(number, to: folder) }
  }

  private static func root(_ archive: Int) -> String {
    "takeout-20240301T120000Z-00\(archive + 1)/Takeout/Google Photos"
  }

  private func write(_ index: Int, to folder: borrowing SampleFolder) throws(SampleError) {
    let taken = Self.start + index * 86_400 * 3
    let sidecar = sidecar(index, taken: taken)
    let name = TakeoutFileName(sidecar.title, number: index % 9 == 8 ? 1 : 0)
    // Old and new names of sidecars are not mixed in one export; here they are, to have both.
    let style: TakeoutFileName.Style = index % 4 == 3 ? .plain : .supplemental
    let year = CivilTime(secondsSince1970: taken).year
    let home = sidecar.isTrashed ? "Trash" : "Photos from \(year)"
    let bytes = picture(index, sidecar)
    var homes = [home]
    if index % 5 == 0, !sidecar.isTrashed { homes.append(Self.albums[index / 5 % 2].folder) }
    for home in homes {
      let archive = home.hasPrefix("Photos") ? index % 2 : 0
      try folder.write(
        bytes, to: "\(Self.root(archive))/\(home)/\(name.picture)", modified: taken + 7200)
      // Now and then a sidecar is in another archive than its picture.
      let sidecarArchive = index % 13 == 12 ? 1 - archive : archive
      try folder.write(
        sidecar.encoded(), to: "\(Self.root(sidecarArchive))/\(home)/\(name.sidecar(style))")
      if index % 6 == 5 {
        try folder.write(
          JPEGPicture(width: 96, height: 64, seed: seed &+ UInt64(index) &+ 77).encoded(),
          to: "\(Self.root(archive))/\(home)/\(name.edited())")
      }
      if index % 7 == 2 {
        try folder.write(
          movie(index, taken), to: "\(Self.root(archive))/\(home)/\(name.movie)")
      }
    }
  }

  private func sidecar(_ index: Int, taken: Int) -> TakeoutSidecar {
    TakeoutSidecar(title: title(index), taken: taken) {
      if index % 3 != 0 {
        $0.position = Position(
          latitude: 48 + Double(index % 100) / 100, longitude: 11.5, altitude: 519)
      }
      if index % 4 == 1 { $0.description = "Number \(index), \"quoted\"" }
      if index % 8 == 3 { $0.people = ["Ada", "Grace"] }
      $0.isFavorite = index % 10 == 0
      $0.isArchived = index % 17 == 16
      $0.isTrashed = index % 11 == 10
    }
  }

  private func title(_ index: Int) -> String {
    let padded = String(10_000 + index).dropFirst()
    return switch index % 7 {
    case 2: "IMG_\(padded).HEIC"
    case 4: "PXL_20190101_\(padded)59983.LONG_EXPOSURE-02.ORIGINAL_\(padded).jpg"
    case 6: "😀😃😄😁😆😅😂🤣😊😇🙂🙃😉😌😍🥰😘😗😙😚\(padded).jpg"
    default: "IMG_\(padded).JPG"
    }
  }

  private func picture(_ index: Int, _ sidecar: TakeoutSidecar) -> [UInt8] {
    let exif = EXIFBlock {
      $0.make = "Google"
      $0.model = "Pixel 3"
      $0.dateTimeOriginal = CivilTime(secondsSince1970: sidecar.taken).exif
    }
    let seed = seed &+ UInt64(index)
    if sidecar.title.hasSuffix(".HEIC") {
      return HEIFPicture(width: 64, height: 48, seed: seed) { $0.exif = exif }.encoded()
    }
    // Some have lost their EXIF on the way, so that only the sidecar knows when they were taken.
    return JPEGPicture(width: 64, height: 48, seed: seed) {
      $0.exif = index % 3 == 1 ? nil : exif
    }.encoded()
  }

  private func movie(_ index: Int, _ taken: Int) -> [UInt8] {
    QuickTimeMovie(width: 64, height: 48, seed: seed &+ UInt64(index)) {
      $0.created = CivilTime(secondsSince1970: taken)
    }.encoded()
  }
}
