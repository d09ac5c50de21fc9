internal import JSON

/// What a file's EXIF, XMP and IPTC say, as JSON that the decoder made and that was checked here.
final class ReadMetadata: AssetMetadata {
  /// One record with the three as its members.
  private let chunk: RecordChunk
  private let memberCount: Int

  /// What the decoder answers at most.
  private static let largest = 4 << 20

  /// - Throws: ``RecordProblem`` when the bytes are not one JSON object on one line, in UTF-8.
  init(_ json: [UInt8]) throws(RecordProblem) {
    guard json.count <= Self.largest else { throw RecordProblem("is too large", at: 0) }
    let isText = json.withUnsafeBytes { $0.isValidUTF8 }
    guard isText else { throw RecordProblem("is not UTF-8", at: 0) }
    chunk = RecordChunk(capacity: json.count)
    UnsafeMutableRawBufferPointer(start: chunk.bytes, count: json.count).copyBytes(from: json)
    chunk.count = json.count
    var scanner = RecordScanner(chunk)
    let extent = try scanner.scan(0..<json.count)
    scanner.finish()
    memberCount = Int(extent.memberCount)
  }

  func value(of field: Field) -> FieldValue {
    for place in 0..<memberCount {
      let member = chunk.tape[place]
      let key = TextSpan(chunk.span(member.keyStart, member.keyCount))
      if member.kind == .object, key.string == field.name {
        return .object(TextSpan(chunk.span(member.start, member.count)))
      }
    }
    return .absent
  }
}
