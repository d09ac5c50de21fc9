/// The reason why a library could not be made.
package struct PhotosSampleError: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}
