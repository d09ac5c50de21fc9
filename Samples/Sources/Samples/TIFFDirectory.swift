/// An image file directory: values by tag.
package struct TIFFDirectory: Sendable {
  package var values: [UInt16: TIFFValue]

  package init(_ values: [UInt16: TIFFValue] = [:]) {
    self.values = values
  }

  package subscript(_ tag: UInt16) -> TIFFValue? {
    get { values[tag] }
    set { values[tag] = newValue }
  }
}
