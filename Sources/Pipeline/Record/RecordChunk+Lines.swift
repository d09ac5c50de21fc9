#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension RecordChunk {
  /// The lines of the chunk that are not empty.
  func lines() -> [Range<Int>] {
    var lines: [Range<Int>] = []
    lines.reserveCapacity(count / 128 + 1)
    forEachLine { line, _ in lines.append(line) }
    return lines
  }

  func countLines() -> Int {
    var count = 0
    forEachLine(includingEmpty: true) { _, _ in count += 1 }
    return count
  }

  /// The records of the chunk, as assets; a line that is none becomes a failure.
  ///
  /// Records of another kind, such as albums, are passed over.
  func records() -> [Asset] {
    var assets: [Asset] = []
    assets.reserveCapacity(count / 200 + 1)
    members.reserveCapacity(count / 24 + 16)
    var scanner = RecordScanner(self)
    forEachLine { line, number in
      do {
        let bytes = UnsafeRawBufferPointer(start: self.bytes + line.lowerBound, count: line.count)
        guard bytes.isValidUTF8 else { throw RecordProblem("is not UTF-8", at: 0) }
        let asset = RecordAsset(self, line, try scanner.scan(line))
        if asset.isAsset { assets.append(asset) }
      } catch let problem as RecordProblem {
        assets.append(
          UnreadableAsset(
            AssetFailure(
              asset: "line \(number)", stage: "source",
              reason: "is no record: \(problem.message), at byte \(problem.place + 1)")))
      } catch {
        preconditionFailure("scanning a record throws only what is wrong with the record")
      }
    }
    return assets
  }

  private func forEachLine(
    includingEmpty: Bool = false, _ body: (Range<Int>, Int) -> Void
  ) {
    var start = 0
    var number = firstLine
    while start < count {
      let found = memchr(bytes + start, Int32(separator), count - start)
      let end = found.map { bytes.distance(to: UnsafeMutableRawPointer($0)) } ?? count
      var trimmed = end
      if separator != 0, trimmed > start,
        bytes.load(fromByteOffset: trimmed - 1, as: UInt8.self) == 13
      {
        trimmed -= 1
      }
      if includingEmpty || trimmed > start { body(start..<trimmed, number) }
      number += 1
      start = end + 1
    }
  }
}
