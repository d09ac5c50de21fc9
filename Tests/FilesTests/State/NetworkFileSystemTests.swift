import State
import Testing

@Suite struct NetworkFileSystemTests {
  @Test(
    arguments: [
      (0x6969, "NFS"), (0xFF53_4D42, "SMB"), (0xFE53_4D42, "SMB"), (0x517B, "SMB"),
      (0x0102_1997, "9P"),
    ] as [(UInt32, String)])
  func isKnownByItsNumber(_ type: UInt32, _ name: String) {
    #expect(NetworkFileSystem(linuxType: type)?.name == name)
  }

  /// ext4, tmpfs, btrfs, XFS, overlayfs, FUSE.
  @Test(
    arguments: [0xEF53, 0x0102_1994, 0x9123_683E, 0x5846_5342, 0x794C_7630, 0x6573_5546] as [UInt32]
  )
  func othersAreLocal(_ type: UInt32) {
    #expect(NetworkFileSystem(linuxType: type) == nil)
  }

  @Test func aLocalFolderIsLocal() {
    #expect(NetworkFileSystem.holding("/dev") == nil)
    #expect(NetworkFileSystem.holding("/no/such/folder") == nil)
  }

  @Test func theMessageNamesThePlaceAndTheRemedy() {
    let error = LedgerError.onNetwork(path: "/mnt/l.sqlite", fileSystem: "NFS")
    let text = "\(error)"
    #expect(text.contains("\"/mnt/l.sqlite\"") && text.contains("NFS"))
    #expect(text.contains("XDG_STATE_HOME"))
  }
}
