import Foundation
import Testing

/// A lazy `compactMap` or `flatMap` calls its closure again for an element that it found. One that looks
/// at a file may answer otherwise then, which ends the program: `firstNonNil` asks once.
@Suite struct LazyResultTests {
  @Test func noResultIsAskedForTwice() throws {
    for source in try SourceText.all() where strstr(source.text, ".lazy") != nil {
      let found = source.text.firstMatch(of: /\.lazy\s*\.(?:compactMap|flatMap)/)
      #expect(found == nil, "\(source.name)")
    }
  }
}
