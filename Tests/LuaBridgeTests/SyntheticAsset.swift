import Pipeline

/// An asset with values that a test gives it.
final class SyntheticAsset: Asset, @unchecked Sendable {
  // Written in `init` only.
  private let values: [Field: FieldValue]
  private let texts: [Field: UnsafeRawBufferPointer]

  init(_ values: [Field: FieldValue] = [:], texts: [Field: String] = [:]) {
    self.values = values
    self.texts = texts.mapValues { text in
      let bytes = UnsafeMutableRawBufferPointer.allocate(
        byteCount: text.utf8.count, alignment: 1)
      bytes.copyBytes(from: text.utf8)
      return UnsafeRawBufferPointer(bytes)
    }
    super.init()
  }

  deinit {
    for text in texts.values { text.deallocate() }
  }

  override func sourceValue(of field: Field) -> FieldValue {
    if let text = texts[field] { return .text(TextSpan(text)) }
    return values[field] ?? .absent
  }
}
