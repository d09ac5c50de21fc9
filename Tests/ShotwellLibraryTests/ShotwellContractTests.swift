import Contracts
import Engine
import Testing

@testable import ShotwellLibrary

@Suite struct ShotwellContractTests {
  @Test func contractIsKept() throws {
    let world = try ShotwellWorld(count: 60)
    let violations = try world.untouched {
      try LibraryContract(
        of: ShotwellLibrary.self, at: world.path, fields: [.number("rating", "stars")]
      ).violations()
    }
    #expect(violations == [])
  }
}
