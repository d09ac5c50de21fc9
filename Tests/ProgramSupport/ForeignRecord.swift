import TestSupport

/// Records of other programs.
package enum ForeignRecord {
  /// The line of a record as another program may write it.
  package static func line(_ number: Int) -> String {
    "{\"v\":1,\"kind\":\"asset\",\"localIdentifier\":\"IMG_\(number)\","
      + "\"filename\":\"IMG_\(number).PNG\",\"path\":\"/nowhere/IMG_\(number).PNG\","
      + "\"mediaType\":\"image\",\"pixelWidth\":\(number)}"
  }

  /// Writes the lines of the records 1 to `count` to the file `records`.
  package static func write(_ count: Int, in world: ProgramWorld) throws {
    try world.directory.write((1...count).map { line($0) + "\n" }.joined(), to: "records")
  }
}
