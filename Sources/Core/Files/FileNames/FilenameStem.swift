internal import Media

/// The part of a file name before its extension, such as `IMG_0001` of `IMG_0001.HEIC` and
/// `IMG_0001.MOV`. Stems are compared as ``EquivalentName``.
package enum FilenameStem {
  /// Returns the length of the stem in bytes: up to the last dot, unless the name begins with it.
  package static func length(of name: UnsafeRawBufferPointer) -> Int {
    NameBytes(name).stemEnd
  }

  /// Returns true if two names have the same stem.
  package static func matches(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer)
    -> Bool
  {
    EquivalentName.areEqual(stem(of: left), stem(of: right))
  }

  /// Returns a hash of the stem, equal for names that match, within one run of the program.
  package static func hash(of name: UnsafeRawBufferPointer) -> Int {
    EquivalentName.hash(stem(of: name))
  }

  /// Returns the stem's bytes, within those of the name.
  package static func stem(of name: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: name[..<length(of: name)])
  }

  /// The ends of the stems that a Pixel gives a RAW picture, and the JPEG of the same shot.
  static let pixelRaw: StaticString = "RAW-02.ORIGINAL"
  static let pixelPictures: [StaticString] = ["RAW-01.COVER", "RAW-01.MP.COVER"]
  private static let pixelEnds = [pixelRaw] + pixelPictures

  /// Returns the part of a stem that a RAW picture and its JPEG share: `PXL_1.` of a Pixel's
  /// `PXL_1.RAW-01.COVER` and `PXL_1.RAW-02.ORIGINAL`, any other stem as it is.
  package static func sharedByPair(_ stem: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    for end in pixelEnds {
      let start = stem.count - end.utf8CodeUnitCount
      guard start > 1, stem[start - 1] == UInt8(ascii: ".") else { continue }
      let text = UnsafeRawBufferPointer(start: end.utf8Start, count: end.utf8CodeUnitCount)
      if EquivalentName.areEqual(UnsafeRawBufferPointer(rebasing: stem[start...]), text) {
        return UnsafeRawBufferPointer(rebasing: stem[..<start])
      }
    }
    return stem
  }
}
