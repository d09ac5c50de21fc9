import Foundation
import TestSupport
import Testing

@testable import Sessions
@testable import ShotflowTool

/// The folder that is used if the user names none.
struct LibraryGuessTests {
  @Test(
    arguments: [
      (#"XDG_PICTURES_DIR="$HOME/Bilder""#, "/home/ann/Bilder"),
      (#"XDG_PICTURES_DIR="/srv/pictures""#, "/srv/pictures"),
      (#"  XDG_PICTURES_DIR = "$HOME/My Pictures/""#, "/home/ann/My Pictures"),
      (#"XDG_PICTURES_DIR="$HOME/a\"b\\c\$d""#, #"/home/ann/a"b\c$d"#),
      (#"XDG_PICTURES_DIR="$HOME/Bilder" # behind it"#, "/home/ann/Bilder"),
      (
        #"XDG_PICTURES_DIR="$HOME/Bilder"# + "\"\r\nXDG_MUSIC_DIR=\"$HOME/Music\"",
        "/home/ann/Bilder"
      ),
      ("XDG_PICTURES_DIR=\"$HOME/a\"\nXDG_PICTURES_DIR=\"$HOME/b\"", "/home/ann/b"),
      ("XDG_PICTURES_DIR=\"$HOME/a\"\nXDG_PICTURES_DIR=b", "/home/ann/a"),
      // No folder, or not in the words that there are.
      (#"XDG_PICTURES_DIR="$HOME/""#, nil), (#"XDG_PICTURES_DIR="$HOME""#, nil),
      (#"XDG_PICTURES_DIR="/home/ann/""#, nil), (#"XDG_PICTURES_DIR=$HOME/Bilder"#, nil),
      (#"XDG_PICTURES_DIR="Bilder""#, nil), (#"XDG_PICTURES_DIR="~/Bilder""#, nil),
      (#"XDG_PICTURES_DIR="$HOMES/Bilder""#, nil), (#"XDG_PICTURES_DIR="${HOME}/Bilder""#, nil),
      (##"#XDG_PICTURES_DIR="$HOME/Bilder""##, nil), (#"XDG_PICTURES_DIRS="$HOME/Bilder""#, nil),
      (#"XDG_MUSIC_DIR="$HOME/Musik""#, nil), ("", nil),
    ] as [(String, String?)])
  func theFileIsReadAsTheDesktopReadsIt(_ text: String, _ path: String?) {
    #expect(UserDirectories(text, home: "/home/ann").pictures == path)
  }

  private let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
  }

  private func guess(
    configuration: String? = nil, hasPhotos: Bool = false, _ text: String? = nil
  ) throws -> LibraryGuess {
    if let text { try home.write(text, to: ".config/user-dirs.dirs") }
    return LibraryGuess(home: home.path, configuration: configuration, hasPhotos: hasPhotos)
  }

  @Test func theNamedFolderComesBeforeTheUsualOne() throws {
    let text = "XDG_PICTURES_DIR=\"$HOME/Bilder\"\n"
    #expect(try guess(text).candidates == [home.path("Bilder"), home.path("Pictures")])
    #expect(try guess(text).library == nil)
    try home.makeFolder("Pictures")
    #expect(try guess(text).library == home.path("Pictures"))
    try home.makeFolder("Bilder")
    #expect(try guess(text).library == home.path("Bilder"))
  }

  @Test func theFileLiesInTheFolderForConfiguration() throws {
    try home.write("XDG_PICTURES_DIR=\"$HOME/a\"\n", to: "other/user-dirs.dirs")
    let guess = try guess(configuration: home.path("other"), "XDG_PICTURES_DIR=\"$HOME/b\"\n")
    #expect(guess.candidates.first == home.path("a"))
    let relative = LibraryGuess(home: home.path, configuration: "other", hasPhotos: false)
    #expect(relative.candidates.first == home.path("b"))
  }

  @Test(arguments: ["$HOME/", "$HOME/.", "$HOME/loop", "/", "$HOME/.."])
  func theHomeFolderIsNeverTaken(_ value: String) throws {
    #expect(symlink(home.path, home.path("loop")) == 0)
    let text = "XDG_PICTURES_DIR=\"\(value)\"\n"
    #expect(try guess(text).library == nil)
    try home.makeFolder("Pictures")
    #expect(try guess(text).library == home.path("Pictures"))
  }

  @Test func theUsualFolderMayNotBeTheHomeFolderEither() throws {
    #expect(symlink(".", home.path("Pictures")) == 0)
    #expect(try guess().candidates == [])
  }

  @Test func aFileThatOthersCanWriteSaysNothing() throws {
    _ = try guess("XDG_PICTURES_DIR=\"$HOME/Bilder\"\n")
    chmod(home.path(".config/user-dirs.dirs"), 0o666)
    #expect(try guess().candidates == [home.path("Pictures")])
  }

  @Test func aSystemWithPhotosHasALibraryForEachUser() throws {
    let photos = home.path("Pictures/Photos Library.photoslibrary")
    #expect(try guess(hasPhotos: true).candidates == [photos, home.path("Pictures")])
    try home.makeFolder("Pictures")
    #expect(try guess(hasPhotos: true).library == home.path("Pictures"))
    try home.makeFolder("Pictures/Photos Library.photoslibrary")
    #expect(try guess(hasPhotos: true).library == photos)
  }

  @Test(arguments: [nil, "", "relative", "/"]) func thereIsNoneWithoutAHome(_ home: String?) {
    #expect(LibraryGuess(home: home, configuration: nil, hasPhotos: false).candidates == [])
  }
}
