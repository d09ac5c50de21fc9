import Foundation

/// The files of the project, by their paths from its root.
package enum Checkout {
  private static let root = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }

  package static let path = root.path

  package static func text(of path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  package static func has(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
  }

  package static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    let place = root.appendingPathComponent(path).path
    return FileManager.default.fileExists(atPath: place, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// Returns the names in a folder, sorted; hidden ones are left out.
  package static func names(in folder: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: root.appendingPathComponent(folder).path)
    return (names ?? []).filter { !$0.hasPrefix(".") }.sorted()
  }

  /// Returns the file itself, or all files in and below a folder.
  package static func files(in path: String) -> [String] {
    isFolder(path) ? names(in: path).flatMap { files(in: "\(path)/\($0)") } : [path]
  }

  /// Returns the folders below a folder that have files, but for those of C's headers.
  package static func folders(below folder: String) -> [String] {
    names(in: folder).filter { $0 != "include" }.map { "\(folder)/\($0)" }
      .filter { isFolder($0) && !files(in: $0).isEmpty }
      .flatMap { [$0] + folders(below: $0) }
  }
}
