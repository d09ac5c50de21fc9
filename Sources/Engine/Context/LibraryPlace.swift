internal import Platform

/// A library that a run may open: what it is called, and where it is.
public struct LibraryPlace: Sendable {
  /// As the rule, or the user, writes it.
  public let name: String
  /// The path, or another text that a library kind recognises.
  public let path: String
  /// What of it exists for the rule; nil for all of it.
  package let chosen: ChosenAssets?

  package init(name: String, path: String, chosen: ChosenAssets? = nil) {
    self.name = name
    self.path = path
    self.chosen = chosen
  }

  public init(path: String) {
    self.init(name: path, path: path)
  }

  /// What records and albums call the library: its path, absolute and without links as far as it is
  /// one.
  package var identity: OwnedBytes {
    guard let resolved = realpath(path, nil) else { return OwnedBytes(Array(path.utf8)) }
    defer { free(resolved) }
    return OwnedBytes(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
  }

  /// The text behind the last dot of the last name, in lower case; empty without one.
  public var pathExtension: String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }
}
