internal import Platform

/// A library that a run may open: its name and its path.
public struct LibraryPlace: Sendable {
  /// The name as the rule or the user writes it.
  public let name: String
  /// The path, or another text that a library kind recognises, such as `shotwell:`.
  public let path: String
  /// The assets that the rule may see; nil for all.
  package let chosen: ChosenAssets?

  package init(name: String, path: String, chosen: ChosenAssets? = nil) {
    self.name = name
    self.path = path
    self.chosen = chosen
  }

  public init(path: String) {
    self.init(name: path, path: path)
  }

  /// The library's name in records and albums: its absolute path without links, if it exists.
  package var identity: OwnedBytes {
    OwnedBytes(RealPath(path)?.bytes ?? Array(path.utf8))
  }

  /// The extension of the last path component, in lower case; empty if it has none.
  public var pathExtension: String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }
}

/// A library that a rule names itself.
public struct RuleLibrary: Sendable, Hashable {
  /// The path in the rule: absolute, relative to the working folder, or from the home as `~/`.
  public let name: String
  /// True if the rule wants to see hidden assets too.
  public let includesHidden: Bool

  public init(name: String, includesHidden: Bool) {
    self.name = name
    self.includesHidden = includesHidden
  }
}
