internal import Pipeline

extension PermissionStore {
  /// Where the person's decisions are.
  ///
  /// - Throws: ``StateDirectoryError``.
  static func ofPerson() throws -> PermissionStore {
    PermissionStore(folder: try StateDirectories(environment: Environment.folders).state)
  }
}

extension PermissionAuthority {
  /// Who is asked where this program runs.
  static var here: PermissionAuthority { PermissionAuthority { try PermissionStore.ofPerson() } }
}
