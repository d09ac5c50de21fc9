/// A lossless WebP, in the extended form when there is metadata or more than one frame (RFC 9649).
package struct WebPPicture: SampleFile {
  package var width: Int
  package var height: Int
  /// The picture shows the mosaic's first colour, and its last where the cell's number is odd.
  package var mosaic: Mosaic
  package var exif: EXIFBlock?
  package var xmp: XMPPacket?
  /// More than one makes an animation that shows each for 100 ms.
  package var frameCount = 1
  /// 0 plays for ever.
  package var loopCount: UInt16 = 0
  /// Bytes after the end of the picture.
  package var trailer: [UInt8] = []

  package init(
    width: Int, height: Int, seed: UInt64 = 0, _ fill: (inout WebPPicture) -> Void = { _ in }
  ) {
    self.width = width
    self.height = height
    self.mosaic = Mosaic(seed: seed)
    fill(&self)
  }

  package func encoded() -> [UInt8] {
    var chunks: [UInt8] = []
    let isExtended = exif != nil || xmp != nil || frameCount > 1
    if isExtended {
      var header: [UInt8] = [
        (exif == nil ? 0 : 0x08) | (xmp == nil ? 0 : 0x04) | (frameCount > 1 ? 0x02 : 0), 0, 0, 0,
      ]
      header.append24(width - 1, .little)
      header.append24(height - 1, .little)
      Self.append("VP8X", header, to: &chunks)
    }
    if frameCount > 1 {
      var animation: [UInt8] = [255, 255, 255, 255]
      animation.append(loopCount, .little)
      Self.append("ANIM", animation, to: &chunks)
      for frame in 0..<frameCount { append(frame: frame, to: &chunks) }
    } else {
      Self.append("VP8L", image(frame: 0), to: &chunks)
    }
    if let exif { Self.append("EXIF", exif.encoded(), to: &chunks) }
    if let xmp { Self.append("XMP ", xmp.encoded(), to: &chunks) }
    var bytes: [UInt8] = []
    Self.append("RIFF", Array("WEBP".utf8) + chunks, to: &bytes)
    return bytes + trailer
  }

  private func append(frame: Int, to chunks: inout [UInt8]) {
    var content: [UInt8] = Array(repeating: 0, count: 6)
    content.append24(width - 1, .little)
    content.append24(height - 1, .little)
    content.append24(100, .little)
    content.append(0)
    Self.append("VP8L", image(frame: frame), to: &content)
    Self.append("ANMF", content, to: &chunks)
  }

  private func image(frame: Int) -> [UInt8] {
    let (width, height, mosaic) = (width, height, mosaic)
    return VP8LImage(
      width: width, height: height,
      colors: [mosaic.colors[0], mosaic.colors[mosaic.colors.count - 1]]
    ) { x, y in
      (x * mosaic.columns / width + y * mosaic.rows / height + frame) % 2 == 1
    }.encoded()
  }

  private static func append(_ type: String, _ content: [UInt8], to bytes: inout [UInt8]) {
    bytes.append(type)
    bytes.append(UInt32(content.count), .little)
    bytes.append(contentsOf: content)
    if !content.count.isMultiple(of: 2) { bytes.append(0) }
  }
}
