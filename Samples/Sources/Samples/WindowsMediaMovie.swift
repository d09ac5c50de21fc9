/// A Windows Media file as its header describes it; the media data are not frames.
package struct WindowsMediaMovie: SampleFile {
  package var width: Int
  package var height: Int
  package var seconds = 3
  package var framesPerSecond = 25
  package var hasVideo = true
  /// Seconds since 1970.
  package var created: Int?
  /// Names and texts, such as `DeviceModel`.
  package var tags: [(name: String, text: String)] = []

  package init(width: Int, height: Int, _ fill: (inout WindowsMediaMovie) -> Void = { _ in }) {
    self.width = width
    self.height = height
    fill(&self)
  }

  private static let preroll = 3000

  package func encoded() -> [UInt8] {
    let data = [UInt8](repeating: 5, count: 400)
    var size = 0
    var bytes: [UInt8] = []
    // The file's size stands in the header, whose own size doesn't depend on it.
    for _ in 0..<2 {
      bytes = header(fileSize: size) + data
      size = bytes.count
    }
    return bytes
  }

  private func header(fileSize: Int) -> [UInt8] {
    let objects = [file(fileSize), headerExtension, stream, content]
    var body: [UInt8] = []
    body.append(UInt32(objects.count), .little)
    body += [1, 2]
    body += objects.flatMap(\.self)
    return Self.object(0x3026_B275_8E66_CF11, 0xA6D9_00AA_0062_CE6C, body)
  }

  private func file(_ size: Int) -> [UInt8] {
    var body = [UInt8](repeating: 1, count: 16)
    body.append(UInt64(size), .little)
    body.append(created.map { UInt64($0 + 11_644_473_600) * 10_000_000 } ?? 0, .little)
    body.append(UInt64(10), .little)
    body.append(UInt64(seconds * 1000 + Self.preroll) * 10_000, .little)
    body.append(UInt64(seconds) * 10_000_000, .little)
    body.append(UInt64(Self.preroll), .little)
    for number in [2, 1400, 1400, 30_000] { body.append(UInt32(number), .little) }
    return Self.object(0xA1DC_AB8C_47A9_CF11, 0x8EE4_00C0_0C20_5365, body)
  }

  /// Holds the time of a frame.
  private var headerExtension: [UInt8] {
    var times = [UInt8](repeating: 0, count: 48)
    times.append(UInt16(1), .little)
    times.append(UInt16(0), .little)
    times.append(UInt64(10_000_000 / framesPerSecond), .little)
    times += [0, 0, 0, 0]
    let inner = Self.object(0xCBA5_E614_72C6_3243, 0x8399_A969_5206_5B5A, times)
    var body = [UInt8](repeating: 2, count: 18)
    body.append(UInt32(inner.count), .little)
    return Self.object(0xB503_BF5F_2EA9_CF11, 0x8EE3_00C0_0C20_5365, body + inner)
  }

  private var stream: [UInt8] {
    var body: [UInt8] = []
    let sound: UInt64 = 0x409E_69F8_4D5B_CF11
    body.append(hasVideo ? 0xC0EF_19BC_4D5B_CF11 : sound, .big)
    body.append(UInt64(0xA8FD_0080_5F5C_442B), .big)
    body += [UInt8](repeating: 0, count: 24)
    body.append(UInt32(hasVideo ? 51 : 18), .little)
    body.append(UInt32(0), .little)
    body.append(UInt16(1), .little)
    body.append(UInt32(0), .little)
    if hasVideo {
      body.append(UInt32(width), .little)
      body.append(UInt32(height), .little)
      body += [2, 40, 0] + [UInt8](repeating: 0, count: 40)
    } else {
      body += [UInt8](repeating: 1, count: 18)
    }
    return Self.object(0x9107_DCB7_B7A9_CF11, 0x8EE6_00C0_0C20_5365, body)
  }

  private var content: [UInt8] {
    var body: [UInt8] = []
    body.append(UInt16(tags.count), .little)
    for tag in tags {
      for (index, text) in [tag.name, tag.text].enumerated() {
        let units = Array(text.utf16) + [0]
        if index == 1 { body.append(UInt16(0), .little) }
        body.append(UInt16(units.count * 2), .little)
        for unit in units { body.append(unit, .little) }
      }
    }
    return Self.object(0x40A4_D0D2_07E3_D211, 0x97F0_00A0_C95E_A850, body)
  }

  private static func object(_ high: UInt64, _ low: UInt64, _ body: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(high, .big)
    bytes.append(low, .big)
    bytes.append(UInt64(body.count + 24), .little)
    return bytes + body
  }
}
