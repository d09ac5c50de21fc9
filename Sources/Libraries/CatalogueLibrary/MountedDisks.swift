internal import Files
internal import Platform

/// The disks of this computer by their UUIDs, as `/dev/disk/by-uuid` and the table of mounts say.
struct MountedDisks: Sendable {
  private let links: String
  private let mounts: String

  /// - Parameters:
  ///   - links: The folder with a link to the device of each disk.
  ///   - mounts: The table of mounted devices.
  init(links: String = "/dev/disk/by-uuid", mounts: String = MountTable.ownPath) {
    self.links = links
    self.mounts = mounts
  }

  /// Returns the folder at which the disk with a UUID is mounted; nil if it is not.
  func folder(of uuid: String) -> String? {
    // Names of links are those of devices: capitals for FAT, small letters for others.
    let names = [uuid, uuid.lowercased(), uuid.uppercased()]
    guard uuid.utf8.count <= 64,
      uuid.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }),
      let device = names.firstNonNil({ resolved("\(links)/\($0)") })
    else { return nil }
    return MountTable(mounts)?.fileSystems.first { resolved($0.source) == device }?.folder
  }

  private func resolved(_ path: String) -> String? {
    path.hasPrefix("/") ? RealPath(path)?.text : nil
  }
}
