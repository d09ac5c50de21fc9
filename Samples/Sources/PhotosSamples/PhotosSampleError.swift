/// A failure to make a library.
package struct PhotosSampleError: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}
