/// A file that is described by a value and made by code.
package protocol SampleFile: Sendable {
  /// The whole file; the same value always gives the same bytes.
  func encoded() -> [UInt8]
}
