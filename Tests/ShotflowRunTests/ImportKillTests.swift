import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// Imports that are killed, that lose their card, or that find no room: nothing is lost, nothing is
/// there twice or by half, and the same command ends the work.
@Suite struct ImportKillTests {
  /// The ways of importing.
  enum Way: String, CaseIterable, CustomTestStringConvertible {
    case plain = ""
    case unverified = "--no-verify"
    case moving = "--move"
    case backedUp = "--backup backup"
    case movingBackedUp = "--move --backup backup"

    var testDescription: String { rawValue.isEmpty ? "import" : "import \(rawValue)" }
    var words: [String] { rawValue.split(separator: " ").map(String.init) }
    var folders: [String] { rawValue.contains("backup") ? ["library", "backup"] : ["library"] }
  }

  /// The pictures of a card, and a library for them.
  private struct Card {
    let world: ProgramWorld
    /// The files of the card, by their names.
    let files: [String: Data]

    /// By itself more files than are written together, so that some are read back meanwhile.
    init(_ count: Int = 40, padding: Int = 40_000) throws {
      world = try ProgramWorld()
      for number in 0..<count {
        let picture = Data(ProgramWorld.png(UInt64(number + 1)).encoded())
        try world.directory.write(
          picture + Data(repeating: UInt8(number), count: padding),
          to: "card/DCIM/\(100 + number / 10)/IMG_\(number).png")
      }
      try world.livePhoto("IMG_900", in: "card/DCIM/100")
      try world.directory.write("<x/>", to: "card/DCIM/100/IMG_1.xmp")
      try world.directory.makeFolder("library")
      files = Self.named(try world.contents(of: "card"))
    }

    static func named(_ contents: [String: Data]) -> [String: Data] {
      Dictionary(contents.map { (Self.name($0.key), $0.value) }) { first, _ in first }
    }

    private static func name(_ path: String) -> String {
      String(path.split(separator: "/").last ?? "")
    }

    func program(_ way: Way) -> RunProgram {
      world.program(
        ["import", world.path("card"), "--library", world.path("library"), "--no-catalogue"]
          + way.words.map { $0 == "backup" ? world.path("backup") : $0 })
    }

    /// Every file is whole wherever it is, and in no folder twice; none is lost.
    func check(_ way: Way, _ moment: String) throws {
      var there = Self.named(try world.contents(of: "card"))
      for folder in way.folders {
        let contents = try world.contents(of: folder)
        #expect(Self.named(contents).count == contents.count, "\(folder), \(moment)")
        for (path, content) in contents {
          #expect(files[Self.name(path)] == content, "\(folder)/\(path), \(moment)")
          if folder == "library" { there[Self.name(path)] = content }
        }
      }
      #expect(there == files, "\(moment)")
    }

    /// All is where it belongs; an undo takes that back.
    func checkEnd(_ way: Way, _ moment: String) async throws {
      try check(way, moment)
      for folder in way.folders {
        #expect(Self.named(try world.contents(of: folder)) == files, "\(folder), \(moment)")
      }
      #expect(try world.contents(of: "card").isEmpty == way.rawValue.contains("--move"))
      let undo = try await world.run("undo", "--last", "1000")
      #expect(undo.status == .exited(0), "\(moment): \(undo.errorText)")
      #expect(Self.named(try world.contents(of: "card")) == files, "\(moment)")
      for folder in way.folders { #expect(try world.contents(of: folder).isEmpty, "\(moment)") }
    }
  }

  private static let killCount = Effort.isFull ? 200 : 8

  @Test(arguments: Way.allCases) func killsAtAnyMomentLoseNothing(_ way: Way) async throws {
    let seed = UInt64.random(in: 0..<1_000_000)
    var generator = SeededGenerator(seed: seed)
    var (kills, worlds) = (0, 0)
    var usual = Duration.milliseconds(300)
    while kills < Self.killCount, worlds < 2 * Self.killCount {
      worlds += 1
      let card = try Card()
      var isDone = false
      var tries = 0
      while !isDone {
        tries += 1
        let start = ContinuousClock.now
        let program = try card.program(way).start()
        // The last one may end its work, however busy the computer is.
        if tries <= 8 {
          try await Task.sleep(for: usual * Double.random(in: 0...1, using: &generator))
          program.signal(SIGKILL)
        }
        let result = await program.result()
        let moment = "seed \(seed), world \(worlds), kill \(kills)"
        if case .killed = result.status {
          kills += 1
          try card.check(way, moment)
        } else {
          #expect(result.status == .exited(0), "\(moment): \(result.errorText)")
          usual = ContinuousClock.now - start
          isDone = true
          try await card.checkEnd(way, moment)
        }
      }
    }
    Figures.note("\(way.testDescription) killed, seed \(seed)", kills)
  }

