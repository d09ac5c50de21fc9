import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// A suite whose tests type `shotflow import`, from `~/card` into `~/Pictures`.
protocol ImportingSuite {
  var world: ProgramWorld { get }
}

extension ImportingSuite {
  /// The date of the files on the card.
  var day: Date { Date(timeIntervalSince1970: 1_443_389_368) }

  /// The names of the files in the library.
  var library: [String] {
    world.names(in: "home/Pictures").filter { $0.contains(".") }.map {
      String($0.split(separator: "/").last ?? "")
    }.sorted()
  }

  /// The verdict about a card of which all is in the library.
  var whole: String { "all of it is in the library, which is on the same disk" }

  /// Makes an empty library, and a card with two pictures and a movie.
  func makeCard() throws {
    try world.directory.makeFolder("home/Pictures")
    try picture("card/DCIM/100/A.png", seed: 1)
    try picture("card/DCIM/100/B.png", seed: 2)
    try world.directory.write(
      QuickTimeMovie(width: 64, height: 48), to: "home/card/DCIM/100/C.MOV", modified: day)
  }

  func picture(_ path: String, seed: UInt64) throws {
    try world.directory.write(ProgramWorld.png(seed), to: "home/\(path)", modified: day)
  }

  /// Imports, and returns what is said.
  func imported(_ words: String = "card", status: Int32 = 0) async throws -> String {
    try await world.type("shotflow import \(words) >/dev/null", status: status).errorText
  }
}
