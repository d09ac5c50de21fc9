/// An AVI as its headers describe it; the media data are not frames, unless some are given.
package struct AVIMovie: SampleFile {
  package var width: Int
  package var height: Int
  package var frames = 75
  package var framesPerSecond = 30
  package var hasVideo = true
  /// The text of `IDIT`, in whatever form.
  package var date: String?
  package var software: String?
  /// Maker and model, as Exif's list of an AVI has them.
  package var camera: (make: String, model: String)?
  /// The frames of all pieces of an OpenDML file, of which the first alone is counted elsewhere.
  package var totalFrames: Int?

  /// One frame, coded as JPEG.
  package var frameData = [UInt8](repeating: 7, count: 300)

  package init(width: Int, height: Int, _ fill: (inout AVIMovie) -> Void = { _ in }) {
    self.width = width
    self.height = height
    fill(&self)
  }

  package func encoded() -> [UInt8] {
    var content = Self.list("hdrl", header)
    if let software {
      content += Self.list("INFO", Self.chunk("ISFT", Array("\(software)\0".utf8)))
    }
    if let camera {
      content += Self.list(
        "exif",
        Self.chunk("ecor", Array("\(camera.make)\0".utf8))
          + Self.chunk("emdl", Array("\(camera.model)\0".utf8)))
    }
    content += Self.list("movi", Self.chunk("00dc", frameData))
    content += Self.chunk("idx1", [UInt8](repeating: 0, count: 16))
    return Self.chunk("RIFF", Array("AVI ".utf8) + content)
  }

  private var header: [UInt8] {
    var main: [UInt8] = []
    for number in [1_000_000 / framesPerSecond, 0, 0, 0x10, frames, 0, 1, 0, width, height] {
      main.append(UInt32(number), .little)
    }
    main += [UInt8](repeating: 0, count: 16)
    var content = Self.chunk("avih", main) + Self.list("strl", stream)
    if let totalFrames {
      var total: [UInt8] = []
      total.append(UInt32(totalFrames), .little)
      content += Self.list("odml", Self.chunk("dmlh", total))
    }
    if let date { content += Self.chunk("IDIT", Array("\(date)\n\0".utf8)) }
    return content
  }

  private var stream: [UInt8] {
    var head = Array((hasVideo ? "vidsMJPG" : "auds\0\0\0\0").utf8)
    for number in [0, 0, 0, 1, framesPerSecond, 0, frames, 0, 0, 0, 0, 0] {
      head.append(UInt32(number), .little)
    }
    var format: [UInt8] = []
    for number in [40, width, height, 1 | 24 << 16, 0x4750_4A4D, 0, 0, 0, 0, 0] {
      format.append(UInt32(number), .little)
    }
    return Self.chunk("strh", head)
      + Self.chunk("strf", hasVideo ? format : [UInt8](repeating: 1, count: 18))
  }

  private static func list(_ type: String, _ content: [UInt8]) -> [UInt8] {
    chunk("LIST", Array(type.utf8) + content)
  }

  private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    var bytes = Array(type.utf8)
    bytes.append(UInt32(content.count), .little)
    return bytes + content + (content.count & 1 == 1 ? [0] : [])
  }
}
