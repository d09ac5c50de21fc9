package import Assets

/// An asset that answers what a test gave it, and nothing else.
package final class ValueAsset: Asset, @unchecked Sendable {
  // Never changed after it was made.
  private let values: [Field: FieldValue]
  private let texts: [OwnedBytes]

  /// - Parameter texts: fields whose text lies in the asset as these bytes.
  package init(_ values: [Field: FieldValue] = [:], texts: [Field: [UInt8]] = [:]) {
    var values = values
    var kept: [OwnedBytes] = []
    for (field, bytes) in texts {
      let text = OwnedBytes(bytes)
      kept.append(text)
      values[field] = .text(text.span)
    }
    self.values = values
    self.texts = kept
    super.init()
  }

  package convenience init(named name: String, _ values: [Field: FieldValue] = [:]) {
    self.init(values, texts: [.localIdentifier: Array(name.utf8), .filename: Array(name.utf8)])
  }

  package override func sourceValue(of field: Field) -> FieldValue { values[field] ?? .absent }
}
