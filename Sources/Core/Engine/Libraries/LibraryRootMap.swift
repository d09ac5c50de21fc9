/// The folders that the originals of catalogues were moved from, and where they are now.
package struct LibraryRootMap: RunResource {
  private let moves: @Sendable () -> [Move]

  package struct Move: Hashable, Sendable {
    /// The folder that the catalogue names.
    package let old: String
    /// The folder that has its files now.
    package let new: String

    package init(from old: String, to new: String) {
      self.old = Self.withoutSlash(old)
      self.new = Self.withoutSlash(new)
    }

    private static func withoutSlash(_ path: String) -> String {
      path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }
  }

  package init(_ moves: [Move] = []) {
    self.moves = { moves }
  }

  /// Creates the map of settings that are read when a catalogue is opened.
  package init(reading moves: @escaping @Sendable () -> [Move]) {
    self.moves = moves
  }

  /// Returns this map with more moves, which win over its own of the same folder.
  package func preceded(by moves: [Move]) -> LibraryRootMap {
    moves.isEmpty ? self : LibraryRootMap(reading: { [others = self.moves] in moves + others() })
  }

  /// Returns a function that returns where a folder is now; the longest folder that was moved
  /// decides. Nil if none was moved.
  package func reader() -> (@Sendable (String) -> String)? {
    let moves = moves()
    guard !moves.isEmpty else { return nil }
    return { Self.mapped($0, moves) }
  }

  private static func mapped(_ path: String, _ moves: [Move]) -> String {
    let found = moves.filter {
      path == $0.old || path.hasPrefix($0.old == "/" ? "/" : $0.old + "/")
    }
    .max { $0.old.utf8.count < $1.old.utf8.count }
    guard let found else { return path }
    let rest = path.dropFirst(found.old == "/" ? 0 : found.old.count)
    return found.new == "/" && !rest.isEmpty ? String(rest) : found.new + rest
  }
}

extension RunContext {
  /// The folders that the originals of catalogues were moved from.
  package var rootMap: LibraryRootMap {
    get { resources[LibraryRootMap.self] ?? LibraryRootMap() }
    set { resources[LibraryRootMap.self] = newValue }
  }
}
