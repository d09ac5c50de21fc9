import Contracts
import Engine
import Testing

@testable import CatalogueLibrary

@Suite struct ShotwellContractTests {
  @Test func contractIsKept() throws {
    let world = try ShotwellWorld(count: 60)
    let violations = try world.untouched {
      try LibraryContract(
        of: .shotwell, at: world.path, fields: [.number("rating", "stars")]
      ).violations()
    }
    #expect(violations == [])
  }
}
