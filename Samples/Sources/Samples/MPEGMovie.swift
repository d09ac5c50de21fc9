/// An MPEG stream of packets, transport or program; only the first picture's parameters are there.
package struct MPEGMovie: SampleFile {
  package enum Layout: Sendable {
    /// Packets of 188 bytes.
    case transport
    /// Packets of 192 bytes, as camcorders write them.
    case camcorder
    /// Packs, as on DVDs.
    case program
    /// Pictures without packets.
    case bare
  }

  package enum Coding: Sendable {
    /// MPEG-2, in the size that is asked for, 25 pictures a second.
    case mpeg2
    /// H.264 in 1920 x 1080, 25 pictures a second.
    case h264
  }

  package var layout: Layout
  package var coding = Coding.mpeg2
  package var width = 720
  package var height = 576
  package var hasVideo = true
  package var seconds = 3
  /// The notes of a camcorder beside an H.264 picture, number and four bytes each.
  package var note: [(number: UInt8, bytes: [UInt8])] = []

  package init(_ layout: Layout, _ fill: (inout MPEGMovie) -> Void = { _ in }) {
    self.layout = layout
    fill(&self)
  }

  private static let program = 0x100
  private static let pictures = 0x101
  private static let start: UInt64 = 126_000

  /// The last picture is shown a frame before the end.
  private var end: UInt64 { Self.start + UInt64(seconds) * 90_000 - 3600 }

  package func encoded() -> [UInt8] {
    switch layout {
    case .bare: elementary
    case .program:
      pack + packet(elementary, time: Self.start) + pack
        + packet([UInt8](repeating: 0xAA, count: 900), time: end) + [0, 0, 1, 0xB9]
    case .transport, .camcorder: transport
    }
  }

  private var elementary: [UInt8] { coding == .h264 ? h264 : mpeg2 }

  private var mpeg2: [UInt8] {
    var bytes: [UInt8] = [0, 0, 1, 0xB3]
    bytes.append24(width << 12 | height, .big)
    // 4 : 3, 25 pictures a second, then the bit rate and a mark.
    bytes += [0x23, 0xFF, 0xFF, 0xE0, 0x18]
    bytes += [0, 0, 1, 0xB5, 0x14, 0x82, 0x00, 0x01, 0x00, 0x00]
    return bytes + [0, 0, 1, 0] + [UInt8](repeating: 0x55, count: 120)
  }

  private var h264: [UInt8] {
    var bytes: [UInt8] = [0, 0, 0, 1, 0x09, 0x10]
    var set = BitWriter([0x67, 66, 0, 40])
    // Number, length of frame numbers, order, references, gaps, macroblocks, whole frames.
    for code in [0, 0, 2, 1] { set.golomb(code) }
    set.bits(0, 1)
    set.golomb(119)
    set.golomb(67)
    set.bits(0b11, 2)
    // Eight lines are cut off at the foot; then half frames of a fiftieth of a second.
    set.bits(1, 1)
    for code in [0, 0, 0, 4] { set.golomb(code) }
    set.bits(1, 1)
    set.bits(0b00001, 5)
    set.bits(1, 32)
    set.bits(50, 32)
    set.bits(0b1_0000_1, 6)
    bytes += [0, 0, 1] + set.escaped
    if !note.isEmpty { bytes += [0, 0, 1] + message }
    return bytes + [0, 0, 1, 0x65] + [UInt8](repeating: 0x55, count: 120)
  }

  private var message: [UInt8] {
    var content: [UInt8] = [
      0x17, 0xEE, 0x8C, 0x60, 0xF8, 0x4D, 0x11, 0xD9, 0x8C, 0xD6, 0x08, 0x00, 0x20, 0x0C, 0x9A,
      0x66,
    ]
    content += Array("MDPM".utf8) + [UInt8(note.count)]
    for entry in note { content += [entry.number] + entry.bytes }
    return BitWriter([0x06, 5, UInt8(content.count)] + content + [0x80]).escaped
  }

  private var pack: [UInt8] {
    [0, 0, 1, 0xBA, 0x44, 0, 4, 0, 4, 1, 0, 0, 3, 0xF8]
  }

  private func packet(_ content: [UInt8], time: UInt64) -> [UInt8] {
    var bytes: [UInt8] = [0, 0, 1, hasVideo ? 0xE0 : 0xC0]
    bytes.append(UInt16(content.count + 8), .big)
    bytes += [0x80, 0x80, 5]
    bytes.append(UInt8(0x21 | time >> 29 & 0x0E))
    bytes.append(UInt16(time >> 14 & 0xFFFE | 1), .big)
    bytes.append(UInt16(time << 1 & 0xFFFE | 1), .big)
    return bytes + content
  }

  private var transport: [UInt8] {
    var programs: [UInt8] = [0, 0x00, 0xB0, 13, 0, 1, 0xC1, 0, 0, 0, 1]
    programs.append(UInt16(0xE000 | Self.program), .big)
    programs += [0, 0, 0, 0]
    var streams: [UInt8] = [0, 0x02, 0xB0, 18, 0, 1, 0xC1, 0, 0]
    streams.append(UInt16(0xE000 | Self.pictures), .big)
    streams += [0xF0, 0, hasVideo ? (coding == .h264 ? 0x1B : 0x02) : 0x0F]
    streams.append(UInt16(0xE000 | Self.pictures), .big)
    streams += [0xF0, 0, 0, 0, 0, 0]
    var bytes = section(0, programs) + section(Self.program, streams)
    bytes += cells(packet(elementary, time: Self.start))
    bytes += cells(packet([UInt8](repeating: 0xAA, count: 500), time: end))
    return bytes
  }

  private func section(_ number: Int, _ content: [UInt8]) -> [UInt8] {
    cell(number, begins: true, content + [UInt8](repeating: 0xFF, count: 184 - content.count))
  }

  private func cells(_ packet: [UInt8]) -> [UInt8] {
    stride(from: 0, to: packet.count, by: 184).flatMap {
      cell(Self.pictures, begins: $0 == 0, Array(packet[$0..<min($0 + 184, packet.count)]))
    }
  }

  /// A packet that is filled up in front of its content.
  private func cell(_ number: Int, begins: Bool, _ content: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = layout == .camcorder ? [0, 0, 0, 1, 0x47] : [0x47]
    bytes.append(UInt16(number | (begins ? 0x4000 : 0)), .big)
    let room = 184 - content.count
    guard room > 0 else { return bytes + [0x10] + content }
    bytes += [0x30, UInt8(room - 1)]
    if room > 1 { bytes += [0] + [UInt8](repeating: 0xFF, count: room - 2) }
    return bytes + content
  }

  /// Writes bits, and keeps start codes from appearing.
  private struct BitWriter {
    private var bytes: [UInt8]
    private var used = 8

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func bits(_ value: UInt64, _ count: Int) {
      for place in (0..<count).reversed() {
        if used == 8 {
          bytes.append(0)
          used = 0
        }
        used += 1
        bytes[bytes.count - 1] |= UInt8(value >> UInt64(place) & 1) << UInt8(8 - used)
      }
    }

    mutating func golomb(_ value: Int) {
      let code = UInt64(value + 1)
      let length = 64 - code.leadingZeroBitCount
      bits(0, length - 1)
      bits(code, length)
    }

    var escaped: [UInt8] {
      var result: [UInt8] = []
      var zeros = 0
      for byte in bytes {
        if zeros >= 2, byte <= 3 {
          result.append(3)
          zeros = 0
        }
        zeros = byte == 0 ? zeros + 1 : 0
        result.append(byte)
      }
      return result
    }
  }
}
