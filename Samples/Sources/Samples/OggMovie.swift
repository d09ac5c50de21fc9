/// An Ogg file with Theora or only Vorbis in it; the media data are not frames.
package struct OggMovie: SampleFile {
  package var width: Int
  package var height: Int
  package var frames = 75
  package var framesPerSecond = 30
  package var hasVideo = true
  /// Texts such as `ENCODER=recordMyDesktop`.
  package var comments: [String] = []

  package init(width: Int, height: Int, _ fill: (inout OggMovie) -> Void = { _ in }) {
    self.width = width
    self.height = height
    fill(&self)
  }

  private static let shift = 6

  package func encoded() -> [UInt8] {
    guard hasVideo else {
      return page(
        stream: 1, flags: 2, position: 0,
        Array("\u{01}vorbis".utf8) + [UInt8](repeating: 1, count: 23))
        + page(stream: 1, flags: 4, position: 48_000, [UInt8](repeating: 1, count: 100))
    }
    // The last key frame is ten frames back; both counts begin with one.
    let position = (frames - 10) << Self.shift | 10
    return page(stream: 7, flags: 2, position: 0, theora)
      + page(
        stream: 1, flags: 2, position: 0,
        Array("\u{01}vorbis".utf8) + [UInt8](repeating: 1, count: 23))
      + page(stream: 7, flags: 0, position: 0, texts)
      + page(stream: 7, flags: 0, position: 10, [UInt8](repeating: 2, count: 200))
      + page(stream: 7, flags: 4, position: position, [UInt8](repeating: 2, count: 200))
  }

  private var theora: [UInt8] {
    var bytes = [0x80] + Array("theora".utf8) + [3, 2, 1]
    bytes.append(UInt16((width + 15) / 16), .big)
    bytes.append(UInt16((height + 15) / 16), .big)
    bytes.append24(width, .big)
    bytes.append24(height, .big)
    bytes += [0, 0]
    bytes.append(UInt32(framesPerSecond), .big)
    bytes.append(UInt32(1), .big)
    bytes += [0, 0, 1, 0, 0, 1, 0, 0, 0, 0]
    bytes.append(UInt16(Self.shift << 5), .big)
    return bytes
  }

  private var texts: [UInt8] {
    var bytes = [0x81] + Array("theora".utf8)
    bytes.append(UInt32(4), .little)
    bytes.append("Xiph")
    bytes.append(UInt32(comments.count), .little)
    for comment in comments {
      bytes.append(UInt32(comment.utf8.count), .little)
      bytes.append(comment)
    }
    return bytes
  }

  /// A page whose checksum is 0: readers of headers do not verify it.
  private func page(stream: Int, flags: UInt8, position: Int, _ content: [UInt8]) -> [UInt8] {
    var bytes = Array("OggS".utf8) + [0, flags]
    bytes.append(UInt64(position), .little)
    bytes.append(UInt32(stream), .little)
    bytes += [UInt8](repeating: 0, count: 8)
    let segments = content.count / 255 + 1
    bytes.append(UInt8(segments))
    bytes += [UInt8](repeating: 255, count: segments - 1) + [UInt8(content.count % 255)]
    return bytes + content
  }
}
