extension MediaFacts {
  /// Whether the size can be true of a file of so many bytes.
  ///
  /// A size is as it was read, even of a file that is broken. It is no evidence where the file is cut
  /// short within its header or breaks its format's rules, or where it has more pixels than so
  /// many bytes can hold.
  package func hasBelievableSize(inFileOf byteCount: Int64) -> Bool {
    guard problem != .truncated, problem != .malformed else { return false }
    guard let density = format.mostPixelsPerByte else { return true }
    let (most, overflows) = byteCount.multipliedReportingOverflow(by: density)
    return overflows || Int64(pixelWidth) * Int64(pixelHeight) <= most
  }
}

extension MediaFormat {
  /// More pixels than a byte of such a file can hold; nil where one may hold any number.
  fileprivate var mostPixelsPerByte: Int64? {
    // One bit at least for each block of 64 pixels (ITU-T T.81, F.1.2).
    if isJPEG { return 512 }
    // A sensor's noise takes bits for nearly every pixel, however it is packed.
    if isRaw { return 64 }
    // Deflate packs 1032 bytes in one at most, and a byte has eight pixels at most.
    return self == .png || self == .tiff ? 8256 : nil
  }
}
