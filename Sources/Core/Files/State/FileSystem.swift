#if canImport(Glibc)
  import CSystem
#elseif canImport(Darwin)
  import Darwin
#endif

/// The type of the file system of a file or folder, for messages.
package struct FileSystem: Hashable, Sendable {
  /// The usual name, such as `ext4` or `NFS`.
  package let name: String
  /// True if its files are on another machine.
  package let isRemote: Bool

  /// Returns the file system of a path; nil when the system does not report it.
  package static func holding(_ path: String) -> FileSystem? {
    if let remote = NetworkFileSystem.holding(path) {
      return FileSystem(name: remote.name, isRemote: true)
    }
    #if canImport(Glibc)
      var type: UInt32 = 0
      guard csystem_filesystem_type(path, &type) == 0 else { return nil }
      let number = "a file system of type 0x" + String(type, radix: 16)
      return FileSystem(name: linuxName(type) ?? number, isRemote: false)
    #elseif canImport(Darwin)
      var facts = statfs()
      guard statfs(path, &facts) == 0 else { return nil }
      let name = withUnsafeBytes(of: facts.f_fstypename) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      return FileSystem(name: name, isRemote: false)
    #else
      return nil
    #endif
  }

  /// Returns the name of a type in `<linux/magic.h>`, or of some types not in it; or nil.
  private static func linuxName(_ type: UInt32) -> String? {
    switch type {
    case 0xEF53: "ext4"
    case 0x9123_683E: "btrfs"
    case 0x5846_5342: "XFS"
    case 0x2FC1_2FC1: "ZFS"
    case 0xF2F5_2010: "F2FS"
    case 0x0102_1994: "tmpfs"
    case 0x794C_7630: "overlayfs"
    case 0x6573_5546: "FUSE"
    case 0x4D44: "FAT"
    case 0x2011_BAB0: "exFAT"
    case 0x7366_746E: "NTFS"
    case 0x9660: "ISO 9660"
    default: nil
    }
  }
}
