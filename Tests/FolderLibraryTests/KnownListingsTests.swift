import Files
import Samples
import TestSupport
import Testing

@testable import FolderLibrary

/// Listings that the results of several fetches share.
@Suite struct KnownListingsTests {
  private let folder: TemporaryDirectory
  private let known = KnownListings()

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write(PNGPicture(width: 2, height: 2), to: "a.png")
    try folder.write(PNGPicture(width: 2, height: 2), to: ".hidden.png")
  }

  /// Lists the folder by a library that is opened again, as each fetch does.
  private func listing(includesHidden: Bool = false) throws -> DirectoryListing {
    let directory = try FolderLibrary(path: folder.path).root.directory
    return known.unique(
      try DirectoryListing(directory, includesHidden: includesHidden),
      includesHidden: includesHidden)
  }

  @Test func anUnchangedFolderHasOneListing() throws {
    let first = try listing()
    #expect(try listing() === first)
    known.forgetUnused()
    #expect(try listing() === first)
  }

  @Test func aFolderWithAnotherFileHasAnotherListing() throws {
    let first = try listing()
    try folder.write(PNGPicture(width: 2, height: 2), to: "b.png")
    let second = try listing()
    #expect(second !== first)
    #expect(second.files.count == 2)
    #expect(try listing() === second)
  }

  @Test func hiddenFilesAreInAListingOfTheirOwn() throws {
    let first = try listing()
    let whole = try listing(includesHidden: true)
    #expect(whole !== first)
    #expect(whole.files.count == 2)
    #expect(try listing() === first)
  }
}
