internal import CSystem
internal import Platform
internal import Synchronization

/// A file that stands for its content while others are compared with it; safe from any thread.
final class ContentExemplar: Sendable {
  private let place: any Original
  /// What the content is known by from elsewhere; nil where that is not known.
  let content: String?
  private let knownEnds = Lock<ContentEnds?>(nil)
  private let knownNumber = Lock(0)

  init(_ place: any Original, knownBy content: String? = nil) {
    self.place = place
    self.content = content
  }

  /// The number of the content; set before others can see the exemplar.
  var number: Int {
    get { knownNumber.withLock { $0 } }
    set { knownNumber.withLock { $0 = newValue } }
  }

  func open() throws(FileProblem) -> OpenFile {
    try place.open()
  }

  /// The file's ends, read once.
  func ends() throws(FileProblem) -> ContentEnds {
    if let known = knownEnds.withLock({ $0 }) { return known }
    return try ends(of: try open())
  }

  func ends(of file: OpenFile) throws(FileProblem) -> ContentEnds {
    if let known = knownEnds.withLock({ $0 }) { return known }
    let read = try ContentEnds(of: file)
    knownEnds.withLock { $0 = read }
    return read
  }
}

/// The size of a file and a fingerprint of its first and last 4 KiB.
struct ContentEnds: Equatable {
  private let size: Int64
  private let fingerprint: UInt64
  /// Whether the ends are the whole file, kept as they are.
  private let whole: [UInt8]?

  private static let endSize = 4096

  /// Whether equal ends mean equal files.
  var coverAll: Bool { whole != nil }

  init(of file: OpenFile) throws(FileProblem) {
    size = file.status.size
    let end = Self.endSize
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * end, alignment: 8)
    defer { buffer.deallocate() }
    let count: Int
    if size <= Int64(2 * end) {
      count = try Self.read(file, at: 0, Int(size), into: buffer, at: 0)
      whole = Array(buffer[..<count])
    } else {
      var read = try Self.read(file, at: 0, end, into: buffer, at: 0)
      read += try Self.read(file, at: size - Int64(end), end, into: buffer, at: read)
      count = read
      whole = nil
    }
    fingerprint = Self.fingerprint(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
  }

  private static func read(
    _ file: OpenFile, at offset: Int64, _ wanted: Int, into buffer: UnsafeMutableRawBufferPointer,
    at start: Int
  ) throws(FileProblem) -> Int {
    guard let base = buffer.baseAddress else { return 0 }
    let count = csystem_read_at(file.descriptor, base + start, wanted, offset)
    guard count >= 0 else { throw FileProblem(error: errno) }
    return count
  }

  /// A multiply-and-shift mix of eight bytes at a time; equal ends are compared in full later.
  private static func fingerprint(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var mixed: UInt64 = 0x9E37_79B9_7F4A_7C15
    var index = 0
    while index + 8 <= bytes.count {
      mixed ^= bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      mixed &*= 0x9E37_79B9_7F4A_7C15
      mixed ^= mixed >> 29
      index += 8
    }
    while index < bytes.count {
      mixed = (mixed ^ UInt64(bytes[index])) &* 0x100_0000_01B3
      index += 1
    }
    return mixed
  }
}
