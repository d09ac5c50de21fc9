import Foundation
import Media
import TestSupport
import Testing

/// Every field of every shared photograph, as exiftool sees it.
@Suite struct ExiftoolTests {
  private static let samples = "exif-samples"

  /// The page's table names each difference and why there is one; it has no line too many.
  @Test(.enabled(if: SharedData.has(samples) && Exiftool.program != nil))
  func allFieldsAgreeExceptThoseThatThePageExplains() async throws {
    let folder = try #require(SharedData.path(Self.samples))
    let seen = try await Exiftool(folder: folder)
    #expect(seen.files.count > 90)
    var differences: Set<String> = []
    for (path, theirs) in seen.files {
      let ours = SeenFacts(try ScratchFile.facts(at: "\(folder)/\(path)")).fields
      for field in Set(ours.keys).union(theirs.keys) where ours[field] != theirs[field] {
        differences.insert("\(path): \(field)")
        print("\(path): \(field): \(theirs[field] ?? "-") here \(ours[field] ?? "-")")
      }
    }
    let explained = try FactsPage().differences(under: "Differences to exiftool")
    #expect(differences.subtracting(explained).sorted() == [])
    #expect(explained.subtracting(differences).sorted() == [])
  }
}
