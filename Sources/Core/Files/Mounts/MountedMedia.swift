internal import Platform

/// A memory card, camera or phone that is mounted.
package struct MountedMedium: Hashable, Sendable {
  /// The folder in which it is mounted, such as `/media/ada/CANON_DC`.
  package let path: String
  /// Its name, which is that of the folder: `CANON_DC`.
  package let label: String
  /// Its device, such as `/dev/sdb1`; nil for a file system without one, and for a camera or phone.
  package let device: String?
  /// True if it is a camera or phone, which is no disk that can be formatted.
  package let isPhone: Bool
  /// The folders for pictures that it has, such as `/media/ada/CANON_DC/DCIM`.
  package let folders: [String]
  /// True if its file system is that of memory cards.
  fileprivate let isCard: Bool

  /// The folders that an import reads: a card as a whole, of a phone or disk those for pictures.
  package var sources: [String] { isCard ? [path] : folders }
}

/// The media that are plugged in at a moment: what is mounted where desktops mount removable disks, and phones
/// and cameras anywhere. Disks of other machines are left out, since a lost one can't be asked.
package struct MountedMedia: Sendable {
  /// The folders in which desktops and users mount removable disks.
  private static let places = ["/media", "/run/media", "/mnt", "/Volumes"]
  /// The folders that cameras make on a card (DCF), and those for their movies.
  private static let cardFolders = ["DCIM", "PRIVATE"]
  private static let cardKinds: Set = ["exfat", "msdos", "vfat"]
  private static let phoneKinds: Set = [
    "fuse.ifuse", "fuse.jmtpfs", "fuse.simple-mtpfs", "fuse.aft-mtp-mount", "fuse.gphotofs",
  ]
  private static let remoteKinds: Set = [
    "autofs", "ceph", "cifs", "davfs", "fuse.rclone", "fuse.sshfs", "nfs", "nfs4", "smb3",
  ]
  /// The file system in which GNOME's programs show each phone and camera as a folder.
  private static let desktopKind = "fuse.gvfsd-fuse"
  /// The texts in front of the name of a phone or camera, in the folders of gvfs.
  private static let phonePrefixes = ["mtp:host=", "gphoto2:host=", "afc:host="]

  /// All media, in the order in which they were mounted.
  private let mounted: [MountedMedium]
  /// True if media may come or go without a change in the table of mounts, as phones do in gvfs.
  package let changeUnseen: Bool

  /// - Parameter root: The folder that is taken for the root of all paths.
  package init(root: String = "") {
    let systems = Self.fileSystems(in: root)
    mounted = Self.mounted(systems, in: root)
    changeUnseen = MountTable() == nil || systems.contains { $0.kind == Self.desktopKind }
  }

  /// The media with folders for pictures, in the order in which they were mounted.
  package var all: [MountedMedium] { mounted.filter { !$0.folders.isEmpty } }

  /// The paths of those without, such as a phone that is not unlocked yet.
  package var withoutPictures: [String] { mounted.filter(\.folders.isEmpty).map(\.path) }

  /// Returns the medium that an absolute path without links is on, be there pictures or not.
  package func medium(holding path: String) -> MountedMedium? {
    mounted.filter { path == $0.path || path.hasPrefix("\($0.path)/") }
      .max { $0.path.utf8.count < $1.path.utf8.count }
  }

  private static func mounted(
    _ systems: [MountedFileSystem], in root: String
  ) -> [MountedMedium] {
    var media: [MountedMedium] = []
    for system in systems where !remoteKinds.contains(system.kind) {
      let path = root + system.folder
      if system.kind == desktopKind {
        media += phones(of: path)
      } else if phoneKinds.contains(system.kind) {
        media.append(phone(at: path, label: lastPart(of: path)))
      } else if places.contains(where: {
        system.folder == $0 || system.folder.hasPrefix("\($0)/")
      }) {
        // The later of two file systems in one folder hides the earlier.
        media.removeAll { $0.path == path }
        media.append(
          MountedMedium(
            path: path, label: lastPart(of: path),
            device: system.source.hasPrefix("/dev/") ? system.source : nil, isPhone: false,
            folders: pictureFolders(in: [path]), isCard: cardKinds.contains(system.kind)))
      }
    }
    return media
  }

  private static func phones(of folder: String) -> [MountedMedium] {
    names(in: folder).compactMap { name in
      guard let prefix = phonePrefixes.first(where: { name.hasPrefix($0) }) else { return nil }
      return phone(at: "\(folder)/\(name)", label: String(name.dropFirst(prefix.count)))
    }
  }

  /// A phone has its pictures in its topmost folder or in one for each of its storages.
  private static func phone(at path: String, label: String) -> MountedMedium {
    let storages = names(in: path).map { "\(path)/\($0)" }
    return MountedMedium(
      path: path, label: label, device: nil, isPhone: true,
      folders: pictureFolders(in: [path] + storages), isCard: false)
  }

  private static func pictureFolders(in places: [String]) -> [String] {
    places.flatMap { place in cardFolders.map { "\(place)/\($0)" } }.filter { path in
      var facts = stat()
      return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
    }
  }

  private static func names(in folder: String) -> [String] {
    let handle = try? DirectoryHandle(directory: AT_FDCWD, name: folder)
    return handle?.names().sorted() ?? []
  }

  private static func lastPart(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  private static func fileSystems(in root: String) -> [MountedFileSystem] {
    #if canImport(Darwin)
      return names(in: "\(root)/Volumes").map { name in
        var facts = statfs()
        _ = statfs("\(root)/Volumes/\(name)", &facts)
        let texts = [
          withUnsafeBytes(of: facts.f_fstypename) { Array($0.prefix { $0 != 0 }) },
          withUnsafeBytes(of: facts.f_mntfromname) { Array($0.prefix { $0 != 0 }) },
        ].map { String(decoding: $0, as: UTF8.self) }
        return MountedFileSystem(folder: "/Volumes/\(name)", kind: texts[0], source: texts[1])
      }
    #else
      return MountTable(root + MountTable.ownPath)?.fileSystems ?? []
    #endif
  }
}
