import Foundation

/// The project's own files.
enum Checkout {
  /// This file is Tests/ShotflowTests/Documents/Checkout.swift.
  static let path = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }.path

  static func text(of relativePath: String) throws -> String {
    try String(contentsOfFile: "\(path)/\(relativePath)", encoding: .utf8)
  }

  static func has(_ relativePath: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(path)/\(relativePath)")
  }

  /// Returns the visible files below a folder, with paths from the project's root.
  static func contents(of folder: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: "\(path)/\(folder)")?.allObjects ?? []
    return names.compactMap { $0 as? String }
      .filter { !$0.hasPrefix(".") && !$0.contains("/.") }
      .map { "\(folder)/\($0)" }.sorted()
  }
}
