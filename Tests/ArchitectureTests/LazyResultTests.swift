import Foundation
import Testing

/// A lazy `compactMap` or `flatMap` calls its closure again for an element that it found. One that looks
/// at a file may answer otherwise then, which ends the program: `firstNonNil` asks once.
@Suite struct LazyResultTests {
  @Test func noResultIsAskedForTwice() throws {
    let files = try #require(
      FileManager.default.enumerator(at: EscapingTests.sources, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      count += 1
      let text = try String(contentsOf: file, encoding: .utf8)
      guard strstr(text, ".lazy") != nil else { continue }
      let found = text.firstMatch(of: /\.lazy\s*\.(?:compactMap|flatMap)/)
      #expect(found == nil, "\(file.lastPathComponent)")
    }
    #expect(count > 1000)
  }
}
