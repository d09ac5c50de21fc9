internal import LuaBridge
internal import Pipeline
internal import Platform
internal import Sessions

enum RuleTestFolder {
  /// Returns the path of a file of tests, or those of the tests in a folder and its subfolders;
  /// throws ``UsageProblem`` if none exists.
  static func files(at path: String) throws -> [String] {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw UsageProblem("\"\(path)\": \(FileProblem(error: errno).reason)")
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      guard path.hasSuffix(RuleFile.testSuffix) else {
        throw UsageProblem(
          "\"\(path)\" is no file of tests; their names end with \(RuleFile.testSuffix)")
      }
      return [path]
    }
    let found = try files(in: path.hasSuffix("/") ? String(path.dropLast()) : path)
    if found.isEmpty {
      throw UsageProblem(
        "\"\(path)\" holds no tests; their names end with \(RuleFile.testSuffix)")
    }
    return found
  }

  private static func files(in path: String) throws -> [String] {
    let library: FolderRoot
    let listing: DirectoryListing
    do {
      library = try FolderRoot(path: path)
      listing = try DirectoryListing(library.directory, includesHidden: false)
    } catch {
      throw UsageProblem("\"\(path)\": \(error.reason)")
    }
    func names(_ entries: [DirectoryListing.Entry]) -> [String] {
      entries.map { String(decoding: listing.name($0), as: UTF8.self) }
    }
    let own = names(listing.files).filter { $0.hasSuffix(RuleFile.testSuffix) }
    return own.map { "\(path)/\($0)" }
      + (try names(listing.folders).flatMap { try files(in: "\(path)/\($0)") })
  }
}
