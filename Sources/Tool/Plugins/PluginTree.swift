internal import Assets
internal import Platform

/// The files of a plugin: regular files below one folder, and nothing else.
public struct PluginTree: Sendable {
  /// The files with their paths from the folder, sorted.
  package let files: [(path: String, bytes: [UInt8])]

  private static let mostFiles = 200
  private static let mostBytes = 8 << 20
  private static let deepest = 8

  /// Creates a tree. Throws for a path that leads out of the folder, for two that are the same text
  /// in other bytes, over 200 files, or over 8 MiB.
  package init(_ files: [(path: String, bytes: [UInt8])]) throws(PluginProblem) {
    for (path, _) in files {
      if let reason = Self.objection(to: path) {
        throw PluginProblem("the file \"\(path)\" \(reason)")
      }
    }
    var paths: Set<String> = []
    for (path, _) in files where !paths.insert(path).inserted {
      throw PluginProblem("two files are called \"\(path)\"")
    }
    guard files.count <= Self.mostFiles else {
      throw PluginProblem("a plugin has at most \(Self.mostFiles) files, not \(files.count)")
    }
    let size = files.reduce(0) { $0 + $1.bytes.count }
    guard size <= Self.mostBytes else {
      throw PluginProblem("a plugin has at most \(Self.mostBytes >> 20) MiB, not \(size >> 20)")
    }
    self.files = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// Reads a folder or a file; throws ``PluginProblem`` for what is not regular or can't be read.
  public init(at place: String) throws(PluginProblem) {
    var files: [(path: String, bytes: [UInt8])] = []
    if FolderListing.isFolder(place) {
      try Self.gather(place, "", depth: 0, &files)
    } else {
      files.append(
        (place.split(separator: "/").last.map(String.init) ?? place, try Self.read(place)))
    }
    try self.init(files)
  }

  private static func gather(
    _ folder: String, _ prefix: String, depth: Int, _ files: inout [(path: String, bytes: [UInt8])]
  ) throws(PluginProblem) {
    for name in FolderListing.entries(in: folder) where prefix != "" || name != ".git" {
      let path = "\(folder)/\(name)"
      if FolderListing.isFolder(path) {
        guard depth < deepest else { throw PluginProblem("\"\(path)\" is too deep for a plugin") }
        try gather(path, "\(prefix)\(name)/", depth: depth + 1, &files)
      } else {
        guard files.count <= mostFiles else {
          throw PluginProblem("a plugin has at most \(mostFiles) files")
        }
        files.append((prefix + name, try read(path)))
        guard files.reduce(0, { $0 + $1.bytes.count }) <= mostBytes else {
          throw PluginProblem("a plugin has at most \(mostBytes >> 20) MiB")
        }
      }
    }
  }

  private static func read(_ path: String) throws(PluginProblem) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw PluginProblem(
        errno == ELOOP
          ? "\"\(path)\" is a symbolic link; a plugin has plain files alone"
          : "can't read \"\(path)\": \(String(cString: strerror(errno)).lowercased())")
    }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      throw PluginProblem("\"\(path)\" is no plain file")
    }
    guard facts.st_size <= mostBytes else {
      throw PluginProblem("\"\(path)\" is larger than \(mostBytes >> 20) MiB")
    }
    return FileContents.bytes(of: descriptor)
  }

  /// Returns the reason why no file with this path may be written; nil if one may.
  private static func objection(to path: String) -> String? {
    let parts = path.pathNames(omittingEmpty: false)
    if parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) {
      return "would lie elsewhere"
    }
    if parts.contains(where: { $0.lowercased() == ".git" }) { return "belongs to git itself" }
    if parts.count > deepest || path.utf8.count > 400 { return "has too long a path" }
    if path.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return "has a name with control characters"
    }
    return nil
  }

  /// Returns the SHA-256 of the list of all files' hashes and paths, in hexadecimal.
  public func digest() throws -> String {
    var list = ""
    for (path, bytes) in files { list += "\(try Self.hash(bytes))  \(path)\n" }
    return try Self.hash(Array(list.utf8))
  }

  private static func hash(_ bytes: [UInt8]) throws(FileProblem) -> String {
    let state = try HashState(.sha256)
    bytes.withUnsafeBytes(state.update)
    return try state.finish().hexadecimal
  }

  /// Writes the files below a folder that does not exist yet; removes them if it fails.
  func write(to folder: String) throws(PluginProblem) {
    do throws(PluginProblem) {
      try Self.make(folder)
      for (path, bytes) in files {
        let parts = path.pathNames.dropLast()
        for count in parts.indices {
          try Self.make("\(folder)/\(parts[...count].joined(separator: "/"))")
        }
        try FileContents.write(bytes, to: "\(folder)/\(path)")
      }
    } catch {
      FolderListing.remove(folder)
      throw error
    }
  }

  private static func make(_ folder: String) throws(PluginProblem) {
    guard mkdir(folder, 0o755) == 0 || errno == EEXIST && FolderListing.isFolder(folder) else {
      throw PluginProblem(
        "can't make \"\(folder)\": \(String(cString: strerror(errno)).lowercased())", .notWritable)
    }
  }

  enum Change: String {
    case added, removed, changed
  }

  func changes(to other: PluginTree) -> [(path: String, change: Change)] {
    let old = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.bytes) })
    let new = Dictionary(uniqueKeysWithValues: other.files.map { ($0.path, $0.bytes) })
    return Set(old.keys).union(new.keys).sorted().compactMap { path in
      switch (old[path], new[path]) {
      case (nil, _): (path, .added)
      case (_, nil): (path, .removed)
      case (let before, let after): before == after ? nil : (path, .changed)
      }
    }
  }
}

/// The change of one file of a plugin between two commits.
public struct PluginChange: Hashable, Sendable {
  /// The kind of change and the path, such as `changed init.lua`.
  public let summary: String
  /// The lines of the diff with context; empty for a file that is new or removed.
  public let lines: [String]

  private static let mostLines = 200

  init(_ summary: String, difference: String = "") {
    self.summary = summary
    let lines = difference.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.hasPrefix("@@") }.map(String.init)
    let rest = lines.count - Self.mostLines
    self.lines = lines.prefix(Self.mostLines) + (rest > 0 ? ["… and \(rest) lines more"] : [])
  }
}
