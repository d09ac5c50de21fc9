import Foundation
import TestSupport
import Testing

@testable import Files

@Suite struct FolderDocumentsTests {
  @Test(arguments: [
    ("IMG_1.JPG", "IMG_1.JPG.json"), ("IMG_1.JPG", "IMG_1.JPG.supplemental-metadata.json"),
    ("IMG_1(2).JPG", "IMG_1.JPG.supplemental-metadata(2).json"),
    ("IMG_1(2).JPG", "IMG_1.JPG(2).json"),
    ("IMG_1.JPG", "IMG_1.JPG.supplemental-met.json"),
  ])
  func theDocumentsOfATakeoutAreFound(_ name: String, _ document: String) throws {
    let folder = try TemporaryDirectory()
    for file in [name, document, "other.JPG"] { try folder.write("x", to: file) }
    let documents = FolderDocuments(
      in: try folder.path.withCString { try DirectoryHandle(directory: AT_FDCWD, name: $0) })
    #expect(documents.document(of: Array(name.utf8)) == Array(document.utf8))
    #expect(documents.document(of: Array("other.JPG".utf8)) == nil)
  }
}
