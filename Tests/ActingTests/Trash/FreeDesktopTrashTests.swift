import Files
import Foundation
import TestSupport
import Testing

@testable import Acting

/// The trash folder that a file goes to, and those that get none.
@Suite struct FreeDesktopTrashTests {
  private let folder: TemporaryDirectory
  private let user = UInt32(geteuid())

  init() throws {
    folder = try TemporaryDirectory()
    try folder.makeFolder("disk")
    try folder.write("picture", to: "pictures/a.jpg")
  }

  private func bytes(_ name: String) -> [UInt8] { Array(folder.path(name).utf8) }

  private func trash(_ variables: [String: String]) -> FreeDesktopTrash {
    FreeDesktopTrash(user: user) { variables[$0] }
  }

  /// The trash folder at the top of a disk, from there; or the reason why there is none.
  private func onDisk(makes: Bool = true) -> String {
    do throws(FileProblem) {
      let files = try trash([:]).folder(onTop: bytes("disk"), makes: makes)
      return String(decoding: files.path.dropFirst(bytes("disk").count + 1), as: UTF8.self)
    } catch {
      return error.reason.replacing("\(folder.path)/", with: "")
    }
  }

  private func atHome(_ variables: [String: String], makes: Bool = true) throws -> String {
    let path = bytes("pictures/a.jpg")
    let file = try FileLocation(at: path).open()
    let files = try trash(variables).folder(for: file, at: path, makes: makes)
    return String(decoding: files.path.dropFirst(folder.path.utf8.count + 1), as: UTF8.self)
  }

  private func mode(_ name: String) -> mode_t? {
    var facts = stat()
    return lstat(folder.path(name), &facts) == 0 ? facts.st_mode & 0o7777 : nil
  }

  @Test func theHomeTrashIsInTheFolderOfData() throws {
    #expect(try atHome(["XDG_DATA_HOME": folder.path("data")]) == "data/Trash/files")
    #expect(try atHome(["HOME": folder.path("ann")]) == "ann/.local/share/Trash/files")
    #expect(
      try atHome(["HOME": folder.path("bob"), "XDG_DATA_HOME": "data"])
        == "bob/.local/share/Trash/files")
    for name in ["data/Trash", "data/Trash/files", "data/Trash/info"] {
      #expect(mode(name) == 0o700, "\(name)")
    }
  }

  @Test func aDryRunMakesNothing() throws {
    #expect(
      try atHome(["XDG_DATA_HOME": folder.path("data")], makes: false) == "data/Trash/files")
    #expect(onDisk(makes: false) == ".Trash-\(user)/files")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("disk")) == [])
    #expect(!FileManager.default.fileExists(atPath: folder.path("data")))
  }

  @Test func aFolderOfDataMayBeALink() throws {
    symlink(folder.path("disk"), folder.path("data"))
    #expect(try atHome(["XDG_DATA_HOME": folder.path("data")]) == "disk/Trash/files")
  }

  @Test func anotherDiskHasATrashForEachUser() {
    #expect(onDisk() == ".Trash-\(user)/files")
    #expect(mode("disk/.Trash-\(user)/info") == 0o700)
  }

  @Test func anAdministratorsFolderComesFirst() throws {
    try folder.makeFolder("disk/.Trash")
    chmod(folder.path("disk/.Trash"), 0o1777)
    #expect(onDisk() == ".Trash/\(user)/files")
  }

  @Test(arguments: ["no sticky bit", "a link", "a file", "a link inside"])
  func aSharedFolderIsChecked(_ fault: String) throws {
    try folder.makeFolder("elsewhere")
    switch fault {
    case "no sticky bit":
      try folder.makeFolder("disk/.Trash")
      chmod(folder.path("disk/.Trash"), 0o777)
    case "a link":
      chmod(folder.path("elsewhere"), 0o1777)
      symlink(folder.path("elsewhere"), folder.path("disk/.Trash"))
    case "a file": try folder.write("x", to: "disk/.Trash")
    default:
      try folder.makeFolder("disk/.Trash")
      chmod(folder.path("disk/.Trash"), 0o1777)
      symlink(folder.path("elsewhere"), folder.path("disk/.Trash/\(user)"))
    }
    #expect(onDisk() == ".Trash-\(user)/files")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("elsewhere")) == [])
  }

  @Test(arguments: ["is a symbolic link", "others may write into it", "is not a folder"])
  func aFolderOfAnotherUsersChoiceGetsNothing(_ reason: String) throws {
    let own = "disk/.Trash-\(user)"
    try folder.makeFolder("elsewhere")
    switch reason {
    case "is a symbolic link": symlink(folder.path("elsewhere"), folder.path(own))
    case "is not a folder": try folder.write("x", to: own)
    default:
      try folder.makeFolder("\(own)/files")
      chmod(folder.path("\(own)/files"), 0o777)
      chmod(folder.path(own), 0o700)
    }
    let found = onDisk()
    #expect(found.hasPrefix("can't use the trash folder \"\(own)\": "), "\(found)")
    // The kernel says of a link that is to be a folder that it is none.
    #expect(
      found.hasSuffix(reason == "is a symbolic link" ? "is not a folder" : reason), "\(found)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("elsewhere")) == [])
  }

  /// Only the administrator may give a folder away.
  @Test(.enabled(if: geteuid() == 0)) func aFolderOfAnotherUserGetsNothing() throws {
    try folder.makeFolder("disk/.Trash-\(user)")
    #expect(chown(folder.path("disk/.Trash-\(user)"), 1, 1) == 0)
    #expect(onDisk().hasSuffix("belongs to another user"))
  }

  @Test func theTopOfAFileSystemIsFound() throws {
    let path = Array("/proc/self/status".utf8)
    var facts = stat()
    try #require(stat("/proc/self", &facts) == 0)
    #expect(
      FreeDesktopTrash.top(of: path, on: UInt64(truncatingIfNeeded: facts.st_dev))
        == Array("/proc".utf8))
  }
}
