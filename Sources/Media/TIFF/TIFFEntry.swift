/// One entry of a TIFF directory, its value not read yet.
struct TIFFEntry {
  let tag: UInt16
  let type: UInt16
  /// The number of values, as the file claims.
  let count: Int
  /// Where the value's first byte lies in the file; may be anywhere if the file lies.
  let location: Int64

  /// Bytes of one value; 0 for a type that TIFF 6.0 and BigTIFF do not have.
  var unit: Int { Self.unit(of: type) }

  /// Bytes of all values; saturates.
  var byteCount: Int {
    let (product, overflows) = count.multipliedReportingOverflow(by: unit)
    return overflows ? .max : product
  }

  @inline(__always)
  static func unit(of type: UInt16) -> Int {
    switch type {
    case 1, 2, 6, 7: 1
    case 3, 8: 2
    case 4, 9, 11, 13: 4
    case 5, 10, 12, 16, 17, 18: 8
    default: 0
    }
  }
}
