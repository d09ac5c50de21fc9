/// What persons decided, in order, in a file of bounded size.
struct PermissionLog: Sendable {
  let folder: PermissionFolder
  /// Where the older half goes, in bytes.
  private let limit: Int

  static let fileName = "permissions.log"

  init(_ folder: PermissionFolder, limit: Int = 256 << 10) {
    self.folder = folder
    self.limit = limit
  }

  /// Adds decisions; called under the folder's lock.
  func add(
    _ entries: [PermissionLogEntry], in open: PrivateFolder
  ) throws(PermissionProblem) {
    let bytes = entries.flatMap { $0.line.bytes }
    guard try folder.append(bytes, to: Self.fileName, in: open) else {
      return try folder.write(bytes, to: Self.fileName, in: open)
    }
    if let all = try folder.read(Self.fileName), all.count > limit {
      // The first line of the half is hardly ever whole.
      let half = all.suffix(limit / 2).drop { $0 != UInt8(ascii: "\n") }.dropFirst()
      try folder.write(Array(half), to: Self.fileName, in: open)
    }
  }

  /// The decisions, the oldest first; lines that can't be read are left out.
  func entries() throws(PermissionProblem) -> [PermissionLogEntry] {
    let bytes = try folder.read(Self.fileName) ?? []
    return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      FieldLine(line).flatMap(PermissionLogEntry.init)
    }
  }
}
