@testable import Files

/// Lends a string's UTF-8 bytes as a raw file name.
func withName<Result>(_ name: String, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
  Array(name.utf8).withUnsafeBytes(body)
}
