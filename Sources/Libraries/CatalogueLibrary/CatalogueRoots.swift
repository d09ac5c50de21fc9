internal import Files
internal import Platform

/// The folders below which the originals of a catalogue are.
struct CatalogueRoots: Sendable {
  private let folder: String
  /// The folders that the catalogue names, by their identifiers; nil if the declaration has none.
  private let named: [String: String]?
  private let permitted: [Folder]
  /// Returns the present path of a path in a folder that the user moved; nil if none was moved.
  private let moved: (@Sendable (String) -> String)?
  /// True if roots outside of the catalogue's folder may be read.
  private let allowsOutside: Bool
  /// True if an original is missing when its path is relative, or has "." or ".." in it.
  private let takesOddAsMissing: Bool
  /// The note for the user that some roots may not be read; nil if all may.
  let note: String?

  /// The original of an asset.
  enum Original {
    case file(OwnedBytes)
    /// No file may be read; the text says why, such as `is nowhere`.
    case missing(String)
    /// The path must not be followed; the text says why, and is the asset's failure.
    case refused(String)
  }

  /// - Parameters:
  ///   - candidates: Identifiers and paths of roots, of which the first existing folder of each
  ///     identifier counts; nil if the declaration has no roots.
  ///   - maps: The folders that the user moved, and where they are now.
  ///   - allowsOutside: True if roots outside of the catalogue's folder may be read.
  init(
    folder: String, candidates: [(id: String, path: String?)]?, maps: LibraryRootMap,
    allowsOutside: Bool, takesOddAsMissing: Bool
  ) {
    self.folder = folder
    self.allowsOutside = allowsOutside
    self.takesOddAsMissing = takesOddAsMissing
    let moved = maps.reader()
    self.moved = moved
    guard let candidates else {
      named = nil
      permitted = [Folder(folder)]
      note = nil
      return
    }
    var named: [String: String] = [:]
    var chosen: Set<String> = []
    for (id, path) in candidates {
      guard let path else { continue }
      // A folder beside the catalogue's is "../originals".
      let given = Self.withoutDots(path.hasPrefix("/") ? path : "\(folder)/\(path)")
      let whole = moved?(given) ?? given
      guard Self.isPlain(whole) else { continue }
      if whole != given { chosen.insert(whole) }
      guard let earlier = named[id] else {
        named[id] = whole
        continue
      }
      if !Self.isFolder(earlier), Self.isFolder(whole) { named[id] = whole }
    }
    self.named = named
    // A folder that the user moved was named by the user.
    let permitted = [folder] + (allowsOutside ? named.values.sorted() : chosen.sorted())
    self.permitted = permitted.map(Folder.init)
    // There may be a root for each folder of pictures, and with all of them permitted none is refused.
    let refused =
      allowsOutside
      ? []
      : named.values.filter { root in
        !permitted.contains { root == $0 || Folder($0).contains(root) }
      }
    note = refused.min().map { first in
      let others = refused.count > 1 ? " and \(refused.count - 1) more" : ""
      return "the pictures in \"\(first)\"\(others), outside of the catalogue's folder, count as"
        + " missing; to let the rule read such files, add --allow references"
    }
  }

  /// Returns an absolute path without "." and "..".
  static func withoutDots(_ path: String) -> String {
    guard path.contains("/.") else { return path }
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part != ".." { parts.append(part) } else { _ = parts.popLast() }
    }
    return "/" + parts.joined(separator: "/")
  }

  private static func isFolder(_ path: String) -> Bool {
    FileStatus(directory: AT_FDCWD, name: path + "/.")?.kind == .directory
  }

  /// Returns the original at a path, which is absolute or begins at the root with an identifier.
  func original(_ path: UnsafeRawBufferPointer?, root: String?) -> Original {
    guard let path else {
      return takesOddAsMissing
        ? .missing("is nowhere") : .refused("the catalogue has no path for it")
    }
    if takesOddAsMissing, !Self.isWhole(path) {
      return .missing("is not at \"\(String(decoding: path, as: UTF8.self))\"")
    }
    guard Self.isPlain(path) else {
      return .refused("its path \"\(Self.shown(path))\" has \"..\" in it")
    }
    if path.first == UInt8(ascii: "/") {
      if let moved, let text = String(validating: path, as: UTF8.self), case let now = moved(text),
        now != text
      {
        return .file(OwnedBytes(Array(now.utf8)))
      }
      guard permitted.contains(where: { $0.contains(path) }) else {
        if let root = named?.values.first(where: { Folder($0).contains(path) }) {
          return .missing(Self.unpermitted(root))
        }
        return .refused(
          "its path \"\(Self.shown(path))\" is outside of the catalogue's folders, such as"
            + " \"\(permitted.first?.path ?? "")\"; roots of the declaration names further ones")
      }
      return .file(OwnedBytes(path))
    }
    var base = folder
    if let named {
      guard let root, let known = named[root] else {
        return .missing("is below a root that the catalogue does not list")
      }
      base = known
    }
    let whole = OwnedBytes(Array((base == "/" ? "/" : base + "/").utf8) + path)
    guard allowsOutside || permitted.contains(where: { $0.contains(whole.bytes) }) else {
      return .missing(Self.unpermitted(base))
    }
    return .file(whole)
  }

  private static func unpermitted(_ root: String) -> String {
    "is in \"\(root)\", outside of the catalogue's folder; to let the rule read it, add"
      + " --allow references"
  }

  /// A folder whose files may be read.
  private struct Folder: Sendable {
    let path: String
    private let start: [UInt8]

    init(_ path: String) {
      self.path = path
      start = Array((path == "/" ? "/" : "\(path)/").utf8)
    }

    func contains(_ path: UnsafeRawBufferPointer) -> Bool { path.starts(with: start) }

    func contains(_ path: String) -> Bool { Array(path.utf8).withUnsafeBytes { contains($0) } }
  }

  private static func shown(_ path: UnsafeRawBufferPointer) -> String {
    let text = String(decoding: path.prefix(200), as: UTF8.self)
    return path.count > 200 ? text + "…" : text
  }

  private static func isPlain(_ path: String) -> Bool { Array(path.utf8).withUnsafeBytes(isPlain) }

  /// Returns true if no component of a path is "..".
  private static func isPlain(_ path: UnsafeRawBufferPointer) -> Bool {
    !hasName(path, from: 0) { $0 == 2 && $1 == 2 }
  }

  /// Returns true if a path is absolute, and no component is empty, "." or "..".
  private static func isWhole(_ path: UnsafeRawBufferPointer) -> Bool {
    path.first == UInt8(ascii: "/") && !hasName(path, from: 1) { $0 == $1 && $1 <= 2 }
  }

  /// Returns true if `isOdd` holds for a component, by its dots at the start and its bytes.
  private static func hasName(
    _ path: UnsafeRawBufferPointer, from start: Int, _ isOdd: (_ dots: Int, _ count: Int) -> Bool
  ) -> Bool {
    var (dots, count) = (0, 0)
    for place in start..<path.count {
      let byte = path[place]
      if byte == UInt8(ascii: "/") {
        if isOdd(dots, count) { return true }
        (dots, count) = (0, 0)
      } else {
        if byte == UInt8(ascii: "."), dots == count { dots += 1 }
        count += 1
      }
    }
    return isOdd(dots, count)
  }
}
