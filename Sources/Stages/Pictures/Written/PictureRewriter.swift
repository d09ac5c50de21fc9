internal import Media
internal import Platform

/// Copies a picture without touching its pixels, with other metadata. Only the parts that are needed
/// to show it are copied, so that nothing else that the file says goes along.
struct PictureRewriter {
  enum Piece {
    case bytes([UInt8])
    case range(ByteRange)
  }

  static let formats: Set<MediaFormat> = [.jpeg, .mpo, .png, .webp]

  let file: OpenFile
  let metadata: WrittenMetadata

  /// Writes the picture with the new metadata into a nameless file, and returns that.
  ///
  /// - Throws: ``FileProblem`` if the file is damaged, or of another format.
  func rewritten(_ format: MediaFormat) throws(FileProblem) -> OpenFile {
    let pieces =
      switch format {
      case .jpeg, .mpo: try jpegPieces()
      case .png: try pngPieces()
      case .webp: try webpPieces()
      default: throw FileProblem("its metadata can't be replaced")
      }
    guard let made = NamelessFile() else { throw FileProblem(error: errno) }
    for piece in pieces {
      switch piece {
      case .bytes(let bytes): try bytes.write(to: made.descriptor)
      case .range(let range):
        var offset = range.offset
        while offset < range.offset + range.count {
          let count = Int(min(Self.pieceSize, range.offset + range.count - offset))
          try self.bytes(at: offset, count).write(to: made.descriptor)
          offset += Int64(count)
        }
      }
    }
    try PartialFile.checkUnchanged(file)
    return try OpenFile(copying: made.descriptor)
  }

  private static let pieceSize: Int64 = 256 << 10
  static let damaged = FileProblem("the file is damaged")

  /// Returns `count` bytes of the file; throws ``FileProblem`` if the file ends before.
  func bytes(at offset: Int64, _ count: Int) throws(FileProblem) -> [UInt8] {
    let bytes = try file.bytes(from: offset, count: count)
    guard bytes.count == count else { throw Self.damaged }
    return bytes
  }
}

// MARK: - JPEG

extension PictureRewriter {
  /// The greatest size of a segment's content, in bytes.
  private static let longestSegment = 65_533

  private func jpegPieces() throws(FileProblem) -> [Piece] {
    guard try bytes(at: 0, 2) == [0xFF, 0xD8] else { throw Self.damaged }
    var pieces: [Piece] = [.bytes([0xFF, 0xD8])]
    var place: Int64 = 2
    var isDescribed = false
    while true {
      let head = try bytes(at: place, 2)
      guard head[0] == 0xFF else { throw Self.damaged }
      if head[1] == 0xFF {
        place += 1
        continue
      }
      if head[1] == 0xD9 {
        // What follows the picture is another file, such as a movie.
        return pieces + [.bytes([0xFF, 0xD9])]
      }
      let length = try bytes(at: place + 2, 2)
      let count = Int64(length[0]) << 8 | Int64(length[1])
      guard count >= 2, place + 2 + count <= file.status.size else { throw Self.damaged }
      let range = ByteRange(offset: place, count: 2 + count)
      if !isDescribed, head[1] != 0xE0 {
        isDescribed = true
        pieces += try jpegMetadata()
      }
      if try isNeeded(head[1], range) { pieces.append(.range(range)) }
      place += 2 + count
      if head[1] == 0xDA {
        let end = try endOfScan(from: place)
        pieces.append(.range(ByteRange(offset: place, count: end - place)))
        place = end
      }
    }
  }

  /// Returns true for a segment that is needed to show the picture: all but comments and segments
  /// of applications, of which only JFIF, the profile and Adobe's note on the colours are needed.
  private func isNeeded(_ marker: UInt8, _ range: ByteRange) throws(FileProblem) -> Bool {
    let start: String
    switch marker {
    case 0xE0: start = "JFIF\0"
    case 0xE2: start = "ICC_PROFILE\0"
    case 0xEE: start = "Adobe"
    case 0xE1...0xEF, 0xFE: return false
    default: return true
    }
    let wanted = Array(start.utf8)
    guard range.count >= 4 + Int64(wanted.count) else { return false }
    return try bytes(at: range.offset + 4, wanted.count) == wanted
  }

  private func jpegMetadata() throws(FileProblem) -> [Piece] {
    var pieces: [Piece] = []
    for (head, content) in [
      ("Exif\0\0", metadata.exif), ("http://ns.adobe.com/xap/1.0/\0", metadata.xmp),
    ] {
      guard let content else { continue }
      let segment = Array(head.utf8) + content
      guard segment.count <= Self.longestSegment else {
        throw FileProblem("what is known of it is too long for a JPEG")
      }
      let length = UInt16(segment.count + 2)
      pieces.append(.bytes([0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + segment))
    }
    return pieces
  }

  /// Returns the position of the marker that ends the coded pixels from `place` on.
  private func endOfScan(from place: Int64) throws(FileProblem) -> Int64 {
    var place = place
    while true {
      let block = try file.bytes(from: place, count: Int(Self.pieceSize))
      guard block.count >= 2 else { throw Self.damaged }
      let found = block.withUnsafeBufferPointer { bytes -> Int? in
        for index in 0..<bytes.count - 1 where bytes[index] == 0xFF {
          let next = bytes[index + 1]
          // A zero is a coded 0xFF, and restart markers are within a scan.
          if next != 0, next != 0xFF, !(0xD0...0xD7).contains(next) { return index }
        }
        return nil
      }
      if let found { return place + Int64(found) }
      place += Int64(block.count - 1)
    }
  }
}
