/// Why a run is not permitted, and what the person can do about it.
package struct PermissionRefusal: Error, Hashable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
