/// A check that the first directory of a TIFF, which most writers put behind the pixels, is there.
enum TIFFEnd {
  static func judge(_ window: inout HeaderWindow) throws(MediaError) -> Completeness {
    guard let block = try TIFFBlock(at: 0, end: window.size, &window) else { return .incomplete }
    let offset = try block.firstDirectory(&window)
    guard offset > 0, var directory = try block.directory(at: offset, &window) else {
      return .incomplete
    }
    return try directory.next(&window) == nil ? .incomplete : .unknown
  }
}
