struct MatroskaTrack {
  private(set) var showsPictures = false
  private(set) var frameRate: Double?
  private var width: UInt64 = 0
  private var height: UInt64 = 0
  private var crop = (across: UInt64(0), down: UInt64(0))
  private var display = (width: UInt64(0), height: UInt64(0), unit: UInt64(0))
  private var isFlat = true
  private var roll = 0.0

  init(
    _ entry: EBMLElement, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var elements = EBMLList(in: entry)
    while let element = try elements.next(&window, &draft) {
      switch element.name {
      case MatroskaElementID.trackType: showsPictures = try element.number(&window) == 1
      case MatroskaElementID.defaultDuration:
        if let nanoseconds = try element.number(&window), nanoseconds > 0 {
          frameRate = 1e9 / Double(nanoseconds)
        }
      case MatroskaElementID.video: try readVideo(element, &window, &draft)
      default: break
      }
    }
  }

  var area: Double { Double(size.width) * Double(size.height) }

  /// The display size, before rotation.
  var size: (width: UInt64, height: UInt64) {
    guard width <= Int32.max, height <= Int32.max, width > crop.across, height > crop.down else {
      return (0, 0)
    }
    let shown = (width: width - crop.across, height: height - crop.down)
    guard display.width > 0, display.height > 0, display.width <= Int32.max,
      display.height <= Int32.max
    else { return shown }
    switch display.unit {
    case 0: return (display.width, display.height)
    // Centimetres, inches and an aspect ratio give the stretching of pixels.
    case 1, 2, 3: return (shown.height * display.width / display.height, shown.height)
    default: return shown
    }
  }

  /// The number of clockwise quarter turns; a roll counts anticlockwise.
  var quarterTurns: Int {
    let quarters = roll / 90
    guard isFlat, abs(quarters) <= 4, abs(quarters - quarters.rounded()) < 0.02 else { return 0 }
    return -Int(quarters.rounded())
  }

  private mutating func readVideo(
    _ video: EBMLElement, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var elements = EBMLList(in: video)
    while let element = try elements.next(&window, &draft) {
      if element.name == MatroskaElementID.projection {
        try readProjection(element, &window, &draft)
        continue
      }
      if element.name == MatroskaElementID.frameRate {
        if let rate = try element.float(&window), frameRate == nil { frameRate = rate }
        continue
      }
      guard let number = try element.number(&window) else { continue }
      switch element.name {
      case MatroskaElementID.pixelWidth: width = number
      case MatroskaElementID.pixelHeight: height = number
      case MatroskaElementID.cropLeft, MatroskaElementID.cropRight:
        crop.across += min(number, 1 << 31)
      case MatroskaElementID.cropTop, MatroskaElementID.cropBottom:
        crop.down += min(number, 1 << 31)
      case MatroskaElementID.displayWidth: display.width = number
      case MatroskaElementID.displayHeight: display.height = number
      case MatroskaElementID.displayUnit: display.unit = number
      default: break
      }
    }
  }

  private mutating func readProjection(
    _ projection: EBMLElement, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var elements = EBMLList(in: projection)
    while let element = try elements.next(&window, &draft) {
      switch element.name {
      // A sphere or a cube is viewed from inside; its roll turns the camera.
      case MatroskaElementID.projectionType: isFlat = try element.number(&window) == 0
      case MatroskaElementID.projectionRoll: roll = try element.float(&window) ?? 0
      default: break
      }
    }
  }
}
