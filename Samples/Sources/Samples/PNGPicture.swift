/// A PNG of 8-bit RGB, or an APNG when it has several frames.
package struct PNGPicture: SampleFile {
  package var width: Int
  package var height: Int
  package var mosaic: Mosaic
  package var texts: [PNGText] = []
  /// The side of an RGBA square in seven passes that the header claims, which a decoder has to
  /// hold.
  package var claimedSide: Int?
  /// The colour that is transparent.
  package var transparentColor: RGB?
  /// `tIME`, which is UTC.
  package var modified: CivilTime?
  package var exif: EXIFBlock?
  package var xmp: XMPPacket?
  /// More than one makes an APNG that shows each for 100 ms.
  package var frameCount = 1
  /// 0 plays for ever.
  package var playCount: UInt32 = 0
  /// True if text, time, EXIF and XMP come after the pixels, as they may.
  package var hasMetadataLast = false
  /// Cuts the pixels of a still picture into chunks of so many bytes.
  package var dataChunkSize: Int?
  /// Bytes after the end of the picture.
  package var trailer: [UInt8] = []

  package init(
    width: Int, height: Int, seed: UInt64 = 0, _ fill: (inout PNGPicture) -> Void = { _ in }
  ) {
    self.width = width
    self.height = height
    self.mosaic = Mosaic(seed: seed)
    fill(&self)
  }

  package func encoded() -> [UInt8] {
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    Self.append("IHDR", to: &bytes) {
      $0.append(UInt32(claimedSide ?? width), .big)
      $0.append(UInt32(claimedSide ?? height), .big)
      $0.append(contentsOf: claimedSide == nil ? [8, 2, 0, 0, 0] : [8, 6, 0, 0, 1])
    }
    if frameCount > 1 {
      Self.append("acTL", to: &bytes) {
        $0.append(UInt32(frameCount), .big)
        $0.append(playCount, .big)
      }
    }
    if let transparentColor {
      Self.append("tRNS", to: &bytes) {
        $0.append(UInt16(transparentColor.red), .big)
        $0.append(UInt16(transparentColor.green), .big)
        $0.append(UInt16(transparentColor.blue), .big)
      }
    }
    if !hasMetadataLast { appendMetadata(to: &bytes) }
    appendFrames(to: &bytes)
    if hasMetadataLast { appendMetadata(to: &bytes) }
    Self.append("IEND", to: &bytes) { _ in }
    return bytes + trailer
  }

  private func appendMetadata(to bytes: inout [UInt8]) {
    for text in texts {
      let (type, content) = text.chunk
      Self.append(type, to: &bytes) { $0.append(contentsOf: content) }
    }
    if let xmp {
      let text = PNGText.international(keyword: "XML:com.adobe.xmp", text: xmp.text)
      Self.append(text.chunk.type, to: &bytes) { $0.append(contentsOf: text.chunk.content) }
    }
    if let modified {
      Self.append("tIME", to: &bytes) {
        $0.append(UInt16(modified.year), .big)
        $0.append(
          contentsOf: [
            modified.month, modified.day, modified.hour, modified.minute, modified.second,
          ].map { UInt8($0) })
      }
    }
    if let exif { Self.append("eXIf", to: &bytes) { $0.append(contentsOf: exif.encoded()) } }
  }

  private func appendFrames(to bytes: inout [UInt8]) {
    var sequence: UInt32 = 0
    for frame in 0..<max(1, frameCount) {
      if frameCount > 1 {
        Self.append("fcTL", to: &bytes) {
          $0.append(sequence, .big)
          $0.append(UInt32(width), .big)
          $0.append(UInt32(height), .big)
          $0.append(contentsOf: repeatElement(0, count: 8))
          $0.append(UInt16(1), .big)
          $0.append(UInt16(10), .big)
          $0.append(contentsOf: [0, 0])
        }
        sequence += 1
      }
      let pixels = pixels(of: mosaic.shifted(by: frame))
      if frame == 0 {
        let size = max(1, dataChunkSize ?? pixels.count)
        for start in stride(from: 0, to: pixels.count, by: size) {
          Self.append("IDAT", to: &bytes) {
            $0.append(contentsOf: pixels[start..<min(start + size, pixels.count)])
          }
        }
      } else {
        Self.append("fdAT", to: &bytes) {
          $0.append(sequence, .big)
          $0.append(contentsOf: pixels)
        }
        sequence += 1
      }
    }
  }

  /// Writes the first line of each row of cells as differences to the left, the others as zeros,
  /// the differences to the line above.
  private func pixels(of mosaic: Mosaic) -> [UInt8] {
    var stream = ZlibStream()
    var previousRow = -1
    for y in 0..<height {
      let row = y * mosaic.rows / height
      guard row != previousRow else {
        stream.append(2)
        stream.append(zeros: width * 3)
        continue
      }
      previousRow = row
      stream.append(1)
      var left = RGB(0, 0, 0)
      var x = 0
      while x < width {
        let color = mosaic.color(x: x, y: y, width: width, height: height)
        stream.append(color.red &- left.red)
        stream.append(color.green &- left.green)
        stream.append(color.blue &- left.blue)
        let column = x * mosaic.columns / width
        let next = ((column + 1) * width + mosaic.columns - 1) / mosaic.columns
        stream.append(zeros: (next - x - 1) * 3)
        left = color
        x = next
      }
    }
    return stream.finished()
  }

  private static func append(
    _ type: String, to bytes: inout [UInt8], fill: (inout [UInt8]) -> Void
  ) {
    var chunk = Array(type.utf8)
    fill(&chunk)
    bytes.append(UInt32(chunk.count - 4), .big)
    bytes.append(contentsOf: chunk)
    bytes.append(CRC32.checksum(chunk), .big)
  }
}
