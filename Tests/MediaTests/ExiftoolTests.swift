import Foundation
import Media
import Samples
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
    let differences = try differences(from: seen, in: folder)
    let explained = try FactsPage().differences(under: "Differences to exiftool")
    #expect(differences.subtracting(explained).sorted() == [])
    #expect(explained.subtracting(differences).sorted() == [])
  }

  @Test(.enabled(if: Exiftool.program != nil))
  func allFieldsOfPicturesThatWereMadeAgree() async throws {
    let folder = try TemporaryDirectory()
    for (name, sample) in SampleKinds.all { try folder.write(sample, to: name) }
    let seen = try await Exiftool(folder: folder.path)
    #expect(seen.files.count == SampleKinds.all.count)
    let differences = try differences(from: seen, in: folder.path)
    // exiftool gives the size before the clean aperture is applied, and reads the keys of a
    // movie only as QuickTime lays them out, not as ISO/IEC 14496-12 does.
    #expect(
      differences == ["clean-aperture.heic: size", "camera.mp4: date", "camera.mp4: zone"])
  }

  private func differences(from seen: Exiftool, in folder: String) throws -> Set<String> {
    var differences: Set<String> = []
    for (path, theirs) in seen.files {
      let ours = SeenFacts(try ScratchFile.facts(at: "\(folder)/\(path)")).fields
      for field in Set(ours.keys).union(theirs.keys)
      where !SeenFacts.agree(ours[field], theirs[field]) {
        differences.insert("\(path): \(field)")
        print("\(path): \(field): \(theirs[field] ?? "-") there, \(ours[field] ?? "-") here")
      }
    }
    return differences
  }
}