  /// Two imports of one card, which may meet at any file.
  @Test func twoAtOnceImportEachFileOnce() async throws {
    let card = try Card()
    let programs = try (1...2).map { _ in try card.program(.backedUp).start() }
    for program in programs {
      let result = await program.result()
      #expect(result.status == .exited(0), "\(result.errorText)")
    }
    try await card.checkEnd(.backedUp, "two at once")
  }

  /// A card from which nothing more can be read, from the first file or a later one on.
  @Test(
    .needs(.faultLibrary),
    arguments: ["copy:1+:EIO", "copy:9+:EIO", "copy:36+:EIO", "link:5+:EIO", "link:36+:EIO"])
  func aCardThatFailsIsImportedNextTime(_ fault: String) async throws {
    let card = try Card()
    let words = ["import", card.world.path("card"), "--library", card.world.path("library")]
    let program = try card.world.faultyProgram(words, ["SHOTFLOW_FAULT": fault])
    let first = try await program.result()
    #expect(first.status != .exited(0))
    #expect(!first.errorText.contains("can be formatted"), "\(first.errorText)")
    try card.check(.plain, fault)
    let second = try await card.program(.plain).result()
    #expect(second.status == .exited(0), "\(second.errorText)")
    try await card.checkEnd(.plain, fault)
  }

  /// The last of the files that are written together fails, alone in its folder, while others are
  /// written there.
  @Test(.needs(.faultLibrary)) func aFileThatFailsTakesNoFolderFromTheNextOnes() async throws {
    let world = try ProgramWorld()
    for number in 0..<40 {
      try world.directory.write(
        Data(ProgramWorld.png(UInt64(number + 1)).encoded()),
        to: "card/DCIM/\(number < 31 ? 100 : 101)/IMG_\(100 + number).png")
    }
    try world.directory.makeFolder("library")
    let program = try world.faultyProgram(
      [
        "import", world.path("card"), "--library", world.path("library"),
        "--to", "{folderPath}/{filename}",
      ], ["SHOTFLOW_FAULT": "copy:32:EIO"])
    let result = try await program.result()
    #expect(result.status != .exited(0))
    var rest = try world.contents(of: "card")
    #expect(rest.removeValue(forKey: "DCIM/101/IMG_131.png") != nil)
    #expect(try world.contents(of: "library") == rest, "\(result.errorText)")
  }

  /// Runs the import in a shell that may mount file systems.
  private func importing(_ card: Card, _ script: String) async throws -> ProgramResult {
    try await card.world.shellWithMounts(
      """
      import() { $shotflow import card --library library --quiet "$@"; }
      \(script)
      """)
  }

  @Test(.needs(.ownMounts)) func aFullDiskLeavesWholeFilesAndTheRestForLater() async throws {
    let card = try Card(10, padding: 100_000)
    let result = try await importing(
      card,
      """
      mkdir disk
      mount -t tmpfs -o size=8m none disk
      head -c 7692k /dev/zero >disk/filler
      mkdir disk/library
      mount --bind disk/library library
      import 2>first.txt && exit 1
      cp -r library part
      rm disk/filler
      import || exit 1
      cp -r library whole
      """)
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(try card.world.directory.text(of: "first.txt").contains("is full"))
    let part = Card.named(try card.world.contents(of: "part"))
    #expect(!part.isEmpty && part.count < card.files.count)
    for (name, content) in part { #expect(card.files[name] == content, "\(name)") }
    #expect(Card.named(try card.world.contents(of: "whole")) == card.files)
  }

  @Test(.needs(.ownMounts)) func aReadOnlyLibraryIsReported() async throws {
    let card = try Card(3)
    let result = try await importing(
      card,
      """
      mount -t tmpfs -o ro none library
      import
      """)
    #expect(result.status != .exited(0))
    #expect(result.errorText.contains("is read-only"), "\(result.errorText)")
    #expect(Card.named(try card.world.contents(of: "card")) == card.files)
  }

  /// A card that is pulled in the middle, or at another moment: what came is whole.
  @Test(.needs(.ownMounts)) func aPulledCardIsImportedNextTime() async throws {
    let card = try Card(60)
    let result = try await importing(
      card,
      """
      mv card inserted; mkdir card
      mount --bind inserted card
      import 2>first.txt &
      until [ -n "$(find library -name 'IMG_*')" ]; do sleep 0.01; done
      umount -l card
      wait $!
      cp -r library part
      mount --bind inserted card
      import || exit 1
      umount -l card
      """)
    #expect(result.status == .exited(0), "\(result.errorText)")
    for (name, content) in Card.named(try card.world.contents(of: "part")) {
      #expect(card.files[name] == content, "\(name)")
    }
    #expect(Card.named(try card.world.contents(of: "library")) == card.files)
    #expect(Card.named(try card.world.contents(of: "inserted")) == card.files)
  }
}
