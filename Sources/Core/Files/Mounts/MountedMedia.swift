internal import Platform

/// A memory card, camera or phone that is mounted.
package struct MountedMedium: Hashable, Sendable {
  /// The folder in which it is mounted, such as `/media/ada/CANON_DC`.
  package let path: String
  /// Its name, which is that of the folder: `CANON_DC`.
  package let label: String
  /// Its device, such as `/dev/sdb1`; nil for a camera or phone, which is no disk.
  package let device: String?
  /// The folders for pictures that it has, such as `/media/ada/CANON_DC/DCIM`.
  package let folders: [String]
}

/// The media that are plugged in at a moment: what is mounted where desktops mount removable disks, and phones
/// and cameras anywhere. Disks of other machines are left out, since a lost one can't be asked.
package struct MountedMedia: Sendable {
  /// The folders in which desktops and users mount removable disks.
  private static let places = ["/media", "/run/media", "/mnt", "/Volumes"]
  /// The folders that cameras make on a card (DCF), and those for their movies.
  private static let cardFolders = ["DCIM", "PRIVATE"]
  private static let phoneKinds: Set = [
    "fuse.ifuse", "fuse.jmtpfs", "fuse.simple-mtpfs", "fuse.aft-mtp-mount", "fuse.gphotofs",
  ]
  private static let remoteKinds: Set = [
    "autofs", "ceph", "cifs", "davfs", "fuse.rclone", "fuse.sshfs", "nfs", "nfs4", "smb3",
  ]
  /// The texts in front of the name of a phone or camera, in the folders of gvfs.
  private static let phonePrefixes = ["mtp:host=", "gphoto2:host=", "afc:host="]

  /// All media, in the order in which they were mounted.
  private let mounted: [MountedMedium]

  /// - Parameter root: The folder that is taken for the root of all paths.
  package init(root: String = "") {
    mounted = Self.mounted(in: root)
  }

  /// The media with folders for pictures, in the order in which they were mounted.
  package var all: [MountedMedium] { mounted.filter { !$0.folders.isEmpty } }

  /// Returns the medium that an absolute path without links is on, be there pictures or not.
  package func medium(holding path: String) -> MountedMedium? {
    mounted.filter { path == $0.path || path.hasPrefix("\($0.path)/") }
      .max { $0.path.utf8.count < $1.path.utf8.count }
  }

  private static func mounted(in root: String) -> [MountedMedium] {
    var media: [MountedMedium] = []
    for system in fileSystems(in: root) where !remoteKinds.contains(system.kind) {
      let path = root + system.folder
      if system.kind == "fuse.gvfsd-fuse" {
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
            device: system.source.hasPrefix("/dev/") ? system.source : nil,
            folders: pictureFolders(in: [path])))
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
      path: path, label: label, device: nil, folders: pictureFolders(in: [path] + storages))
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
        let isKnown = statfs("\(root)/Volumes/\(name)", &facts) == 0
        let device = withUnsafeBytes(of: facts.f_mntfromname) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return MountedFileSystem(
          folder: "/Volumes/\(name)", kind: "", source: isKnown ? device : "")
      }
    #else
      return MountTable(root + MountTable.ownPath)?.fileSystems ?? []
    #endif
  }
}
