internal import Platform

/// A file with a run's records of assets and albums, read by index; each needs eight bytes of
/// memory. Other lines, such as a token, are skipped. Confined to its owner's thread.
package final class RecordFile {
  private let file: OpenFile
  private var starts: [Int64] = []
  private var end: Int64 = 0

  private static let pieceSize = 1 << 20
  private static let kinds = ["asset", "album"].map { Array("{\"v\":1,\"kind\":\"\($0)\"".utf8) }
  private static let longestKind = kinds.map(\.count).max() ?? 0

  /// The number of records.
  package var count: Int { starts.count }

  /// Finds the records in a file that a run wrote, from its start. Throws ``FileProblem`` if it
  /// can't be read, or ``RunProblem/cancelled``.
  package init(_ descriptor: Int32, unless cancellation: Cancellation) throws {
    file = try OpenFile(copying: descriptor)
    var opening: [UInt8] = []
    var start: Int64 = 0
    while true {
      if cancellation.isCancelled { throw RunProblem.cancelled }
      let piece = try bytes(end..<end + Int64(Self.pieceSize))
      if piece.isEmpty { return }
      for byte in piece {
        end += 1
        if byte != UInt8(ascii: "\n") {
          if opening.count < Self.longestKind { opening.append(byte) }
          continue
        }
        if Self.kinds.contains(where: { opening.starts(with: $0) }) { starts.append(start) }
        opening.removeAll(keepingCapacity: true)
        start = end
      }
    }
  }

  /// Returns the assets in a range, as far as there are any; throws ``FileProblem`` if unreadable.
  package func assets(_ range: Range<Int>, in context: RunContext) throws -> [Asset] {
    let range = range.clamped(to: 0..<count)
    guard let first = range.first, let last = range.last else { return [] }
    let end = last + 1 < count ? starts[last + 1] : end
    let file = try Self.file(of: bytes(starts[first]..<end))
    var context = context
    context.request.input = InputOptions(descriptor: file.descriptor)
    return try withExtendedLifetime(file) {
      var assets: [Asset] = []
      let reader = try InputReader.open(context)
      while let pending = try reader.next() { assets += pending.unfold() }
      return assets
    }
  }

  /// Returns the records' periods and numbers, as ``Periods/end()``; nil without an order by dates.
  /// Throws ``FileProblem`` if reading fails, or ``RunProblem/cancelled``.
  func periods(unless cancellation: Cancellation) throws -> [(text: String?, count: Int)]? {
    var periods = Periods(of: count)
    var place = 0
    while place < count, periods.unit != nil {
      if cancellation.isCancelled { throw RunProblem.cancelled }
      let last = min(place + Self.readAtOnce, count)
      let start = starts[place]
      let piece = try bytes(start..<(last < count ? starts[last] : end))
      var days = RecordDays(piece)
      for record in place..<last {
        let end = record + 1 < last ? Int(starts[record + 1] - start) : piece.count
        periods.add(days.day(in: Int(starts[record] - start)..<end))
      }
      place = last
    }
    return periods.end()
  }

  private static let readAtOnce = 1024

  /// Returns the groups of the records, named `#1`, with their numbers of records, and the indices
  /// of the records that are not kept; nil unless all are of groups. Throws ``FileProblem`` if
  /// reading fails, or ``RunProblem/cancelled``.
  package func groups(
    unless cancellation: Cancellation
  ) throws -> (sections: [(text: String?, count: Int)], others: [Int])? {
    var sections: [(text: String?, count: Int)] = []
    var others: [Int] = []
    for place in 0..<count {
      if cancellation.isCancelled { throw RunProblem.cancelled }
      let found = try line(place).withUnsafeBytes { Self.membership(of: $0) }
      guard let (number, isKept) = found else { return nil }
      if !isKept { others.append(place) }
      let name = "#\(number)"
      if sections.last?.text == name {
        sections[sections.count - 1].count += 1
      } else {
        sections.append((name, 1))
      }
    }
    return sections.isEmpty ? nil : (sections, others)
  }

  private static func membership(
    of text: UnsafeRawBufferPointer
  ) -> (number: String, isKept: Bool)? {
    guard let record = try? JSONElement(checking: text, deepest: deepest) else { return nil }
    for (number, kept) in groupFields {
      guard let group = number.cell(of: record) else { continue }
      return (group.text(), kept.cell(of: record) == nil)
    }
    return nil
  }

  private static let deepest = 64
  private static let groupFields = ShownDuplicates.fieldNames.map {
    (number: MemberPath($0.number), kept: MemberPath($0.kept))
  }

  /// Returns the bytes of a record without the line feed.
  private func line(_ place: Int) throws -> [UInt8] {
    let end = place + 1 < count ? starts[place + 1] : end
    return Array(try bytes(starts[place]..<end).prefix { $0 != UInt8(ascii: "\n") })
  }

  /// Returns the records at some indices, in that order; `change` may change the JSON of each. Throws
  /// ``FileProblem`` if that fails, or ``RunProblem/cancelled``.
  package func list(
    of places: [Int], in context: RunContext,
    changing change: (Int, inout [UInt8]) -> Void = { _, _ in }
  ) throws -> RecordList {
    var text: [UInt8] = []
    for place in places {
      var line = try line(place)
      change(place, &line)
      text += line + [UInt8(ascii: "\n")]
    }
    var context = context
    let file = try Self.file(of: text)
    context.request.input = InputOptions(descriptor: file.descriptor)
    return try withExtendedLifetime(file) { try RecordList(onInputOf: context) }
  }

  private static func file(of text: [UInt8]) throws -> NamelessFile {
    guard let file = NamelessFile() else {
      throw RunProblem.outputFailed("there is no room for records")
    }
    var rest = text[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file.descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw FileProblem(error: errno) }
      rest = rest.dropFirst(count)
    }
    lseek(file.descriptor, 0, SEEK_SET)
    return file
  }

  /// Returns the bytes of a range; fewer at the file's end.
  private func bytes(_ range: Range<Int64>) throws -> [UInt8] {
    try file.bytes(from: range.lowerBound, count: range.count)
  }
}
