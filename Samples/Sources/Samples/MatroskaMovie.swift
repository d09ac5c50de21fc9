/// A Matroska or WebM file as its headers describe it; the media data are not frames.
package struct MatroskaMovie: SampleFile {
  package var width: Int
  package var height: Int
  /// `matroska` or `webm`.
  package var documentType = "matroska"
  /// In seconds; nil leaves it out, as live recordings do.
  package var duration: Double? = 2.5
  package var framesPerSecond = 30
  package var hasVideo = true
  package var hasAudio = false
  /// Seconds since 1970.
  package var created: Int?
  package var writingApp: String?
  /// Pixels that are cut off: top, bottom, left and right.
  package var crop: (top: Int, bottom: Int, left: Int, right: Int)?
  package var displaySize: (width: Int, height: Int)?
  /// Degrees against the clock.
  package var roll: Double?
  package var tags: [(name: String, text: String)] = []
  /// True if the tags come after the media data, where only the index in front refers to them.
  package var hasTagsLast = false
  /// True if neither the segment nor its cluster has a size, as in a live recording.
  package var isLive = false
  /// The time of the last frame, in milliseconds.
  package var lastTime = 2400

  package init(width: Int, height: Int, _ fill: (inout MatroskaMovie) -> Void = { _ in }) {
    self.width = width
    self.height = height
    fill(&self)
  }

  package func encoded() -> [UInt8] {
    let head = Self.element([0x1A, 0x45, 0xDF, 0xA3], Self.text([0x42, 0x82], documentType))
    let tags = tags.isEmpty ? [] : Self.element([0x12, 0x54, 0xC3, 0x67], tagElements)
    var front = information + tracks
    if !hasTagsLast { front += tags }
    // The index has a size of its own, so that the place of the tags is known beforehand.
    let index = seekHead(tagsAt: 0).count
    var content = seekHead(tagsAt: index + front.count + cluster.count) + front + cluster
    if hasTagsLast { content += tags }
    return head + Self.element([0x18, 0x53, 0x80, 0x67], content, isLive: isLive)
  }

  private func seekHead(tagsAt place: Int) -> [UInt8] {
    guard hasTagsLast else { return [] }
    var position: [UInt8] = []
    position.append(UInt32(place), .big)
    return Self.element(
      [0x11, 0x4D, 0x9B, 0x74],
      Self.element(
        [0x4D, 0xBB],
        Self.element([0x53, 0xAB], [0x12, 0x54, 0xC3, 0x67])
          + Self.element([0x53, 0xAC], position)))
  }

  private var information: [UInt8] {
    var content = Self.number([0x2A, 0xD7, 0xB1], 1_000_000)
    if let duration { content += Self.float([0x44, 0x89], duration * 1000) }
    if let created {
      var date: [UInt8] = []
      date.append(Int64(created - 978_307_200) * 1_000_000_000, .big)
      content += Self.element([0x44, 0x61], date)
    }
    content += Self.text([0x4D, 0x80], "Lavf59.27.100")
    if let writingApp { content += Self.text([0x57, 0x41], writingApp) }
    return Self.element([0x15, 0x49, 0xA9, 0x66], content)
  }

  private var tracks: [UInt8] {
    var entries: [UInt8] = []
    if hasAudio {
      entries += Self.element([0xAE], Self.number([0xD7], 2) + Self.number([0x83], 2))
    }
    if hasVideo {
      entries += Self.element(
        [0xAE],
        Self.number([0xD7], 1) + Self.number([0x83], 1)
          + Self.number([0x23, 0xE3, 0x83], 1_000_000_000 / framesPerSecond)
          + Self.element([0xE0], video))
    }
    return Self.element([0x16, 0x54, 0xAE, 0x6B], entries)
  }

  private var video: [UInt8] {
    var content = Self.number([0xB0], width) + Self.number([0xBA], height)
    if let crop {
      content += Self.number([0x54, 0xBB], crop.top) + Self.number([0x54, 0xAA], crop.bottom)
      content += Self.number([0x54, 0xCC], crop.left) + Self.number([0x54, 0xDD], crop.right)
    }
    if let displaySize {
      content += Self.number([0x54, 0xB0], displaySize.width)
      content += Self.number([0x54, 0xBA], displaySize.height)
    }
    if let roll {
      content += Self.element(
        [0x76, 0x70], Self.number([0x76, 0x71], 0) + Self.float([0x76, 0x75], roll))
    }
    return content
  }

  private var tagElements: [UInt8] {
    Self.element(
      [0x73, 0x73],
      Self.element([0x63, 0xC0], [])
        + tags.flatMap {
          Self.element(
            [0x67, 0xC8], Self.text([0x45, 0xA3], $0.name) + Self.text([0x44, 0x87], $0.text))
        })
  }

  private var cluster: [UInt8] {
    var content = Self.number([0xE7], 1000)
    for time in [0, lastTime - 1000] {
      var block: [UInt8] = [0x81]
      block.append(Int16(time), .big)
      content += Self.element([0xA3], block + [0x80] + [UInt8](repeating: 9, count: 200))
    }
    return Self.element([0x1F, 0x43, 0xB6, 0x75], content, isLive: isLive)
  }

  private static func text(_ name: [UInt8], _ text: String) -> [UInt8] {
    element(name, Array(text.utf8))
  }

  private static func number(_ name: [UInt8], _ number: Int) -> [UInt8] {
    var content: [UInt8] = []
    content.append(UInt32(number), .big)
    return element(name, content)
  }

  private static func float(_ name: [UInt8], _ number: Double) -> [UInt8] {
    var content: [UInt8] = []
    content.append(number.bitPattern, .big)
    return element(name, content)
  }

  private static func element(
    _ name: [UInt8], _ content: [UInt8], isLive: Bool = false
  ) -> [UInt8] {
    if isLive { return name + [0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF] + content }
    var size: [UInt8] = []
    size.append(UInt32(content.count) | 0x1000_0000, .big)
    return name + size + content
  }
}
