#if os(Linux)
  import TestSupport
  import Testing

  @testable import Files

  /// The media that are plugged in are known by the table of mounts and by their folders.
  @Suite struct MountedMediaTests {
    private let folder: TemporaryDirectory
    private var media: MountedMedia { MountedMedia(root: folder.path) }

    init() throws {
      folder = try TemporaryDirectory()
    }

    private func mount(_ systems: (folder: String, kind: String, source: String)...) throws {
      let lines = systems.enumerated().map { index, system in
        // Optional fields such as `shared:1` precede the lone dash, in any number.
        "\(30 + index) 22 8:\(index) / \(system.folder) rw,nosuid "
          + (index % 2 == 0 ? "shared:\(index) master:1 " : "")
          + "- \(system.kind) \(system.source) rw\n"
      }
      try folder.write(lines.joined(), to: "proc/self/mountinfo")
    }

    private func found(_ media: MountedMedium) -> [String] {
      [media.label, media.device ?? "no device"]
        + ([media.path] + media.folders).map { String($0.dropFirst(folder.path.count)) }
    }

    @Test func cardsAreFoundWhereDesktopsMountThem() throws {
      try mount(
        ("/", "ext4", "/dev/sda1"), ("/media/ada/CANON_DC", "vfat", "/dev/sdb1"),
        ("/run/media/ada/Card\\040two", "exfat", "/dev/mmcblk0p1"), ("/mnt", "vfat", "/dev/sdc1"),
        ("/home/ada/card", "vfat", "/dev/sdd1"))
      try folder.makeFolder("DCIM")
      try folder.makeFolder("media/ada/CANON_DC/DCIM")
      try folder.makeFolder("run/media/ada/Card two/DCIM")
      try folder.makeFolder("run/media/ada/Card two/PRIVATE")
      try folder.makeFolder("mnt/PRIVATE")
      try folder.makeFolder("home/ada/card/DCIM")
      #expect(
        media.all.map(found) == [
          ["CANON_DC", "/dev/sdb1", "/media/ada/CANON_DC", "/media/ada/CANON_DC/DCIM"],
          [
            "Card two", "/dev/mmcblk0p1", "/run/media/ada/Card two",
            "/run/media/ada/Card two/DCIM", "/run/media/ada/Card two/PRIVATE",
          ],
          ["mnt", "/dev/sdc1", "/mnt", "/mnt/PRIVATE"],
        ])
    }

    @Test func aDiskWithoutPicturesIsNoneOfThem() throws {
      try mount(
        ("/media/ada/STICK", "vfat", "/dev/sdb1"), ("/mnt/nas", "nfs4", "nas:/pictures"),
        ("/mediatheque", "ext4", "/dev/sdc1"))
      try folder.makeFolder("media/ada/STICK/Documents")
      try folder.write("no folder", to: "media/ada/STICK/DCIM")
      try folder.makeFolder("mnt/nas/DCIM")
      try folder.makeFolder("mediatheque/DCIM")
      #expect(media.all.isEmpty)
    }

    @Test func aCardThatIsNotMountedAnyMoreIsNoneOfThem() throws {
      try folder.makeFolder("media/ada/CANON_DC/DCIM")
      try mount(("/", "ext4", "/dev/sda1"))
      #expect(media.all.isEmpty)
    }

    @Test func ofTwoInOneFolderTheLaterCounts() throws {
      try mount(("/mnt", "ext4", "/dev/sdb1"), ("/mnt", "vfat", "/dev/sdc1"))
      try folder.makeFolder("mnt/DCIM")
      #expect(media.all.map(\.device) == ["/dev/sdc1"])
    }

    @Test func phonesAreFoundInTheFoldersOfTheDesktop() throws {
      try mount(("/run/user/1000/gvfs", "fuse.gvfsd-fuse", "gvfsd-fuse"))
      let phone = "run/user/1000/gvfs/mtp:host=Google_Pixel_7"
      try folder.makeFolder("\(phone)/Internal storage/DCIM")
      try folder.makeFolder("\(phone)/SD card/DCIM")
      try folder.makeFolder("run/user/1000/gvfs/afc:host=00008110/DCIM")
      try folder.makeFolder("run/user/1000/gvfs/smb-share:server=nas,share=home/DCIM")
      #expect(media.changeUnseen)
      #expect(
        media.all.map(found) == [
          [
            "00008110", "no device", "/run/user/1000/gvfs/afc:host=00008110",
            "/run/user/1000/gvfs/afc:host=00008110/DCIM",
          ],
          [
            "Google_Pixel_7", "no device", "/\(phone)", "/\(phone)/Internal storage/DCIM",
            "/\(phone)/SD card/DCIM",
          ],
        ])
    }

    @Test func aCardIsReadAsAWholeAndADiskOnlyWhereItsPicturesAre() throws {
      try mount(("/media/ada/CARD", "vfat", "/dev/sdb1"), ("/mnt", "ext4", "/dev/sdc1"))
      try folder.makeFolder("media/ada/CARD/DCIM")
      try folder.makeFolder("mnt/DCIM")
      let sources = [[folder.path("media/ada/CARD")], [folder.path("mnt/DCIM")]]
      #expect(media.all.map(\.sources) == sources)
      #expect(!media.changeUnseen)
    }

    @Test func aPhoneThatAProgramMountedIsFoundAnywhere() throws {
      try mount(("/home/ada/iPhone", "fuse.ifuse", "ifuse"))
      try folder.makeFolder("home/ada/iPhone/DCIM")
      #expect(
        media.all.map(found) == [
          ["iPhone", "no device", "/home/ada/iPhone", "/home/ada/iPhone/DCIM"]
        ])
    }

    @Test func theTableOfThisProcessIsRead() throws {
      let table = try #require(MountTable())
      #expect(table.fileSystems.contains { $0.folder == "/proc" && $0.kind == "proc" })
    }

    @Test func aPathIsOnTheInnermostMedium() throws {
      try mount(
        ("/mnt", "ext4", "/dev/sdb1"), ("/mnt/card", "vfat", "/dev/sdc1"),
        ("/mnt/card2", "vfat", "/dev/sdd1"))
      func device(_ path: String) -> String? { media.medium(holding: folder.path(path))?.device }
      #expect(device("mnt/card/DCIM/a.jpg") == "/dev/sdc1")
      #expect(device("mnt/card") == "/dev/sdc1")
      #expect(device("mnt/cards") == "/dev/sdb1")
      #expect(device("home/ada") == nil)
    }
  }
#endif
