/// A Flash video: its metadata and two tags of pictures that are none.
package struct FlashMovie: SampleFile {
  package var width: Int
  package var height: Int
  package var hasVideo = true
  /// In seconds; nil leaves it out, as what is cut from a broadcast does.
  package var duration: Double? = 2.5
  package var framesPerSecond = 30.0
  package var date: String?
  package var encoder: String?
  /// The time of the last picture, in milliseconds.
  package var lastTime = 2400

  package init(width: Int, height: Int, _ fill: (inout FlashMovie) -> Void = { _ in }) {
    self.width = width
    self.height = height
    fill(&self)
  }

  package func encoded() -> [UInt8] {
    var bytes = Array("FLV".utf8) + [1, hasVideo ? 5 : 4, 0, 0, 0, 9, 0, 0, 0, 0]
    bytes += tag(18, time: 0, metadata)
    bytes += tag(hasVideo ? 9 : 8, time: 0, [0x12] + [UInt8](repeating: 3, count: 90))
    bytes += tag(hasVideo ? 9 : 8, time: lastTime, [0x22] + [UInt8](repeating: 3, count: 60))
    return bytes
  }

  private func tag(_ type: UInt8, time: Int, _ content: [UInt8]) -> [UInt8] {
    var bytes = [type]
    bytes.append24(content.count, .big)
    bytes.append24(time, .big)
    bytes += [UInt8(truncatingIfNeeded: time >> 24), 0, 0, 0]
    bytes += content
    bytes.append(UInt32(content.count + 11), .big)
    return bytes
  }

  /// An object and a list stand in front of what is read, as the positions of key frames may.
  private var metadata: [UInt8] {
    var bytes: [UInt8] = [2] + Self.text("onMetaData")
    bytes += [8, 0, 0, 0, 9]
    bytes += Self.text("keyframes") + [3] + Self.text("times") + [10, 0, 0, 0, 2]
    bytes += Self.number(0) + Self.number(1) + [0, 0, 9]
    bytes += Self.text("hasAudio") + [1, 0]
    if let duration { bytes += Self.text("duration") + Self.number(duration) }
    if hasVideo {
      bytes += Self.text("width") + Self.number(Double(width))
      bytes += Self.text("height") + Self.number(Double(height))
      bytes += Self.text("framerate") + Self.number(framesPerSecond)
    }
    if let date { bytes += Self.text("creationdate") + [2] + Self.text(date) }
    if let encoder { bytes += Self.text("encoder") + [2] + Self.text(encoder) }
    return bytes + [0, 0, 9]
  }

  private static func number(_ number: Double) -> [UInt8] {
    var bytes: [UInt8] = [0]
    bytes.append(number.bitPattern, .big)
    return bytes
  }

  private static func text(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(UInt16(text.utf8.count), .big)
    return bytes + Array(text.utf8)
  }
}
