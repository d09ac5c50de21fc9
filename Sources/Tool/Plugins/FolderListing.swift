internal import Platform

enum FolderListing {
  /// Returns the names without hidden ones, sorted; empty if the folder does not exist.
  static func names(in folder: String) -> [String] {
    entries(in: folder).filter { !$0.hasPrefix(".") }
  }

  static func entries(in folder: String) -> [String] {
    guard let list = opendir(folder) else { return [] }
    defer { closedir(list) }
    var names: [String] = []
    while let entry = readdir(list) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  static func isFile(_ path: String) -> Bool { kind(of: path) == S_IFREG }
  static func isFolder(_ path: String) -> Bool { kind(of: path) == S_IFDIR }

  /// Returns the type of a file without following links; nil if it does not exist.
  static func kind(of path: String) -> mode_t? {
    var facts = stat()
    return lstat(path, &facts) == 0 ? facts.st_mode & S_IFMT : nil
  }

  /// Returns the file that a link leads to, else the path itself. A lock that is a link into a
  /// folder under version control is written there, and the link stays.
  static func target(of path: String) -> String {
    guard kind(of: path) == S_IFLNK else { return path }
    return RealPath(path)?.text ?? path
  }

  /// True if two paths lead to one folder.
  static func areSame(_ one: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    return stat(one, &first) == 0 && stat(other, &second) == 0
      && (first.st_dev, first.st_ino) == (second.st_dev, second.st_ino)
  }

  /// Returns the folder of an absolute path.
  static func parent(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  /// Returns why a folder that exists can't be listed, such as "permission denied"; nil if it can.
  static func objection(to folder: String) -> String? {
    guard let list = opendir(folder) else {
      let error = errno
      if error == ENOENT, kind(of: folder) == nil { return nil }
      return String(cString: strerror(error)).lowercased()
    }
    closedir(list)
    return nil
  }

  /// Removes a file, or a folder with its contents; links are removed and not followed.
  static func remove(_ path: String) {
    if kind(of: path) == S_IFDIR {
      for name in entries(in: path) { remove("\(path)/\(name)") }
      rmdir(path)
    } else {
      unlink(path)
    }
  }
}
