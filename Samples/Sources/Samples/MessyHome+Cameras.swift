extension MessyHome {
  /// The number and the time of each picture that the card has as RAW and JPEG.
  private var pairs: [(number: Int, seconds: Int)] {
    (1...12).map { ($0, Self.seconds(8, 5, 9, 0) + $0 * 1800) }
  }

  private func cardPhoto(_ number: Int, _ seconds: Int, _ fraction: String) -> File {
    File(
      "Camera card/DCIM/100EOS5D/IMG_\(Self.padded(number)).JPG",
      photo(number, Camera.canon.exif(seconds, fraction: fraction)), seconds)
  }

  /// A Canon's card: RAW and JPEG of each picture, a burst, movies, a file of the camera's own.
  var card: [File] {
    let folder = "Camera card/DCIM/100EOS5D"
    var files: [File] = []
    for (number, seconds) in pairs {
      files.append(cardPhoto(number, seconds, "00"))
      let raw = RawPicture(.cr2, width: 1200, height: 800, seed: UInt64(number)) {
        $0.exif = Camera.canon.exif(seconds, fraction: "00")
        $0.preview = photo(number, width: 300, height: 200)
      }
      files.append(
        File("\(folder)/IMG_\(Self.padded(number)).CR2", raw.encoded(), seconds))
    }
    let burst = Self.seconds(8, 5, 16, 30)
    files += (0..<8).map { cardPhoto(21 + $0, burst + $0 / 5, Self.padded($0 % 5 * 20, to: 2)) }
    for number in 30...31 {
      let seconds = Self.seconds(8, 5, 17, number)
      let stem = "\(folder)/MVI_\(Self.padded(number))"
      files.append(File("\(stem).MOV", movie(number, seconds, brand: "qt  "), seconds))
      files.append(
        File(
          "\(stem).THM", photo(number, Camera.canon.exif(seconds), width: 160, height: 120),
          seconds))
    }
    files.append(
      File("Camera card/DCIM/CANONMSC/M0100.CTG", [1, 0, 0, 0], Self.seconds(8, 5, 18, 0)))
    return files
  }

  /// The card copied to another disk, and single pictures as file managers name their copies.
  var backups: [File] {
    let later = Self.seconds(8, 20, 21, 0)
    let names = [
      "Kopie von IMG_0003.JPG", "IMG_0004 - Copy.JPG", "IMG_0005 copy.JPG", "IMG_0006 (1).JPG",
      "IMG_0007~2.JPG", "img_0008.jpg",
    ]
    return pairs.map { number, seconds in
      cardPhoto(number, seconds, "00")
        .copied(to: "Backup/Card 2023-08-20/IMG_\(Self.padded(number)).JPG", later)
    }
      + zip(names, pairs.dropFirst(2)).map { name, pair in
        cardPhoto(pair.number, pair.seconds, "00").copied(to: "Backup/old laptop/\(name)", later)
      }
  }

  /// A Pixel, which names its files by UTC and writes local time into them.
  var pixel: [File] {
    let folder = "Phone/DCIM/Camera"
    func name(_ seconds: Int) -> String {
      let utc = CivilTime(secondsSince1970: seconds - Self.zone).joined("", "", between: "_")
      return "\(folder)/PXL_\(utc)\(Self.padded(seconds % 1000, to: 3))"
    }
    var files = (0..<10).map { index in
      let seconds = Self.seconds(8, 12, 11, 7, 23) + index * 5011
      return File(
        "\(name(seconds)).jpg", photo(100 + index, Camera.pixel.exif(seconds)), seconds)
    }
    let moment = Self.seconds(8, 13, 20, 15, 41)
    files.append(
      File("\(name(moment)).RAW-01.COVER.jpg", photo(120, Camera.pixel.exif(moment)), moment))
    let raw = RawPicture(.dng, width: 1200, height: 800, seed: 120) {
      $0.exif = Camera.pixel.exif(moment)
    }
    files.append(File("\(name(moment)).RAW-02.ORIGINAL.dng", raw.encoded(), moment))
    let burst = Self.seconds(8, 13, 12, 19, 48)
    let digits = CivilTime(secondsSince1970: burst).joined("", "", between: "")
    files += (0..<5).map { index in
      let stem = "\(Self.padded(index, to: 5))IMG_\(Self.padded(index, to: 5))_BURST\(digits)123"
      return File(
        "\(folder)/\(stem)\(index == 2 ? "_COVER" : "").jpg",
        photo(130 + index, Camera.pixel.exif(burst, fraction: "\(index)00")), burst)
    }
    for index in 0..<2 {
      let seconds = Self.seconds(8, 14, 10, index)
      files.append(File("\(name(seconds)).TS.mp4", movie(140 + index, seconds), seconds))
    }
    return files
  }

  /// An iPhone: live photos, an edited version with Apple's notes, a movie, a screenshot.
  var iPhone: [File] {
    let folder = "iPhone/DCIM/100APPLE"
    let start = Self.seconds(7, 8, 14, 0)
    var generator = SeededGenerator(seed: 13)
    var files: [File] = []
    for number in 101...106 {
      let seconds = start + number * 60
      let identifier = number % 2 == 0 ? generator.uuid() : nil
      let stem = "\(folder)/IMG_\(Self.padded(number))"
      let picture = HEIFPicture(width: 4032, height: 3024, seed: UInt64(number)) {
        $0.isGrid = true
        $0.configuration = HEVCTile.configuration
        $0.payload = HEVCTile.payload
        $0.exif = Camera.iPhone.exif(seconds)
        $0.exif?.makerNote = .apple(contentIdentifier: identifier, burstIdentifier: nil)
      }
      files.append(File("\(stem).HEIC", picture.encoded(), seconds))
      guard let identifier else { continue }
      let moving = movie(
        number, seconds, brand: "qt  ", camera: .iPhone, identifier: identifier)
      files.append(File("\(stem).MOV", moving, seconds))
    }
    let edited = start + 107 * 60
    let notes = Array("<plist version=\"1.0\"><dict/></plist>\n".utf8)
    let movieTime = start + 108 * 60
    let shot = PNGPicture(width: 1170, height: 2532, seed: 109) {
      $0.exif = EXIFBlock {
        $0.dateTimeOriginal = CivilTime(secondsSince1970: start + 109 * 60).exif
        $0.userComment = "Screenshot"
      }
    }
    return files + [
      File("\(folder)/IMG_0107.JPG", photo(107, Camera.iPhone.exif(edited)), edited),
      File("\(folder)/IMG_E0107.JPG", photo(1107, Camera.iPhone.exif(edited)), edited + 600),
      File("\(folder)/IMG_0107.AAE", notes, edited + 600),
      File(
        "\(folder)/IMG_0108.MOV", movie(108, movieTime, brand: "qt  ", camera: .iPhone),
        movieTime),
      File("\(folder)/IMG_0109.PNG", shot.encoded(), start + 109 * 60),
    ]
  }

  /// Years that were sorted once by hand, with the sidecars of Lightroom and darktable.
  var years: [File] {
    var files: [File] = []
    for index in 0..<10 {
      let seconds = CivilTime(2021, 7, 3 + index / 2, 18, 30).secondsSince1970 + index * 97
      let stem = "Pictures/2021/2021-07 Italien/DSC_\(Self.padded(411 + index))"
      files.append(File("\(stem).JPG", photo(200 + index, Camera.nikon.exif(seconds)), seconds))
      guard index < 4 else { continue }
      let sidecar = XMPSidecarFile {
        $0.attributes = ["xmp:Rating": "\(index + 2)"]
        $0.subjects = ["Urlaub", index % 2 == 0 ? "Meer" : "Oma"]
        if index % 2 == 1 { $0.personsInImage = ["Oma"] }
      }
      files.append(File("\(stem).xmp", sidecar.encoded(), seconds + 86400))
    }
    for index in 0..<4 {
      let seconds = CivilTime(2022, 12, 24, 17, 5 * index).secondsSince1970
      let stem = "Pictures/2022/Weihnachten/DSC\(Self.padded(90 + index, to: 5))"
      let exif = Camera.sony.exif(seconds)
      files.append(File("\(stem).JPG", photo(220 + index, exif), seconds))
      let raw = RawPicture(.arw, width: 1200, height: 800, seed: UInt64(220 + index)) {
        $0.exif = exif
      }
      files.append(File("\(stem).ARW", raw.encoded(), seconds))
      let sidecar = XMPSidecarFile {
        $0.attributes = ["xmp:Rating": index == 0 ? "5" : "1"]
        $0.title = "Weihnachten \(index + 1)"
      }
      files.append(File("\(stem).ARW.xmp", sidecar.encoded(), seconds + 86400))
    }
    return files
  }
}
