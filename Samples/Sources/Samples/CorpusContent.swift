struct CorpusContent {
  let number: Int
  /// Seconds since 1970.
  let time: Int
  private(set) var generator: SeededGenerator

  /// The place of a padding byte in a corpus JPEG that no reader looks at: in the content of the
  /// comment right after the JFIF segment.
  static let headPadding = 40

  mutating func content() -> (suffix: String, bytes: [UInt8]) {
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<70: ("jpg", photo())
    case 70..<82: ("png", screenshot())
    case 82..<87: ("webp", webP())
    case 87..<90: ("gif", animation())
    case 90..<95: ("heic", heic())
    case 95..<97: ("mov", movie(brand: "qt  "))
    case 97..<99: ("mp4", movie(brand: "mp42"))
    default: oddity()
    }
  }

  /// A picture of moderate size, filled up with bytes behind its end to a camera's file size.
  private mutating func photo() -> [UInt8] {
    let size = Int.random(in: 20_000..<280_000, using: &generator)
    var picture = JPEGPicture(width: 1600, height: 1200, seed: generator.next())
    picture.comment = generator.bytes(count: 64)
    picture.exif = camera(width: 1600, height: 1200)
    if generator.chance(0.2) {
      picture.xmp = XMPPacket([("xmp:Rating", String(number % 6))])
    }
    let length = picture.encoded().count
    picture.trailer = generator.bytes(count: max(0, size - length))
    return picture.encoded()
  }

  private mutating func screenshot() -> [UInt8] {
    let (width, height) = [(1170, 2532), (1080, 2400), (1920, 1080)][number % 3]
    var picture = PNGPicture(width: width, height: height, seed: generator.next())
    if generator.chance(0.5) {
      picture.exif = EXIFBlock {
        $0.dateTimeOriginal = CivilTime(secondsSince1970: time).exif
        $0.userComment = "Screenshot"
      }
    }
    return picture.encoded()
  }

  private mutating func webP() -> [UInt8] {
    var picture = WebPPicture(width: 400, height: 300, seed: generator.next())
    if generator.chance(0.5) { picture.exif = camera(width: 400, height: 300) }
    return picture.encoded()
  }

  private mutating func animation() -> [UInt8] {
    GIFPicture(width: 200, height: 150, seed: generator.next()) {
      $0.frameCount = 1 + number % 4
      $0.loopCount = 0
    }.encoded()
  }

  private mutating func heic() -> [UInt8] {
    var picture = HEIFPicture(width: 4032, height: 3024)
    picture.isGrid = true
    picture.exif = camera(width: 4032, height: 3024)
    picture.payload = generator.bytes(count: Int.random(in: 500..<4000, using: &generator))
    return picture.encoded()
  }

  private mutating func movie(brand: String) -> [UInt8] {
    var movie = QuickTimeMovie(width: 1920, height: 1080)
    movie.brand = brand
    movie.created = CivilTime(secondsSince1970: time)
    movie.hasAudio = true
    movie.hasHeadersLast = generator.chance(0.5)
    movie.mediaData = generator.bytes(
      count: Int.random(in: 100_000..<400_000, using: &generator))
    if brand == "qt  " {
      movie.setApple(
        contentIdentifier: generator.uuid(),
        creationDate: CivilTime(secondsSince1970: time).iso8601 + "+0000")
    }
    return movie.encoded()
  }

  private mutating func oddity() -> (suffix: String, bytes: [UInt8]) {
    let picture = JPEGPicture(width: 320, height: 240, seed: generator.next()) {
      $0.exif = camera(width: 320, height: 240)
    }.encoded()
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: return ("jpg", [])
    case 1: return ("jpg", Array(picture[..<(picture.count / 3)]))
    case 2: return ("png", picture)
    default: return ("txt", Array("note \(number)\n".utf8))
    }
  }

  private mutating func camera(width: Int, height: Int) -> EXIFBlock {
    let (make, model) = [
      ("Apple", "iPhone 15"), ("Canon", "Canon EOS R6"), ("Google", "Pixel 8"),
      ("NIKON CORPORATION", "NIKON Z 6"),
    ][number % 4]
    let noteSize = Int.random(in: 500..<8000, using: &generator)
    let place = Position(
      latitude: Double.random(in: -60...70, using: &generator),
      longitude: Double.random(in: -180...180, using: &generator))
    let isApple = make == "Apple"
    let note: MakerNote =
      isApple
      ? .apple(contentIdentifier: generator.uuid(), burstIdentifier: nil)
      : .raw(generator.bytes(count: noteSize))
    let thumbnail = JPEGPicture(width: 160, height: 120, seed: generator.next()).encoded()
    return EXIFBlock {
      $0.byteOrder = isApple ? .big : .little
      $0.make = make
      $0.model = model
      $0.orientation = [1, 1, 6, 8][number / 4 % 4]
      $0.dateTime = CivilTime(secondsSince1970: time).exif
      $0.dateTimeOriginal = $0.dateTime
      $0.offsetTimeOriginal = isApple ? "+02:00" : nil
      $0.subSecTimeOriginal = "37"
      $0.pixelWidth = UInt32(width)
      $0.pixelHeight = UInt32(height)
      $0.position = number.isMultiple(of: 2) ? place : nil
      $0.makerNote = note
      $0.thumbnail = thumbnail
    }
  }
}
