import AssetSupport
import Engine
import PipelineSupport
import Platform
import Samples
import Synchronization
import TestSupport
import Testing

/// Folders of other programs inside of a folder of pictures.
@Suite struct FolderPackageTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func write(_ names: String...) throws {
    for name in names { try folder.write(JPEGPicture(width: 8, height: 8), to: name) }
  }

  private func run(_ source: StageCall = StageCall("source")) throws -> Scenario.Outcome {
    try Scenario([source], library: folder.path).run()
  }

  @Test(arguments: [
    "Previews.lrdata", "Work.cocatalog", "Film.fcpbundle", "Photos.lrlibrary", "@eaDir", "@EADIR",
    "@Recycle", "THMBNL",
    "#recycle",
    ".dtrash", ".picasaoriginals", "lost+found", "Old.photolibrary", "Aperture.aplibrary",
    "Bilder.PHOTOSLIBRARY",
  ])
  func foldersOfOtherProgramsAreNotWalked(_ name: String) throws {
    try write("a.jpg", "\(name)/b.jpg", "x/\(name)/deep/c.jpg")
    for source in [StageCall("source"), StageCall("source", ["includeHidden": true])] {
      #expect(try run(source).names == ["a.jpg"])
    }
  }

  @Test(arguments: [
    "Lightroom Library.lrlibrary", "Work.cocatalog", "Film.fcpbundle", "I.imovielibrary",
  ])
  func librariesThatHoldOriginalsAreNamed(_ name: String) throws {
    try write("a.jpg", "\(name)/b.jpg")
    let heard = Lock<[String]>([])
    var scenario = Scenario([StageCall("source")], library: folder.path)
    scenario.notices = RunNotices { text in heard.withLock { $0.append(text) } }
    #expect(try scenario.run().names == ["a.jpg"])
    #expect(heard.withLock { $0.count { $0.contains("\(name)\" is a") } } == 1)
  }

  @Test func foldersOfTheUserAre() throws {
    try write("lrdata/a.jpg", "2019.photos/b.jpg", "photolibrary/c.jpg", "database/d.jpg")
    #expect(try run().names.count == 4)
  }

  @Test func aPhotosLibraryIsKnownByItsDatabase() throws {
    try write("a.jpg", "Mac/originals/0/b.jpg", "Mac/resources/c.jpg")
    try folder.write("SQLite", to: "Mac/database/Photos.sqlite")
    #expect(try run().names == ["a.jpg"])
  }

  @Test func theLibraryItselfIsRead() throws {
    try write("Old.photolibrary/Masters/a.jpg")
    #expect(
      try Scenario([StageCall("source")], library: folder.path + "/Old.photolibrary").run().names
        == ["Masters/a.jpg"])
  }
}
