/// The first bytes of a stream of coded pictures, put together from the packets that carry them.
struct CodedPictures: ~Copyable {
  /// More than what stands in front of a stream's first picture.
  static let capacity = 32 << 10

  /// How the pictures are coded, as far as the container says it.
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

  /// Reads the parameters of the stream, and what a camera notes beside its first picture.
  mutating func read(into draft: inout FactsDraft) {
    let bytes = Bytes(start: storage, count: count)
    var place = 0
    while let start = Self.startCode(in: bytes, from: place) {
      place = start + 3
      read(bytes.slice(from: start), &draft)
    }
  }

  /// - Parameter bytes: the stream from a start code on.
  private mutating func read(_ bytes: Bytes, _ draft: inout FactsDraft) {
    let unit = bytes.slice(from: 3)
    if coding == .mpeg || coding == .unknown, !draft.hasSize, let sequence = MPEGSequence(bytes) {
      coding = .mpeg
      isMPEG2 = sequence.isMPEG2
      sequence.apply(to: &draft)
    }
    if coding == .h264 || coding == .unknown {
      // Bytes of MPEG-2 can look like a parameter set; those of H.264 set no such bit.
      if !draft.hasSize, unit.byte(0) & 0x80 == 0, let sequence = H264Sequence(unit) {
        coding = .h264
        sequence.apply(to: &draft)
      } else if coding == .h264, unit.byte(0) & 0x1F == 6 {
        CamcorderNote.read(unit, into: &draft)
      }
    }
    if coding == .hevc, !draft.hasSize, let sequence = HEVCSequence(unit) {
      draft.setSize(width: sequence.width, height: sequence.height)
    }
  }

  /// Where two zeros and a one stand.
  private static func startCode(in bytes: Bytes, from start: Int) -> Int? {
    var place = start
    while let one = bytes.firstIndex(of: 1, from: place) {
      if one >= start + 2, bytes.byte(one - 1) == 0, bytes.byte(one - 2) == 0 { return one - 2 }
      place = one + 1
    }
    return nil
  }
}
