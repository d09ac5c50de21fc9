/// The picture stream of an Ogg file: Theora, VP8, or the streams of OGM files.
struct OggVideoStream {
  enum Coding {
    case theora(shift: UInt64, countsFromOne: Bool)
    case vp8
    case plain
  }

  let stream: UInt32
  let coding: Coding
  let width: UInt64
  let height: UInt64
  /// The frame rate as a fraction.
  let rate: (frames: UInt64, seconds: UInt64)

  /// Parses the first packet of a stream; nil if that is no picture stream.
  init?(_ packet: Bytes, stream: UInt32) {
    self.stream = stream
    if packet.has("\u{01}video", at: 0), packet.count >= 53 {
      // OGM: DirectShow's description of a stream.
      coding = .plain
      (width, height) = (UInt64(packet.little32(45)), UInt64(packet.little32(49)))
      rate = (10_000_000, packet.little64(17))
    } else if packet.has("OVP80\u{01}", at: 0) {
      coding = .vp8
      (width, height) = (UInt64(packet.big16(8)), UInt64(packet.big16(10)))
      rate = (UInt64(packet.big32(18)), UInt64(packet.big32(22)))
    } else if packet.byte(0) == 0x80, packet.has("theora", at: 1) {
      // The picture within the frame, whose sides are multiples of 16 (Theora, 6.2).
      (width, height) = (UInt64(packet.big24(14)), UInt64(packet.big24(17)))
      rate = (UInt64(packet.big32(22)), UInt64(packet.big32(26)))
      coding = .theora(
        shift: UInt64(packet.big16(40) >> 5 & 0x1F), countsFromOne: packet.big24(7) >= 0x030201)
    } else {
      return nil
    }
  }

  /// Returns the number of frames up to a page's position.
  func frames(at position: UInt64) -> UInt64 {
    switch coding {
    case .theora(let shift, let countsFromOne):
      let frames = position >> shift &+ position & (UInt64(1) << shift - 1)
      return countsFromOne ? frames : frames &+ 1
    case .vp8: return position >> 32
    case .plain: return position
    }
  }
}
