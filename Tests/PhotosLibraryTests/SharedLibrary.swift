import Foundation
import TestSupport
import Testing

/// A copy of a real library, gone with the value.
final class SharedLibrary {
  private let folder: TemporaryDirectory
  let path: String
  let name: String

  init(_ name: String) throws {
    folder = try TemporaryDirectory()
    self.name = name
    path = folder.path("\(name).photoslibrary")
    try SharedData.copy("photoslibraries/\(name).photoslibrary", to: path)
  }

  /// Returns the findings of another program in the library.
  func expectation(_ file: String) throws -> Any {
    let path = try #require(SharedData.path("expected/\(name)/\(file)"))
    return try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path)))
  }
}
