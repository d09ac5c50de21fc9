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
}
