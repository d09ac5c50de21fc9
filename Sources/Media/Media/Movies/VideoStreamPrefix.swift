/// The first bytes of a stream of coded pictures, reassembled from its packets.
struct VideoStreamPrefix: ~Copyable {
  /// The number of bytes that are kept, an upper bound for the data before a first picture.
  static let capacity = 32 << 10

  /// The codec of the pictures, as far as the container gives it.
  enum Coding {
    case unknown, mpeg, h264, hevc, other
  }

  var coding = Coding.unknown
  private(set) var isMPEG2 = false
  private let storage: UnsafeMutableRawPointer
  private var count = 0

  init() {
    storage = .allocate(byteCount: Self.capacity, alignment: 16)
  }

  deinit { storage.deallocate() }

  var isFull: Bool { count == Self.capacity }
  var isEmpty: Bool { count == 0 }

  mutating func append(_ bytes: Bytes) {
    let length = min(bytes.count, Self.capacity - count)
    guard length > 0, let start = bytes.buffer.baseAddress else { return }
    (storage + count).copyMemory(from: start, byteCount: length)
    count += length
  }

  /// Reads the parameters of the stream, and a camera's note beside its first picture.
  mutating func read(into draft: inout MediaFactsBuilder) {
    let bytes = Bytes(start: storage, count: count)
    var place = 0
    while let start = Self.startCode(in: bytes, from: place) {
      place = start + 3
      read(bytes.slice(from: start), &draft)
    }
  }

  /// Reads the unit at the beginning of a stream, after its start code.
  private mutating func read(_ bytes: Bytes, _ draft: inout MediaFactsBuilder) {
    let unit = bytes.slice(from: 3)
    if coding == .mpeg || coding == .unknown, !draft.hasSize, let sequence = MPEGSequence(bytes) {
      coding = .mpeg
      isMPEG2 = sequence.isMPEG2
      sequence.apply(to: &draft)
    }
    if coding == .h264 || coding == .unknown {
      // Bytes of MPEG-2 can look like a parameter set, but H.264 never sets this bit.
      if !draft.hasSize, unit.byte(0) & 0x80 == 0, let sequence = H264Sequence(unit) {
        coding = .h264
        sequence.apply(to: &draft)
      } else if coding == .h264, unit.byte(0) & 0x1F == 6 {
        CamcorderMetadata.read(unit, into: &draft)
      }
    }
    if coding == .hevc, !draft.hasSize, let sequence = HEVCSequence(unit) {
      draft.setSize(width: sequence.width, height: sequence.height)
    }
  }

  /// Returns the position of the next start code, two zeros and a one; nil if none exists.
  private static func startCode(in bytes: Bytes, from start: Int) -> Int? {
    var place = start
    while let one = bytes.firstIndex(of: 1, from: place) {
      if one >= start + 2, bytes.byte(one - 1) == 0, bytes.byte(one - 2) == 0 { return one - 2 }
      place = one + 1
    }
    return nil
  }
}
