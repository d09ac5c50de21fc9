/// A check of movies, other than QuickTime's, by the sizes in their headers.
enum MovieEnd {
  private static let pieceLimit = 4096

  /// Checks the sizes of all RIFF chunks; an unfinished recording has none.
  static func avi(_ window: inout HeaderWindow) throws(MediaError) -> Completeness {
    var offset: Int64 = 0
    for _ in 0..<pieceLimit {
      guard let head = try window.bytes(at: offset, count: 12), head.has("RIFF", at: 0) else {
        // Data after the last chunk is not part of the movie.
        return offset > 0 ? .complete : .incomplete
      }
      let length = Int64(head.little32(4))
      // Some programs include the header of the first chunk in its size.
      if length == window.size { return .complete }
      guard length >= 4, offset + 8 + length <= window.size else { return .incomplete }
      offset += 8 + length + length & 1
    }
    return .unknown
  }

  /// Checks the segment's size; a live recording has none, and is `unknown`.
  static func matroska(_ window: inout HeaderWindow) throws(MediaError) -> Completeness {
    var draft = MediaFactsBuilder()
    var elements = EBMLList(from: 0, to: window.size)
    while let element = try elements.next(&window, &draft) {
      guard element.name == MatroskaElementID.segment else { continue }
      if !element.hasKnownSize { return .unknown }
      return draft.facts.problem == nil ? .complete : .incomplete
    }
    return .incomplete
  }

  /// Checks the file size in the header; that of a broadcast is unknown.
  static func windowsMedia(_ window: inout HeaderWindow) throws(MediaError) -> Completeness {
    var draft = MediaFactsBuilder()
    var objects = ASFList(from: 0, to: window.size)
    guard let header = try objects.next(&window, &draft), draft.facts.problem == nil else {
      return .incomplete
    }
    var parts = ASFList(from: header.payload + 6, to: header.end)
    while let part = try parts.next(&window, &draft) {
      guard part.high == ASFObject.Name.fileProperties else { continue }
      guard let bytes = try window.bytes(at: part.payload, count: 68) else { return .incomplete }
      if bytes.byte(64) & 1 == 1 { return .unknown }
      return bytes.little64(16) <= UInt64(window.size) ? .complete : .incomplete
    }
    return .unknown
  }

  /// Looks for the end code; a file without one is `unknown`, as many recorders write none.
  static func programStream(_ window: inout HeaderWindow) throws(MediaError) -> Completeness {
    guard window.size >= 4, let last = try window.bytes(at: window.size - 4, count: 4) else {
      return .incomplete
    }
    return last.big32(0) == 0x0000_01B9 ? .complete : .unknown
  }

  /// Checks that the last page ends with the file and is marked as the last.
  static func ogg(_ window: inout HeaderWindow) throws(MediaError) -> Completeness {
    guard let tail = try window.tail() else { return .incomplete }
    let start = window.size - Int64(tail.count)
    var place = tail.count - 4
    var found: Int64?
    while place >= 0, found == nil {
      if tail.byte(place) == UInt8(ascii: "O"), tail.has("OggS", at: place) {
        found = start + Int64(place)
      }
      place -= 1
    }
    guard let found else { return start == 0 ? .incomplete : .unknown }
    guard let page = try OggPage(at: found, &window), page.end <= window.size else {
      return .incomplete
    }
    return page.isLast ? .complete : .unknown
  }
}
