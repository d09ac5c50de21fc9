/// Why a run is not permitted, and what the person can do about it.
struct PermissionRefusal: Error, Hashable, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
