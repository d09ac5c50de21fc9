/// The part of a file that a request wants, as players of videos ask for it.
package enum ByteRange: Hashable {
  case whole
  case part(Range<Int64>)
  /// There is nothing of it in the file.
  case none

  /// - Parameters:
  ///   - header: such as `bytes=0-1023`, `bytes=1024-` or `bytes=-512`; several parts, or what can't be
  ///     read, mean the whole file, as HTTP allows.
  ///   - size: how many bytes the file has.
  package init(_ header: String?, of size: Int64) {
    self = .whole
    guard let header, header.hasPrefix("bytes=") else { return }
    let parts = header.dropFirst("bytes=".count).split(
      separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2,
      parts.allSatisfy({ part in part.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else {
      return
    }
    let (first, last) = (Int64(parts[0]), Int64(parts[1]))
    switch (first, last) {
    case (let first?, let last?) where first <= last && first < size:
      self = .part(first..<min(last, size - 1) + 1)
    case (let first?, nil) where parts[1].isEmpty && first < size: self = .part(first..<size)
    case (nil, let count?) where parts[0].isEmpty && count > 0 && size > 0:
      self = .part(max(0, size - count)..<size)
    case (nil, nil): break
    default: self = .none
    }
  }
}
