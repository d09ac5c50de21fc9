internal import Media

/// The subtypes that a file's header and name give it, each with the evidence.
struct Classification {
  private(set) var subtypes: MediaSubtypes = []
  private(set) var reasons: [Reason] = []

  /// Why a subtype was given.
  struct Reason {
    let subtype: StaticString
    let evidence: String
  }

  init(_ facts: MediaFacts, name: UnsafeRawBufferPointer, isLivePhoto: Bool) {
    if facts.format.isImage {
      if let evidence = Self.screenshot(facts, name) {
        add(.photoScreenshot, "photoScreenshot", evidence)
      } else if let evidence = Self.panorama(facts, name) {
        add(.photoPanorama, "photoPanorama", evidence)
      }
      if isLivePhoto { add(.photoLive, "photoLive", "a movie of the same name belongs to it") }
    } else if facts.format.isVideo {
      if let origin = ScreenRecordingName.match(name) {
        add(.videoScreenRecording, "videoScreenRecording", origin.description)
      }
      if let rate = facts.frameRate, rate >= 100 {
        add(.videoHighFrameRate, "videoHighFrameRate", "\(Int(rate.rounded())) frames a second")
      }
    }
  }

  private mutating func add(_ subtype: MediaSubtypes, _ name: StaticString, _ evidence: String) {
    subtypes.insert(subtype)
    reasons.append(Reason(subtype: name, evidence: evidence))
  }

  /// Metadata first, then the name; the size of a screen counts only beside other evidence.
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
    let key: StaticString = "Software"
    let keyBytes = UnsafeRawBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
    for text in [facts.pngSoftware, facts.software] where !text.isEmpty {
      if let tool = text.withBytes({ ScreenshotSoftware.match(key: keyBytes, value: $0) }) {
        return tool
      }
    }
    return nil
  }

  /// `IMG_1234.PNG`.
  private static func isNumberedPicture(_ name: UnsafeRawBufferPointer) -> Bool {
    guard name.count == 12, TextSpan(name).string.uppercased().hasPrefix("IMG_") else {
      return false
    }
    return name[4..<8].allSatisfy { $0 >= 48 && $0 <= 57 }
  }

  /// Cameras mark panoramas in ways of their own; the shape and a camera are what they share.
  private static func panorama(_ facts: MediaFacts, _ name: UnsafeRawBufferPointer) -> String? {
    let long = max(facts.pixelWidth, facts.pixelHeight)
    let short = min(facts.pixelWidth, facts.pixelHeight)
    guard short > 0 else { return nil }
    let isNamed = TextSpan(name).string.uppercased().hasPrefix("PANO_")
    if isNamed, long >= 2 * short { return "file name of a panorama" }
    if !facts.model.isEmpty, 2 * Int(long) >= 5 * Int(short) {
      return "a camera's picture, two and a half times as long as high or more"
    }
    return nil
  }
}
