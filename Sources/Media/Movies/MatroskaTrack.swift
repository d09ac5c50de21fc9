/// What one track of a Matroska file says of itself.
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
    _ entry: EBMLElement, _ window: inout HeaderWindow, _ draft: inout FactsDraft
  ) throws(MediaError) {
    var elements = EBMLList(in: entry)
    while let element = try elements.next(&window, &draft) {
      switch element.name {
      case MatroskaName.trackType: showsPictures = try element.number(&window) == 1
      case MatroskaName.defaultDuration:
        if let nanoseconds = try element.number(&window), nanoseconds > 0 {
          frameRate = 1e9 / Double(nanoseconds)
        }
      case MatroskaName.video: try readVideo(element, &window, &draft)
      default: break
      }
    }
  }

  var area: Double { Double(size.width) * Double(size.height) }

  /// The size as displayed, before it is turned.
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
    // Centimetres, inches and a bare ratio say how pixels are stretched.
    case 1, 2, 3: return (shown.height * display.width / display.height, shown.height)
    default: return shown
    }
  }

  /// Quarters by which pictures are turned clockwise; a roll is counted the other way round.
  var quarterTurns: Int {
    let quarters = roll / 90
    guard isFlat, abs(quarters) <= 4, abs(quarters - quarters.rounded()) < 0.02 else { return 0 }
    return -Int(quarters.rounded())
  }

  private mutating func readVideo(
    _ video: EBMLElement, _ window: inout HeaderWindow, _ draft: inout FactsDraft
  ) throws(MediaError) {
    var elements = EBMLList(in: video)
    while let element = try elements.next(&window, &draft) {
      if element.name == MatroskaName.projection {
        try readProjection(element, &window, &draft)
        continue
      }
      if element.name == MatroskaName.frameRate {
        if let rate = try element.float(&window), frameRate == nil { frameRate = rate }
        continue
      }
      guard let number = try element.number(&window) else { continue }
      switch element.name {
      case MatroskaName.pixelWidth: width = number
      case MatroskaName.pixelHeight: height = number
      case MatroskaName.cropLeft, MatroskaName.cropRight: crop.across += min(number, 1 << 31)
      case MatroskaName.cropTop, MatroskaName.cropBottom: crop.down += min(number, 1 << 31)
      case MatroskaName.displayWidth: display.width = number
      case MatroskaName.displayHeight: display.height = number
      case MatroskaName.displayUnit: display.unit = number
      default: break
      }
    }
  }

  private mutating func readProjection(
    _ projection: EBMLElement, _ window: inout HeaderWindow, _ draft: inout FactsDraft
  ) throws(MediaError) {
    var elements = EBMLList(in: projection)
    while let element = try elements.next(&window, &draft) {
      switch element.name {
      // A sphere or a cube is looked at from within; its roll turns the camera.
      case MatroskaName.projectionType: isFlat = try element.number(&window) == 0
      case MatroskaName.projectionRoll: roll = try element.float(&window) ?? 0
      default: break
      }
    }
  }
}
