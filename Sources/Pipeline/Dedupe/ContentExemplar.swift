internal import CSystem
internal import Platform
internal import Synchronization

/// A file whose content is compared with that of others; safe from any thread.
final class ContentExemplar: Sendable {
  private let place: any Original
  /// What the content is known by from elsewhere; nil where that is not known.
  let content: String?
  private let memory: ComparisonMemory?
  private let state = Lock(State())

  private struct State {
    var number = 0
    var ends: ContentEnds?
    /// Whether ``memory`` was asked.
    var wasRecalled = false
    var recalled: ComparisonMemory.Recalled?
  }

  /// - Parameters:
  ///   - content: what the content is known by from elsewhere.
  ///   - memory: knows what earlier runs found out; nil without.
  init(_ place: any Original, knownBy content: String? = nil, memory: ComparisonMemory? = nil) {
    self.place = place
    self.content = content
    self.memory = memory
  }

  /// The number of the content; set before others can see the exemplar.
  var number: Int {
    get { state.withLock { $0.number } }
    set { state.withLock { $0.number = newValue } }
  }

  /// What earlier comparisons say, nil where that leaves it open.
  ///
  /// - Parameter status: the file's, where that is known.
  func isKnownToEqual(_ other: ContentExemplar, status: FileStatus?) -> Bool? {
    guard let mine = recalled(status), let theirs = other.recalled(nil) else { return nil }
    if let name = mine.compared.name, name == theirs.compared.name { return true }
    guard let ends = mine.compared.ends, let others = theirs.compared.ends, ends != others else {
      return nil
    }
    return false
  }

  private func recalled(_ status: FileStatus?) -> ComparisonMemory.Recalled? {
    guard let memory else { return nil }
    if let known = state.withLock({ $0.wasRecalled ? .some($0.recalled) : nil }) { return known }
    let recalled = memory.recall(place, status)
    state.withLock { ($0.wasRecalled, $0.recalled) = (true, recalled) }
    return recalled
  }

  func open() throws(FileProblem) -> ExaminedFile {
    let moment = memory?.now ?? 0
    return ExaminedFile(file: try place.open(), moment: moment)
  }

  /// The file's ends, read once.
  func ends() throws(FileProblem) -> ContentEnds {
    if let known = state.withLock({ $0.ends }) { return known }
    return try ends(of: try open())
  }

  func ends(of examined: ExaminedFile) throws(FileProblem) -> ContentEnds {
    if let known = state.withLock({ $0.ends }) { return known }
    let read = try ContentEnds(of: examined.file)
    state.withLock { $0.ends = read }
    memory?.keep(ComparedContent(ends: read.fingerprint), of: place, examined)
    return read
  }

  /// Takes notice that both have the same bytes, as both still are what was read.
  func equals(_ other: ContentExemplar, _ mine: ExaminedFile, _ theirs: ExaminedFile) {
    guard let memory, mine.isSettled, theirs.isSettled else { return }
    let (own, others) = (name(of: mine), other.name(of: theirs))
    let name = others ?? own ?? ComparedContent.Name()
    if own != name { keep(name, in: memory, of: mine) }
    if others != name { other.keep(name, in: memory, of: theirs) }
  }

  /// What the content is called, if the file is still the one that was recalled.
  private func name(of examined: ExaminedFile) -> ComparedContent.Name? {
    guard let recalled = state.withLock({ $0.recalled }),
      recalled.status.isUnchanged(since: examined.file.status)
    else { return nil }
    return recalled.compared.name
  }

  private func keep(
    _ name: ComparedContent.Name, in memory: ComparisonMemory, of examined: ExaminedFile
  ) {
    state.withLock { state in
      let ends = state.ends?.fingerprint
      state.recalled = ComparisonMemory.Recalled(
        status: examined.file.status, compared: ComparedContent(ends: ends, name: name))
      state.wasRecalled = true
    }
    memory.keep(ComparedContent(name: name), of: place, examined)
  }
}

/// The size of a file and a fingerprint of its first and last 4 KiB.
struct ContentEnds: Equatable {
  private let size: Int64
  /// Kept in the catalogue, whose pages are of another version when it is reckoned in another way.
  let fingerprint: UInt64
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
