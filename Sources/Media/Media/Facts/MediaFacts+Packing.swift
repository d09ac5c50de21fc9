extension MediaFacts {
  /// The maximum size of packed facts in bytes.
  package static let packedLimit = 768

  private typealias Presence = FactsPacker.Presence

  /// The wall-clock times of the years 1…9999, in milliseconds since 1970.
  private static let wallClocks: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
  /// The possible frames per second, which readers compute from numbers of 32 bits.
  private static let frameRates: ClosedRange<Float> = 0...5e9
  private static let depths: ClosedRange<UInt8> = 1...64

  /// Writes the facts in a compact binary form and returns its size.
  ///
  /// The form is the same on every machine and in every time zone. It may be read by another
  /// program version, so store ``HeaderReader/version`` with it.
  ///
  /// - Parameter target: at least ``packedLimit`` bytes.
  package func pack(into target: UnsafeMutableRawBufferPointer) -> Int {
    var packer = FactsPacker(into: target)
    let presence = presence
    packer.byte(format.rawValue)
    packer.byte(orientation)
    packer.word(presence.rawValue)
    if let colorModel { packer.byte(colorModel.rawValue) }
    if let problem { packer.byte(problem.rawValue) }
    if presence.contains(.rendering) { packer.byte(rendering.rawValue) }
    if presence.contains(.traits) { packer.byte(traits.rawValue) }
    if let depth { packer.byte(depth) }
    if presence.contains(.size) {
      packer.varint(UInt64(UInt32(bitPattern: pixelWidth)))
      packer.varint(UInt64(UInt32(bitPattern: pixelHeight)))
    }
    if let frameCount { packer.varint(UInt64(UInt32(bitPattern: frameCount))) }
    if let loopCount { packer.varint(UInt64(UInt32(bitPattern: loopCount))) }
    if let frameRate { packer.word(frameRate.bitPattern) }
    if let durationMilliseconds { packer.signed(durationMilliseconds) }
    if let captureDate {
      packer.byte(Self.code(of: captureDate.source))
      packer.signed(captureDate.wallClockMilliseconds)
      if let offset = captureDate.offsetMinutes { packer.word(offset) }
    }
    if let location {
      packer.word(location.latitude.bitPattern)
      packer.word(location.longitude.bitPattern)
      if let altitude = location.altitude { packer.word(altitude.bitPattern) }
    }
    if let exifBlock { packer.range(exifBlock) }
    if let xmpBlock { packer.range(xmpBlock) }
    if let embeddedPreview {
      packer.range(embeddedPreview.range)
      packer.varint(UInt64(UInt32(bitPattern: embeddedPreview.pixelWidth)))
      packer.varint(UInt64(UInt32(bitPattern: embeddedPreview.pixelHeight)))
    }
    forEachText { text, _ in
      if !text.isEmpty { packer.text(text) }
    }
    return packer.count
  }

  /// Unpacks facts; nil for invalid bytes, or facts that no reader returns.
  ///
  /// - Parameter fileSize: the size of the file, within which all ranges must lie.
  package init?(packed: UnsafeRawBufferPointer, fileSize: Int64) {
    var source = FactsUnpacker(packed)
    guard let format = MediaFormat(rawValue: source.byte()) else { return nil }
    self.init()
    self.format = format
    orientation = source.byte()
    let presence = Presence(rawValue: source.word(UInt32.self))
    isAnimated = presence.contains(.animated)
    saysScreenshot = presence.contains(.screenshot)
    if presence.contains(.colorModel) { colorModel = ColorModel(rawValue: source.byte()) }
    if presence.contains(.problem) { problem = MediaProblem(rawValue: source.byte()) }
    if presence.contains(.rendering) {
      rendering = CameraRendering(rawValue: source.byte()) ?? .plain
    }
    if presence.contains(.traits) { traits = PictureTraits(rawValue: source.byte()) }
    if presence.contains(.depth) { depth = source.byte() }
    if presence.contains(.size) { (pixelWidth, pixelHeight) = (source.side(), source.side()) }
    if presence.contains(.frameCount) { frameCount = source.side() }
    if presence.contains(.loopCount) { loopCount = source.side() }
    if presence.contains(.frameRate) { frameRate = Float(bitPattern: source.word(UInt32.self)) }
    if presence.contains(.duration) { durationMilliseconds = source.signed(0...Int64.max) }
    if presence.contains(.date) {
      captureDate = source.date(
        Self.wallClocks, hasOffset: presence.contains(.dateOffset),
        isMoment: presence.contains(.dateMoment))
    }
    if presence.contains(.location) {
      location = source.location(hasAltitude: presence.contains(.altitude))
    }
    if presence.contains(.exif) { exifBlock = source.range(within: fileSize) }
    if presence.contains(.xmp) { xmpBlock = source.range(within: fileSize) }
    if presence.contains(.preview) {
      embeddedPreview = EmbeddedPreview(
        range: source.range(within: fileSize), pixelWidth: source.side(),
        pixelHeight: source.side())
    }
    if presence.contains(.make) { make = source.text() }
    if presence.contains(.model) { model = source.text() }
    if presence.contains(.lens) { lens = source.text() }
    if presence.contains(.software) { software = source.text() }
    if presence.contains(.pngSoftware) { pngSoftware = source.text() }
    if presence.contains(.userComment) { userComment = source.text() }
    if presence.contains(.contentIdentifier) { contentIdentifier = source.text() }
    if presence.contains(.burstIdentifier) { burstIdentifier = source.text() }
    if presence.contains(.profileName) { profileName = source.text() }
    // Facts that were dropped or invalid show here.
    guard source.isComplete, (1...8).contains(orientation), self.presence == presence,
      frameRate.map(Self.frameRates.contains) ?? true, depth.map(Self.depths.contains) ?? true,
      PictureTraits.all.isSuperset(of: traits)
    else { return nil }
  }

  private var presence: Presence {
    var presence: Presence = []
    if isAnimated { presence.insert(.animated) }
    if saysScreenshot { presence.insert(.screenshot) }
    if colorModel != nil { presence.insert(.colorModel) }
    if problem != nil { presence.insert(.problem) }
    if rendering != .plain { presence.insert(.rendering) }
    if !traits.isEmpty { presence.insert(.traits) }
    if depth != nil { presence.insert(.depth) }
    if pixelWidth != 0 || pixelHeight != 0 { presence.insert(.size) }
    if frameCount != nil { presence.insert(.frameCount) }
    if loopCount != nil { presence.insert(.loopCount) }
    if frameRate != nil { presence.insert(.frameRate) }
    if durationMilliseconds != nil { presence.insert(.duration) }
    if captureDate != nil { presence.insert(.date) }
    if captureDate?.offsetMinutes != nil { presence.insert(.dateOffset) }
    if captureDate?.isMoment == true { presence.insert(.dateMoment) }
    if location != nil { presence.insert(.location) }
    if location?.altitude != nil { presence.insert(.altitude) }
    if exifBlock != nil { presence.insert(.exif) }
    if xmpBlock != nil { presence.insert(.xmp) }
    if embeddedPreview != nil { presence.insert(.preview) }
    forEachText { text, bit in
      if !text.isEmpty { presence.insert(bit) }
    }
    return presence
  }

  /// Calls `body` with the texts, in their packed order.
  @inline(__always)
  private func forEachText(_ body: (ShortText, Presence) -> Void) {
    body(make, .make)
    body(model, .model)
    body(lens, .lens)
    body(software, .software)
    body(pngSoftware, .pngSoftware)
    body(userComment, .userComment)
    body(contentIdentifier, .contentIdentifier)
    body(burstIdentifier, .burstIdentifier)
    body(profileName, .profileName)
  }

  fileprivate static func code(of source: CreationDateSource) -> UInt8 {
    switch source {
    case .exif: 1
    case .pngText: 2
    case .quicktime: 3
    case .filename: 4
    case .fileSystem: 5
    case .xmp: 6
    case .movie: 7
    case .iptc: 8
    // These are never found in a header.
    case .takeout, .xmpSidecar: 0
    }
  }
}

extension FactsUnpacker {
  /// Reads a count or a side of a picture.
  fileprivate mutating func side() -> Int32 {
    Int32(truncatingIfNeeded: number(0...Int64(Int32.max)))
  }

  fileprivate mutating func date(
    _ wallClocks: ClosedRange<Int64>, hasOffset: Bool, isMoment: Bool
  ) -> CaptureDate? {
    let code = byte()
    let wallClock = signed(wallClocks)
    let offset = hasOffset ? word(Int16.self) : nil
    guard code != 0 else { return nil }
    return CreationDateSource.allCases.first { MediaFacts.code(of: $0) == code }.map {
      isMoment && !hasOffset
        ? CaptureDate(moment: wallClock, source: $0)
        : CaptureDate(wallClockMilliseconds: wallClock, offsetMinutes: offset, source: $0)
    }
  }

  fileprivate mutating func location(hasAltitude: Bool) -> MediaLocation? {
    let latitude = Double(bitPattern: word(UInt64.self))
    let longitude = Double(bitPattern: word(UInt64.self))
    let altitude = hasAltitude ? Double(bitPattern: word(UInt64.self)) : nil
    return MediaLocation(latitude: latitude, longitude: longitude, altitude: altitude)
  }
}
