import Contracts
import Engine
import FolderLibrary
import Samples
import TestSupport
import Testing

@Suite struct FolderContractTests {
  @Test func contractIsKept() throws {
    let folder = try TemporaryDirectory()
    for number in 0..<12 {
      let place = ["", "trip/", "trip/day/", ".hidden/"][number % 4]
      let block = EXIFBlock {
        $0.make = "Maker \(number % 3)"
        $0.dateTimeOriginal = "2019:05:0\(1 + number % 5) 10:00:0\(number % 7)"
      }
      try folder.write(
        JPEGPicture(width: 16 + number, height: 8, seed: UInt64(number)) { $0.exif = block },
        to: "library/\(place)IMG_\(number).jpg")
    }
    try folder.write(PNGPicture(width: 4, height: 4), to: "library/a.png")
    try folder.write(PNGPicture(width: 4, height: 4), to: "library/caf\u{E9}.PNG")
    let contract = LibraryContract(of: FolderLibrary.self, at: folder.path("library"))
    #expect(try contract.violations() == [])
  }
}
