internal import Media

/// The IPTC of a PNG, which ImageMagick and others store in a text chunk as hexadecimal digits.
enum PNGProfiles {
  private static let chunkLimit = 4096
  private static let keyword = Array("Raw profile type iptc\0".utf8)

  /// Returns the IIM records, usually within a Photoshop resource; nil if there are none.
  static func iptc(of file: UntrustedFile) -> [UInt8]? {
    var place: Int64 = 8
    for _ in 0..<chunkLimit {
      guard let head = file.bytes(at: place, count: 8) else { return nil }
      let count = head[..<4].reduce(Int64(0)) { $0 << 8 | Int64($1) }
      if let content = text(head[4...], at: place + 8, count: count, in: file) {
        return PhotoshopResources(content).iptc ?? content
      }
      place += 12 + count
    }
    return nil
  }

  private static func text(
    _ type: ArraySlice<UInt8>, at place: Int64, count: Int64, in file: UntrustedFile
  ) -> [UInt8]? {
    // In zTXt the compression method follows the keyword.
    let more: Int64
    if type.elementsEqual("tEXt".utf8) {
      more = 0
    } else if type.elementsEqual("zTXt".utf8) {
      more = 1
    } else {
      return nil
    }
    let start = Int64(keyword.count) + more
    guard count > start, file.bytes(at: place, count: keyword.count) == keyword else { return nil }
    let kept = ByteRange(offset: place + start, count: count - start)
    let plain = file.plain(kept, limit: PhotoshopResources.largest)
    return plain.file.bytes(plain.range, limit: PhotoshopResources.largest)
  }
}
