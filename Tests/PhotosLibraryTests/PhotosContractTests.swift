import Contracts
import PhotosLibrary
import PhotosSamples
import Testing

@Suite struct PhotosContractTests {
  @Test func contractIsKept() throws {
    let world = try PhotosWorld(PhotosSampleLibrary(.macOS15, GeneratedPhotos(count: 60)))
    let contract = LibraryContract(of: PhotosLibrary.self, at: world.path)
    var violations: [String] = []
    try world.expectUntouched { violations = try contract.violations() }
    #expect(violations == [])
  }
}
