import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// Libraries and pictures that are not as they should be; the rest of the run is done.
@Suite struct BadLibraryTests {
  @Test func refusesALibraryThatIsNone() async throws {
    let world = try ProgramWorld()
    let rule = try world.libraryRule()
    try world.directory.write("x", to: "file")
    for (name, word) in [
      ("missing", "no such file or folder"), ("file", "not a folder"), ("", "no such file"),
      ("missing/below", "no such file or folder"), ("a.photoslibrary", "no such file or folder"),
    ] {
      let result = try await world.run("run", rule, "--library", name)
      #expect(result.status == .exited(66))
      #expect(result.text == "")
      #expect(result.errorLines.count == 1)
      #expect(result.errorText.contains("\"\(name)\""))
      #expect(result.errorText.contains(word), "\(result.errorText)")
    }
  }

  @Test func asksForALibrary() async throws {
    let world = try ProgramWorld()
    let result = try await world.run("run", try world.libraryRule())
    #expect(result.status == .exited(64))
    #expect(
      result.errorText == "shotflow: no library is named, and there is no folder"
        + " \"\(world.path("home/Pictures"))\"; add --library FOLDER, or set SHOTFLOW_LIBRARY\n")
  }

  @Test func refusesAnAlbumThatIsNotThere() async throws {
    let world = try ProgramWorld()
    try world.picture("a.png", in: "pictures/Vienna")
    let rule = try world.rule("return pipeline { source { album = \"Viena\" } }")
    let result = try await world.run("run", rule, "--library", world.library)
    #expect(result.status == .exited(66))
    #expect(result.errorText.contains("did you mean \"Vienna\"?"))
  }

  @Test func asksForPermissionToALibraryThatTheRuleNames() async throws {
    let world = try ProgramWorld()
    let rule = try world.rule("return pipeline { source { library = \"/etc\" } }")
    let result = try await world.run("run", rule)
    #expect(result.status == .exited(77))
    #expect(result.text == "")
    #expect(result.errorText.hasSuffix("--library /etc\n"))
  }

  @Test func findsNothingInAnEmptyLibrary() async throws {
    let world = try ProgramWorld()
    let rule = try world.libraryRule()
    let result = try await world.run("run", rule, "--library", world.library)
    #expect(result.status == .exited(0))
    #expect(result.text == "")
    #expect(result.errorText == "")
    let strict = try await world.run("run", rule, "--library", world.library, "--exit-status")
    #expect(strict.status == .exited(1))
  }

  @Test(.needs(.unprivilegedUser)) func tellsThatALibraryMayNotBeRead() async throws {
    let world = try ProgramWorld()
    let rule = try world.libraryRule()
    let secret = try world.makeFolder("secret", mode: 0)
    let result = try await world.runUnprivileged("run", rule, "--library", secret)
    #expect(result.status == .exited(77))
    #expect(result.text == "")
    #expect(result.errorLines.count == 1)
    #expect(result.errorText.contains("\"\(secret)\": permission denied"))
  }

  @Test(.needs(.unprivilegedUser)) func goesOnBesideWhatMayNotBeRead() async throws {
    let world = try ProgramWorld()
    let rule = try world.libraryRule()
    for name in ["a.png", "b.png", "c.png"] { try world.picture(name) }
    chmod(world.path("pictures/b.png"), 0)
    _ = try world.makeFolder("pictures/secret", mode: 0)
    chmod(world.library, 0o755)
    let result = try await world.runUnprivileged("run", rule, "--library", world.library)
    #expect(result.status == .exited(3))
    #expect(try result.records().map(\.filename) == ["a.png", "c.png"])
    #expect(result.errorLines.count == 2)
    #expect(result.errorText.contains("b.png: permission denied"))
    #expect(result.errorText.contains("secret: permission denied"))
  }

  @Test func goesOnBesidePicturesThatAreDamaged() async throws {
    let world = try ProgramWorld()
    try world.picture("a.png")
    try world.directory.write(ProgramWorld.png(2).encoded().dropLast(30), to: "pictures/cut.png")
    try world.directory.write([UInt8](), to: "pictures/empty.jpg")
    for name in ["cut.png", "empty.jpg"] {
      try world.directory.setModified(Date(timeIntervalSinceNow: -60), of: "pictures/\(name)")
    }
    try world.directory.write(JPEGPicture(width: 64, height: 48).encoded(), to: "pictures/z.jpg")
    let rule = try world.libraryRule("filter { filename = present }, load { size = \"maximum\" }")
    let result = try await world.run("run", rule, "--library", world.library)
    #expect(result.status == .exited(3))
    #expect(try result.records().map(\.filename) == ["a.png", "z.jpg"])
    #expect(result.errorLines.count == 2)
    #expect(result.errorText.contains("cut.png: the file is cut short"))
    #expect(result.errorText.contains("empty.jpg: the file is empty"))
  }

  @Test func isNotHeldUpByAHugeHole() async throws {
    let world = try ProgramWorld()
    try world.picture("a.png")
    for name in ["b.jpg", "c.png", "d.mov", "e"] {
      try world.directory.write([UInt8](), to: "pictures/\(name)")
      let path = world.path("pictures/\(name)")
      // A tebibyte takes longer to read than a test may last; not every file system has room.
      #expect(truncate(path, 1 << 40) == 0 || truncate(path, 2 << 30) == 0)
    }
    let rule = try world.libraryRule("load { file = \"reference\" }")
    let result = try await world.run("run", rule, "--library", world.library)
    #expect(!result.didTimeOut)
    #expect(result.status == .exited(0))
    // Nothing says that the file without an extension is a picture.
    #expect(try result.records().count == 4)
  }

  @Test func passesOverWhatIsNoFile() async throws {
    let world = try ProgramWorld()
    try world.picture("a.png")
    #expect(mkfifo(world.path("pictures/pipe.png"), 0o600) == 0)
    #expect(symlink("/dev/zero", world.path("pictures/zero.png")) == 0)
    #expect(symlink("a.png", world.path("pictures/link.png")) == 0)
    #expect(symlink("..", world.path("pictures/loop")) == 0)
    let rule = try world.libraryRule()
    let result = try await world.run("run", rule, "--library", world.library)
    #expect(result.status == .exited(0))
    #expect(try result.records().map(\.filename) == ["a.png"])
  }

  @Test func keepsDatesThatCanNotBe() async throws {
    let world = try ProgramWorld()
    let names = [
      "Screenshot from 9999-12-31 23-59-59.png", "Screenshot from 0000-00-00 00-00-00.png",
      "Screenshot from 2015-02-30 25-61-61.png", "Screenshot from 99999-09-27 21-29-28.png",
    ]
    for (seed, name) in names.enumerated() { try world.picture(name, seed: UInt64(seed)) }
    // As far as the file system goes, in both directions: it stores what it can.
    for (name, seconds) in [("early.png", -(1 << 40)), ("late.png", 1 << 46)] {
      try world.picture(name, seed: 77)
      var times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
      utimensat(AT_FDCWD, world.path("pictures/\(name)"), &times, 0)
    }
    let rule = try world.libraryRule("filter { sortedBy = { \"creationDate\", \"fileSize\" } }")
    let result = try await world.run("run", rule, "--library", world.library)
    #expect(result.status == .exited(0))
    let records = try result.records()
    #expect(records.count == 6)
    for record in records where names.contains(record.filename ?? "") {
      #expect(record.creationDateSource == "fileSystem", "\(record)")
    }
    let recent = try await world.runRecent()
    #expect(recent.status == .exited(1))
    #expect(recent.errorText == "")
  }

  @Test(
    arguments: [
      ("0000:00:00 00:00:00", nil), ("9999:99:99 99:99:99", nil), ("    :  :     :  :  ", nil),
      ("5881:07:11 00:00:00", "5881-07-11T00:00:00.000Z"), ("not a date at all !", nil),
      ("0001:01:02 00:00:00", "0001-01-02T00:00:00.000Z"), ("0001:01:01 00:00:00", nil),
      ("2015:02:29 12:00:00", nil),
    ] as [(String, String?)])
  func takesNoNonsenseFromExif(text: String, date: String?) async throws {
    let world = try ProgramWorld()
    let picture = JPEGPicture(width: 64, height: 48) {
      $0.exif = EXIFBlock {
        $0.dateTimeOriginal = text
        $0.dateTime = text
      }
    }
    try world.directory.write(picture, to: "pictures/a.jpg")
    let rule = try world.libraryRule("filter { creationDate = present }")
    let result = try await world.run("run", rule, "--library", world.library)
    #expect(result.status == .exited(0), "\(result.errorText)")
    let record = try #require(try result.records().first)
    if let date {
      #expect(record.creationDate == date)
    } else {
      #expect(record.creationDateSource == "fileSystem")
    }
    // What any run prints, any run reads.
    let again = try await world.run("run", try world.inputRule(), input: result.text)
    #expect(again.status == .exited(0))
    #expect(again.text == result.text)
  }

  @Test func survivesALibraryThatChangesUnderIt() async throws {
    let world = try ProgramWorld()
    for number in 1...600 { try world.picture("\(number).png", seed: 1) }
    let rule = try world.libraryRule("load { data = \"size\" }")
    let program = try world.program(["run", rule, "--library", world.library]).start()
    for number in stride(from: 600, to: 0, by: -2) {
      unlink(world.path("pictures/\(number).png"))
    }
    let result = await program.result()
    #expect(result.status == .exited(0) || result.status == .exited(3))
    #expect(try result.records().count >= 300)
  }
}
