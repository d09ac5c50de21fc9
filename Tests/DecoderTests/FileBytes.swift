import Foundation

extension [UInt8] {
  /// All of a file.
  init(contentsOf path: String) throws {
    self.init(try Data(contentsOf: URL(fileURLWithPath: path)))
  }
}
