/// What a record says that it is.
enum RecordKind {
  case asset, album
  /// What became of an asset or album, whose record is within it.
  case change
  /// Such as a token, which is passed over.
  case other

  init(_ name: TextSpan) {
    if name.hasSameBytes(as: "asset") {
      self = .asset
    } else if name.hasSameBytes(as: "album") {
      self = .album
    } else if name.hasSameBytes(as: "change") {
      self = .change
    } else {
      self = .other
    }
  }
}
