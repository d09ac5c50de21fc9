import Contracts
import Engine
import TakeoutLibrary
import TestSupport
import Testing

@Suite struct TakeoutContractTests {
  @Test func contractIsKept() throws {
    let world = try TakeoutWorld()
    let year = "Takeout/Google Photos/Photos from 2019"
    for number in 0..<8 {
      try world.add(
        "IMG_\(number).jpg", to: year, seed: UInt64(number),
        taken: TakeoutWorld.taken + number * 70_000)
    }
    try world.add("IMG_9.jpg", to: "Takeout/Google Photos/Trip", seed: 9)
    try world.add(album: "A trip", to: "Takeout/Google Photos/Trip")
    try world.add(picture: "alone.jpg", to: year, seed: 20)
    let contract = LibraryContract(of: TakeoutLibrary.self, at: world.folder.path)
    #expect(try contract.violations() == [])
  }
}
