import CSQLite
import Files
import Foundation
import Media
import TestSupport
import Testing

@testable import CatalogueLibrary

/// A disk is found by its UUID where it is mounted.
@Suite struct MountedDisksTests {
  private let folder: TemporaryDirectory
  private let disks: MountedDisks

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write([], to: "dev/sdb1")
    try folder.write([], to: "dev/sdc1")
    try folder.makeFolder("links")
    for (name, device) in [("0a-1b", "sdb1"), ("12AB-34CD", "sdc1"), ("gone", "sdd1")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("links/\(name)"), withDestinationPath: "../dev/\(device)")
    }
    let table = """
      22 1 0:21 / /proc rw - proc proc rw
      40 1 8:17 / /media/My\\040disk rw shared:9 - ext4 \(folder.path("dev/sdb1")) rw
      41 1 8:17 / /mnt/again rw - ext4 \(folder.path("dev/sdb1")) rw

      """
    try folder.write(Array(table.utf8), to: "mounts")
    disks = MountedDisks(links: folder.path("links"), mounts: folder.path("mounts"))
  }

  @Test func theFolderIsThatOfTheTable() {
    #expect(disks.folder(of: "0a-1b") == "/media/My disk")
    #expect(disks.folder(of: "0A-1B") == "/media/My disk")
  }

  @Test(arguments: ["12ab-34cd", "gone", "other", "", "../links/0a-1b", "0a-1b/"])
  func aDiskThatIsNotMountedHasNone(uuid: String) {
    #expect(disks.folder(of: uuid) == nil)
  }

  @Test func theFunctionInSQLGivesIt() throws {
    try folder.write([], to: "empty.db")
    let connection = try SQLiteConnection(path: folder.path("empty.db"))
    let functions = CatalogueFunctions(zone: .computer, disks: disks)
    try functions.add(to: connection)
    #expect(try connection.text("SELECT mount_point('0a-1b')") == "/media/My disk")
    #expect(try connection.text("SELECT mount_point('other')") == nil)
    #expect(try connection.text("SELECT mount_point(5)") == nil)
    withExtendedLifetime(functions) {}
  }
}
