internal import Platform

/// The result of a shard, as ``ShardRun`` wrote it, checked against its trailer.
package struct ShardResult {
  private let text: [UInt8]
  /// The number of the shard's assets.
  package let read: Int
  /// The number of assets that failed.
  package let failed: Int
  /// The failures, in the order of the result.
  package private(set) var failures: [AssetFailure] = []
  /// The lines of assets that passed, in the order of the library.
  private(set) var entries: [Entry] = []

  struct Entry {
    let place: ShardPlace
    /// The key to sort by; nil if the results are in the library's order.
    let key: AssetOrder.Key?
    /// The asset's record in ``ShardResult/text``, without the end of its line.
    let record: Range<Int>
  }

  /// - Throws: ``ShardProblem`` for a result that was truncated or changed.
  package init(_ text: [UInt8]) throws(ShardProblem) {
    self.text = text
    var lines: [Range<Int>] = []
    var start = 0
    for end in text.indices where text[end] == UInt8(ascii: "\n") {
      lines.append(start..<end)
      start = end + 1
    }
    guard start == text.count, let last = lines.popLast(),
      let trailer = Trailer(Array(text[last])),
      trailer.digest == Self.digest(of: text[..<last.lowerBound])
    else { throw ShardProblem("its result was cut off or changed on the way") }
    (read, failed) = (trailer.read, trailer.failed)
    for line in lines { try take(line) }
    guard entries.count == trailer.written, failures.count == failed else {
      throw ShardProblem("its result has other lines than its trailer says")
    }
  }

  /// Throws ``ShardProblem`` if this is the result of other assets: of more or fewer, or of any that
  /// are not at these positions of the library.
  ///
  /// - Parameter ordinals: nil for counts, which have no positions.
  package func check(isOf count: Int, at ordinals: ClosedRange<Int>?) throws(ShardProblem) {
    let areThere =
      ordinals.map { ordinals in
        Set(entries.map(\.place.ordinal)).count == entries.count
          && entries.allSatisfy { ordinals.contains($0.place.ordinal) }
      } ?? true
    guard read == count, areThere else { throw ShardProblem("its result is that of another part") }
  }

  func record(of entry: Entry) -> ArraySlice<UInt8> { text[entry.record] }

  func records(in order: AssetOrder) -> RecordBuffer {
    let records = RecordBuffer()
    for entry in entries {
      guard let key = entry.key else { continue }
      record(of: entry).withUnsafeBytes { bytes in
        records.append(bytes) { order.append(key, to: &$0) }
      }
    }
    return records
  }

  private mutating func take(_ line: Range<Int>) throws(ShardProblem) {
    let taken = text.withUnsafeBytes { text -> (Entry?, AssetFailure?) in
      let bytes = UnsafeRawBufferPointer(rebasing: text[line])
      guard let base = text.baseAddress,
        let element = try? JSONElement(checking: bytes, deepest: 64)
      else { return (nil, nil) }
      var ordinal: Int?
      var key: JSONElement?
      var record: Range<Int> = 0..<0
      for (name, value) in element.members {
        if name.equals("failure") { return (nil, AssetFailure(value)) }
        if name.equals("ord") { ordinal = value.whole.flatMap { Int(exactly: $0) } }
        if name.equals("key") { key = value }
        if name.equals("record"), let start = value.bytes.baseAddress {
          record = (start - base)..<(start - base + value.bytes.count)
        }
      }
      guard let ordinal else { return (nil, nil) }
      let place =
        ShardPlace(element) ?? ShardPlace(ordinal: ordinal, identifier: OwnedBytes([]))
      return (
        Entry(
          place: place, key: key.flatMap { AssetOrder.Key($0, place: ordinal) }, record: record),
        nil
      )
    }
    switch taken {
    case (let entry?, _): entries.append(entry)
    case (nil, let failure?): failures.append(failure)
    case (nil, nil): throw ShardProblem("its result has a line of an unknown kind")
    }
  }

  private static func digest(of bytes: ArraySlice<UInt8>) -> String? {
    guard let hash = try? HashState(.sha256) else { return nil }
    bytes.withUnsafeBytes { hash.update($0) }
    return try? hash.finish().hexadecimal
  }

  private struct Trailer {
    private(set) var read = -1
    private(set) var written = -1
    private(set) var failed = -1
    private(set) var digest = ""

    init?(_ line: [UInt8]) {
      line.withUnsafeBytes { line in
        guard let element = try? JSONElement(checking: line, deepest: 4),
          let trailer = element.members.first(where: { $0.name.equals("trailer") })?.value
        else { return }
        for (name, value) in trailer.members {
          let count = value.whole.flatMap { Int(exactly: $0) } ?? -1
          if name.equals("in") { read = count }
          if name.equals("out") { written = count }
          if name.equals("failed") { failed = count }
          if name.equals("sha256") { digest = value.string ?? "" }
        }
      }
      if read < 0 || written < 0 || failed < 0 { return nil }
    }
  }
}

extension AssetFailure {
  fileprivate init?(_ element: JSONElement) {
    var (asset, stage, reason): (String?, String?, String?) = (nil, nil, nil)
    var isOfRule = false
    for (name, value) in element.members {
      if name.equals("asset") { asset = value.string }
      if name.equals("stage") { stage = value.string }
      if name.equals("reason") { reason = value.string }
      if name.equals("isOfRule") { isOfRule = value.flag ?? false }
    }
    guard let asset, let stage, let reason else { return nil }
    self.init(asset: asset, stage: stage, reason: reason, isOfRule: isOfRule)
  }
}

/// A reader of the text of a shard, or of its result.
package enum ShardText {
  /// Reads a descriptor to its end. Throws ``FileProblem`` if reading fails.
  package static func bytes(of descriptor: Int32) throws(FileProblem) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = read(descriptor, &piece, piece.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw FileProblem(error: errno)
      }
      if count == 0 { return bytes }
      bytes += piece[..<count]
    }
  }
}
