/// A GIF of 64 colours and any number of frames (GIF89a).
package struct GIFPicture: SampleFile {
  package var width: Int
  package var height: Int
  package var mosaic: Mosaic
  package var frameCount = 1
  /// The time that each frame is shown, in hundredths of a second.
  package var delay: UInt16 = 10
  /// The number of repetitions of the animation, 0 for endless ones; nil leaves out the looping
  /// block.
  package var loopCount: UInt16?
  package var comment: String?
  package var xmp: XMPPacket?
  /// Bytes after the end of the picture.
  package var trailer: [UInt8] = []

  package init(
    width: Int, height: Int, seed: UInt64 = 0, _ fill: (inout GIFPicture) -> Void = { _ in }
  ) {
    self.width = width
    self.height = height
    self.mosaic = Mosaic(seed: seed)
    fill(&self)
  }

  package func encoded() -> [UInt8] {
    precondition(mosaic.colors.count <= 128, "the colour table holds 128 colours")
    var bytes: [UInt8] = []
    bytes.append("GIF89a")
    bytes.append(UInt16(width), .little)
    bytes.append(UInt16(height), .little)
    bytes.append(contentsOf: [0xF6, 0, 0])
    for index in 0..<128 {
      let color = index < mosaic.colors.count ? mosaic.colors[index] : RGB(0, 0, 0)
      bytes.append(contentsOf: [color.red, color.green, color.blue])
    }
    if let loopCount {
      bytes.append(contentsOf: [0x21, 0xFF, 11])
      bytes.append("NETSCAPE2.0")
      bytes.append(contentsOf: [3, 1])
      bytes.append(loopCount, .little)
      bytes.append(0)
    }
    if let comment {
      bytes.append(contentsOf: [0x21, 0xFE])
      Self.appendBlocks(Array(comment.utf8), to: &bytes)
    }
    if let xmp {
      bytes.append(contentsOf: [0x21, 0xFF, 11])
      bytes.append("XMP DataXMP")
      bytes.append(contentsOf: xmp.encoded())
      // Wherever a reader of blocks arrives here, it is led to the end (XMP part 3, section 1.1.2).
      bytes.append(contentsOf: [1] + (0...255).reversed().map { UInt8($0) } + [0])
    }
    for frame in 0..<frameCount { append(frame: frame, to: &bytes) }
    bytes.append(0x3B)
    return bytes + trailer
  }

  private func append(frame: Int, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: [0x21, 0xF9, 4, 0])
    bytes.append(delay, .little)
    bytes.append(contentsOf: [0, 0])
    bytes.append(contentsOf: [0x2C, 0, 0, 0, 0])
    bytes.append(UInt16(width), .little)
    bytes.append(UInt16(height), .little)
    bytes.append(contentsOf: [0, 7])
    Self.appendBlocks(codes(shift: frame), to: &bytes)
  }

  /// LZW codes that are one byte each: a clear code often enough keeps them at eight bits.
  private func codes(shift: Int) -> [UInt8] {
    let clear: UInt8 = 128
    var codes: [UInt8] = []
    codes.reserveCapacity(width * height * 121 / 120 + 2)
    for y in 0..<height {
      let row = y * mosaic.rows / height * mosaic.columns + shift
      for x in 0..<width {
        if (y * width + x).isMultiple(of: 120) { codes.append(clear) }
        let cell = (row + x * mosaic.columns / width) % mosaic.colors.count
        codes.append(UInt8(truncatingIfNeeded: cell))
      }
    }
    codes.append(clear + 1)
    return codes
  }

  private static func appendBlocks(_ content: [UInt8], to bytes: inout [UInt8]) {
    var start = 0
    while start < content.count {
      let end = min(start + 255, content.count)
      bytes.append(UInt8(end - start))
      bytes.append(contentsOf: content[start..<end])
      start = end
    }
    bytes.append(0)
  }
}
