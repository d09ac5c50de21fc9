internal import Media

/// The media subtypes of a file by its header and name, each with the evidence for it.
struct Classification {
  private(set) var subtypes: MediaSubtypes = []
  private(set) var reasons: [Reason] = []

  struct Reason {
    let subtype: StaticString
    let evidence: String
  }

  init(_ facts: MediaFacts, name: UnsafeRawBufferPointer, fileSize: Int64, isLivePhoto: Bool) {
    if facts.format.isImage {
      if let evidence = Self.screenshot(facts, name) {
        add(.photoScreenshot, "photoScreenshot", evidence)
      } else if let evidence = Self.panorama(facts, name, fileSize) {
        add(.photoPanorama, "photoPanorama", evidence)
      }
      addRendering(facts.rendering)
      addTraits(facts.traits)
      if isLivePhoto { add(.photoLive, "photoLive", "a movie of the same name belongs to it") }
    } else if facts.format.isVideo {
      if let evidence = Self.screenRecording(facts, name) {
        add(.videoScreenRecording, "videoScreenRecording", evidence)
      }
      if let rate = facts.frameRate, rate >= 100 {
        add(.videoHighFrameRate, "videoHighFrameRate", "\(Int(rate.rounded())) frames a second")
      }
    }
  }

  private mutating func addRendering(_ rendering: CameraRendering) {
    let evidence = "the camera's note on how the picture was made"
    switch rendering {
    case .highDynamicRange, .highDynamicRangeBesideOriginal, .portraitHighDynamicRange:
      add(.photoHDR, "photoHDR", evidence)
    default: break
    }
    if rendering == .portrait || rendering == .portraitHighDynamicRange {
      add(.photoDepthEffect, "photoDepthEffect", evidence)
    }
  }

  private mutating func addTraits(_ traits: PictureTraits) {
    if traits.contains(.gainMap), !subtypes.contains(.photoHDR) {
      add(.photoHDR, "photoHDR", "a gain map for displays of a higher range")
    }
    if traits.contains(.depthMap), !subtypes.contains(.photoDepthEffect) {
      add(.photoDepthEffect, "photoDepthEffect", "a map of how far away each part is")
    }
  }

  private mutating func add(_ subtype: MediaSubtypes, _ name: StaticString, _ evidence: String) {
    subtypes.insert(subtype)
    reasons.append(Reason(subtype: name, evidence: evidence))
  }

  /// Returns the evidence for a screenshot, or nil: metadata, or the name; never a size alone.
  private static func screenshot(_ facts: MediaFacts, _ name: UnsafeRawBufferPointer) -> String? {
    if facts.saysScreenshot { return "the user comment says Screenshot" }
    if let tool = screenshotTool(facts) { return tool.description }
    if let origin = ScreenshotName.match(name) { return origin.description }
    // iOS names screenshots like pictures, but saves only screenshots and imports as PNG.
    if facts.format == .png, facts.make.isEmpty, isNumberedPicture(name),
      ScreenSize.isKnown(width: Int(facts.pixelWidth), height: Int(facts.pixelHeight))
    {
      return "a PNG of a screen's size, named as iOS names its pictures"
    }
    return nil
  }

  private static func screenshotTool(_ facts: MediaFacts) -> ScreenshotSoftware? {
    screenshotTool(facts.pngSoftware) ?? screenshotTool(facts.software)
  }

  private static func screenshotTool(_ software: ShortText) -> ScreenshotSoftware? {
    guard !software.isEmpty else { return nil }
    let key = TextSpan("Software")
    return software.withBytes { ScreenshotSoftware.match(key: key.bytes, value: $0) }
  }

  /// Returns the evidence for a screen recording, or nil: the program named in the movie, else the
  /// file name. An ambiguous name counts only if the movie names no camera and is like a desktop
  /// recorder's.
  private static func screenRecording(
    _ facts: MediaFacts, _ name: UnsafeRawBufferPointer
  ) -> String? {
    if let tool = facts.software.withBytes({ ScreenRecordingSoftware.match($0) }) {
      return tool.description
    }
    if let origin = ScreenRecordingName.match(name) { return origin.description }
    let isOfDesktop: Bool
    switch facts.format {
    case .matroska, .webM, .flash, .transportStream: isOfDesktop = true
    default: isOfDesktop = facts.software.withBytes { ScreenRecordingSoftware.isLibrary($0) }
    }
    guard isOfDesktop, facts.make.isEmpty, facts.model.isEmpty, facts.location == nil else {
      return nil
    }
    return ScreenRecordingName.bareMatch(name)?.description
  }

  /// Returns true for names such as `IMG_1234.PNG`.
  private static func isNumberedPicture(_ name: UnsafeRawBufferPointer) -> Bool {
    name.count == 12 && begins(name, with: "img_")
      && name[4..<8].allSatisfy { $0 >= 48 && $0 <= 57 }
  }

  private static func begins(_ name: UnsafeRawBufferPointer, with start: StaticString) -> Bool {
    guard name.count >= start.utf8CodeUnitCount else { return false }
    for place in 0..<start.utf8CodeUnitCount {
      let byte = name[place]
      let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
      if (isUpper ? byte | 0x20 : byte) != start.utf8Start[place] { return false }
    }
    return true
  }

  /// Returns the evidence for a panorama, or nil: metadata, or proportions with a name or camera.
  private static func panorama(
    _ facts: MediaFacts, _ name: UnsafeRawBufferPointer, _ fileSize: Int64
  ) -> String? {
    let long = max(facts.pixelWidth, facts.pixelHeight)
    let short = min(facts.pixelWidth, facts.pixelHeight)
    guard short > 0 else { return nil }
    if facts.rendering == .panorama { return "the camera's note on how the picture was made" }
    if facts.traits.contains(.panorama) { return "XMP describes a panorama (GPano)" }
    guard facts.hasBelievableSize(inFileOf: fileSize) else { return nil }
    if begins(name, with: "pano_"), long >= 2 * short { return "file name of a panorama" }
    if !facts.model.isEmpty, 2 * Int(long) >= 5 * Int(short) {
      return "a camera's picture, two and a half times as long as high or more"
    }
    return nil
  }
}
