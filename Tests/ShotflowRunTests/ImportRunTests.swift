import Foundation
import ProgramSupport
import TestSupport
import Testing

/// `shotflow import` from cards and folders into a library.
@Suite struct ImportRunTests: ImportingSuite {
  let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try makeCard()
  }

  private func move(_ name: String, to place: String) throws {
    let names = world.names(in: "home/Pictures")
    let old = try #require(names.first { $0.hasSuffix("/\(name)") })
    try FileManager.default.moveItem(
      atPath: world.path("home/Pictures/\(old)"), toPath: world.path("home/Pictures/\(place)"))
  }

  // MARK: What is new

  @Test func aCardIsImportedOnce() async throws {
    let first = try await imported("card")
    #expect(first.hasPrefix("shotflow: imported 2 pictures and 1 video ("), "\(first)")
    #expect(
      first.hasSuffix(" to ~/Pictures; \(whole); undo with: shotflow undo\n"),
      "\(first)")
    #expect(
      world.names(in: "home/Pictures").contains("2015/2015-09-27/A.png"),
      "\(world.names(in: "home/Pictures"))")
    #expect(library == ["A.png", "B.png", "C.MOV"])
    #expect(
      try await imported("card")
        == "shotflow: nothing is new; 3 were there already; \(whole)\n")
    try picture("card/DCIM/101/D.png", seed: 4)
    let next = try await imported("card")
    #expect(next.hasPrefix("shotflow: imported 1 picture ("), "\(next)")
    #expect(
      next.hasSuffix(
        "; 3 were there already; \(whole); undo with: shotflow undo\n"),
      "\(next)")
  }

  @Test func whatWasRenamedOrFiledElsewhereIsThere() async throws {
    _ = try await imported("card")
    try move("A.png", to: "Birthday.png")
    try move("C.MOV", to: "film")
    #expect(try await imported("card").contains("nothing is new; 3 were there already"))
    let records = try await world.type("shotflow import card --all").records()
    #expect(
      records.compactMap(\.duplicateOfPath).map { ($0 as NSString).lastPathComponent }
        == ["Birthday.png", "B.png", "film"])
  }

  @Test func whatWasThrownAwayStaysAway() async throws {
    _ = try await imported("card")
    try move("A.png", to: "A.png")
    try FileManager.default.removeItem(atPath: world.path("home/Pictures/A.png"))
    #expect(
      try await imported("card")
        == "shotflow: nothing is new; 2 were there already, 1 imported before and gone since"
        + " (--again takes it); all the rest is in the library\n")
    #expect(library == ["B.png", "C.MOV"])
    #expect(try await imported("card --again").contains("imported 1 picture"))
    #expect(library == ["A.png", "B.png", "C.MOV"])
    // Another library has a memory of its own.
    #expect(try await imported("card --library Other").contains("imported 2 pictures and 1 video"))
    try FileManager.default.removeItem(atPath: world.path("home/Other"))
    let gone = try await imported("card --library Other")
    #expect(
      gone.hasSuffix(
        "; 3 imported before and gone since (--again takes them); none of what was imported before is"
          + " there; --again imports it again\n"), "\(gone)")
  }

  @Test func twoCardsHaveOneCopy() async throws {
    try picture("second/DCIM/100/A.png", seed: 1)
    try picture("second/DCIM/100/E.png", seed: 5)
    let records = try await world.type("shotflow import card second --all").outcomes()
    #expect(
      records.map(\.importStatus) == ["imported", "imported", "imported", "repeated", "imported"])
    #expect(records[3].duplicateOfPath?.hasSuffix("/Pictures/2015/2015-09-27/A.png") == true)
    #expect(records.map { $0.acts?.first?.stage } == ["import", "import", "import", nil, "import"])
    #expect(library == ["A.png", "B.png", "C.MOV", "E.png"])
    #expect(try await world.type("shotflow import card second").outcomes() == [])
  }

  /// The second copy of a content is imported if the first one can't be read.
  @Test func aFailedCopyDoesNotCount() async throws {
    try FileManager.default.removeItem(atPath: world.path("home/card/DCIM/100/A.png"))
    try world.directory.write([UInt8](), to: "home/card/DCIM/100/A.png")
    try picture("second/A.png", seed: 1)
    let said = try await imported("card second", status: 3)
    #expect(said.contains("the file is empty"), "\(said)")
    #expect(said.contains("1 failed; undo with: shotflow undo\n"), "\(said)")
    #expect(library == ["A.png", "B.png", "C.MOV"])
  }

  @Test func filesOfOneAssetComeTogether() async throws {
    try world.livePhoto("L", in: "home/phone")
    try world.directory.makeFolder("home/Pictures/old")
    try FileManager.default.copyItem(
      atPath: world.path("home/phone/L.JPG"), toPath: world.path("home/Pictures/old/kept.JPG"))
    // The library has the picture alone.
    #expect(try await imported("phone").contains("imported 1 picture ("))
    #expect(library == ["L.JPG", "L.MOV", "kept.JPG"])
    #expect(try await imported("phone").contains("nothing is new; 1 was there already"))
  }

  @Test func namesStayAsTheyAre() async throws {
    let decomposed = "Ko\u{308}ln.png"
    try picture("card/DCIM/100/\(decomposed)", seed: 7)
    _ = try await imported("card")
    #expect(library.contains { Array($0.utf8) == Array(decomposed.utf8) })
    #expect(try await imported("card").contains("nothing is new"))
  }

  /// Two pictures with one name and one with the name of another that is there.
  @Test func noFileIsReplaced() async throws {
    try picture("card/DCIM/101/A.png", seed: 8)
    try picture("Pictures/2015/2015-09-27/B.png", seed: 9)
    _ = try await imported("card")
    #expect(library == ["A 2.png", "A.png", "B 2.png", "B.png", "C.MOV"])
    #expect(try await imported("card").contains("nothing is new; 4 were there already"))
  }

  // MARK: Where it goes

  @Test func placesAreChosen() async throws {
    let said = try await imported("card --to 'New/{filename}' --videos-to '~/Videos/'")
    #expect(said.contains(" to ~/Pictures and the new folder ~/Videos; "), "\(said)")
    #expect(world.names(in: "home/Pictures/New") == ["A.png", "B.png"])
    #expect(world.names(in: "home/Videos").contains("2015/2015-09-27/C.MOV"))
    // Both places are looked into.
    let again = try await imported("card --to 'New/{filename}' --videos-to '~/Videos/'")
    #expect(again.contains("nothing is new; 3 were there already"), "\(again)")
  }

  @Test func anAbsolutePlaceIsALibraryOfItsOwn() async throws {
    _ = try await imported("card")
    let said = try await imported("card --to ~/Photos")
    #expect(said.contains("imported 2 pictures and 1 video"), "\(said)")
    #expect(world.names(in: "home/Photos").contains("2015/2015-09-27/A.png"))
    #expect(try await imported("card --to ~/Photos").contains("nothing is new"))
  }

  /// Files that went to one place count as imported there alone.
  @Test func eachPlaceHasAMemoryOfItsOwn() async throws {
    _ = try await imported("card --library Pictures --to ~/Other --videos-to ~/Videos")
    #expect(library == [])
    #expect(try await imported("card").contains("imported 2 pictures and 1 video ("))
    #expect(library == ["A.png", "B.png", "C.MOV"])
    try FileManager.default.removeItem(atPath: world.path("home/Videos"))
    let again = try await imported("card --library Pictures --to ~/New --videos-to ~/Videos")
    #expect(again.contains("nothing is new; 3 were there already"), "\(again)")
    let gone = try await imported("card --to ~/New --videos-to ~/Videos")
    #expect(gone.contains("imported 2 pictures (") && gone.contains("1 imported before"), "\(gone)")
  }

  @Test func theConfigurationKeepsThePlace() async throws {
    try world.directory.write(
      "return { rules = { import = { to = \"All/{filename}\" } } }\n",
      to: "config/shotflow/config.lua")
    _ = try await imported("card")
    #expect(world.names(in: "home/Pictures/All") == ["A.png", "B.png", "C.MOV"])
  }

  @Test func aTypedLibraryIsMade() async throws {
    #expect(try await imported("card --library New").contains(" to the new folder ~/New; "))
    #expect(world.names(in: "home/New").contains("2015/2015-09-27/A.png"))
    // One that the settings name is probably on a disk that is not connected.
    try world.directory.write(
      "return { library = \"~/Gone\" }\n", to: "config/shotflow/config.lua")
    let gone = try await imported("card", status: 73)
    #expect(gone.contains("connect its disk"), "\(gone)")
    #expect(!FileManager.default.fileExists(atPath: world.path("home/Gone")))
  }

  @Test func withoutALibraryAFolderIsAskedFor() async throws {
    try FileManager.default.removeItem(atPath: world.path("home/Pictures"))
    let said = try await imported("card", status: 64)
    #expect(said.contains("there is no library to import to"), "\(said)")
  }

  @Test func anEmptyNameOfALibraryIsRefused() async throws {
    let said = try await imported("card --library ''", status: 64)
    #expect(said.contains("--library has an empty name"), "\(said)")
  }

  @Test func aLibraryOfPhotosGetsNothing() async throws {
    try world.directory.makeFolder("home/P.photoslibrary/database")
    try world.directory.write([UInt8](), to: "home/P.photoslibrary/database/Photos.sqlite")
    let said = try await imported("card --library P.photoslibrary", status: 73)
    #expect(said.contains("keeps account of its files"), "\(said)")
  }

  // MARK: What is read

  @Test func theLibraryIsNoSource() async throws {
    try picture("Pictures/2014/old.png", seed: 11)
    try picture("Desktop/new.png", seed: 12)
    let said = try await imported(".")
    #expect(said.contains("imported 3 pictures and 1 video"), "\(said)")
    #expect(library == ["A.png", "B.png", "C.MOV", "new.png", "old.png"])
    let inside = try await imported("Pictures/2014", status: 64)
    #expect(inside.contains("organise sorts what is there"), "\(inside)")
    let piped = try await world.type("find Pictures -type f | shotflow import -")
    #expect(piped.text == "" && piped.errorText.contains("nothing is new"), "\(piped.errorText)")
  }

  @Test func filesAndListsOfPathsAreRead() async throws {
    let one = try await imported("card/DCIM/100/A.png")
    #expect(one.contains("imported 1 picture (") && !one.contains("all of it"), "\(one)")
    let piped = try await world.type("find card -type f | shotflow import - >/dev/null")
    #expect(piped.errorText.contains("imported 1 picture and 1 video"), "\(piped.errorText)")
    #expect(library == ["A.png", "B.png", "C.MOV"])
  }

  @Test func aSelectionIsNotTheWholeCard() async throws {
    let said = try await imported("card --videos")
    #expect(said.contains("imported 1 video (") && !said.contains("all of it"), "\(said)")
    let limited = try await imported("card --limit 1")
    #expect(limited.contains("imported 1 picture ("), "\(limited)")
    let hidden = "card/DCIM/100/.hidden.png"
    try picture(hidden, seed: 13)
    let rest = try await imported("card")
    #expect(rest.contains("but for 1 hidden file, which was not looked at"), "\(rest)")
  }

  @Test func aCardThatIsTheTargetIsNotToBeFormatted() async throws {
    let said = try await imported("card --library card/Sorted")
    #expect(said.contains("imported 2 pictures and 1 video"), "\(said)")
    #expect(
      said.hasSuffix(
        "; all of it is in the library; the copies are on the card itself; undo with: shotflow undo\n"
      ),
      "\(said)")
  }

  /// A folder on the disk of the library is nothing to format, even if it is a copy of a card.
  @Test func aFolderIsNoCard() async throws {
    try picture("Downloads/x.png", seed: 14)
    let card = try await imported("card")
    #expect(
      card.hasSuffix(
        "; \(whole); undo with: shotflow undo\n"),
      "\(card)")
    let said = try await imported("Downloads")
    #expect(said.hasSuffix("; all of it is in the library; undo with: shotflow undo\n"), "\(said)")
  }

  @Test func aFolderWithoutPicturesIsNamed() async throws {
    try world.directory.write("text", to: "home/Music/notes.txt")
    let said = try await imported("Music")
    #expect(
      said.hasPrefix("shotflow: no pictures or movies to import in ~/Music"), "\(said)")
    #expect(!said.contains("all of it"), "\(said)")
  }

  @Test func withoutASourceAndWithAMissingOne() async throws {
    let none = try await imported("", status: 64)
    #expect(none.contains("nothing is named to import from"), "\(none)")
    let missing = try await imported("crad", status: 66)
    #expect(missing.contains("there is no file or folder \"crad\""), "\(missing)")
  }

  // MARK: How it is done

  @Test func aDryRunChangesNothing() async throws {
    let said = try await imported("card --dry-run")
    #expect(said.contains("would import 2 pictures and 1 video ("), "\(said)")
    #expect(library == [])
    #expect(try await imported("card").contains("imported 2 pictures and 1 video"))
  }

  @Test func quietSaysNothing() async throws {
    #expect(try await imported("card --quiet") == "")
    #expect(library == ["A.png", "B.png", "C.MOV"])
  }

  @Test func undoTakesTheCopiesBack() async throws {
    _ = try await imported("card")
    _ = try await world.type("shotflow undo")
    #expect(library == [])
    #expect(world.names(in: "home/card").contains("DCIM/100/A.png"))
    // It counts as never imported, in this and in any other place.
    #expect(try await imported("card --to New/").contains("imported 2 pictures and 1 video"))
    _ = try await world.type("shotflow undo")
    #expect(try await imported("card --to ~/Other").contains("imported 2 pictures and 1 video"))
    _ = try await world.type("shotflow undo")
    #expect(try await imported("card --to ~/Other").contains("imported 2 pictures and 1 video"))
  }

  /// A library whose name was mistyped is made, which the user can see.
  @Test func aNewFolderIsNamed() async throws {
    let trial = try await imported("card --library Pictrues --dry-run")
    #expect(trial.contains(" to the new folder ~/Pictrues"), "\(trial)")
    let said = try await imported("card --library Pictrues")
    #expect(said.contains(" to the new folder ~/Pictrues; all of it"), "\(said)")
    try picture("card/DCIM/101/D.png", seed: 4)
    let again = try await imported("card --library Pictrues")
    #expect(again.contains(" to ~/Pictrues; 3 were"), "\(again)")
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
  func aDryRunTellsThatTheLibraryCanNotBeWritten() async throws {
    let folder = world.path("home/Pictures")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder)
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
    }
    let said = try await imported("card --dry-run")
    #expect(
      said.hasSuffix("; but nothing can be written to ~/Pictures: permission denied\n"), "\(said)")
  }

  @Test func withoutVerificationNothingIsPromised() async throws {
    let said = try await imported("card --no-verify")
    #expect(said.hasSuffix(" to ~/Pictures; undo with: shotflow undo\n"), "\(said)")
    // Now each was compared.
    #expect(try await imported("card").hasSuffix("; \(whole)\n"))
  }

  @Test func aTerminalShowsWhatWasDone() async throws {
    let words = ["import", world.path("home/card")]
    let program = world.program(words, terminal: Terminal(columns: 200))
    let shown = try await program.result().errorText
    #expect(
      shown.contains("imported 2 pictures and 1 video") && !shown.contains("A.png"), "\(shown)")
    let asked = world.program(
      words + ["--all", "--format", "tsv"], terminal: Terminal(columns: 200))
    #expect(try await asked.result().errorText.contains("A.png"))
  }

  @Test func movesFromFoldersAlone() async throws {
    let said = try await imported("card --move")
    #expect(said.contains("imported 2 pictures and 1 video"), "\(said)")
    #expect(world.names(in: "home/card").filter { $0.contains(".") } == [])
    #expect(library == ["A.png", "B.png", "C.MOV"])
  }

  @Test func theSourceStaysAsItIs() async throws {
    let before = try world.contents(of: "home/card")
    _ = try await imported("card")
    #expect(try world.contents(of: "home/card") == before)
  }

  @Test func aRuleOfOthersNeedsAPermission() async throws {
    let rule = try world.rule(
      """
      options { imports = true }
      return pipeline {
        wants = { write = "to import" }, source {}, import { to = "x/{filename}" },
      }
      """)
    let refused = try await world.type("shotflow run \(rule) card", status: 77)
    #expect(refused.errorText.contains("--allow write"), "\(refused.errorText)")
    let permitted = "shotflow run \(rule) card --allow write"
    #expect(try await world.type(permitted, status: 64).errorText.contains("no library"))
    _ = try await world.type("\(permitted) --library Pictures")
    #expect(world.names(in: "home/Pictures/x") == ["A.png", "B.png", "C.MOV"])
  }
}

/// The outcome of an import for an asset.
private struct ImportOutcome: Decodable, Equatable {
  let filename: String?
  let importStatus: String?
  let duplicateOfPath: String?
  let acts: [ActLine.Act]?
}

extension ProgramResult {
  fileprivate func outcomes() throws -> [ImportOutcome] { try decodedLines() }
}
