#if canImport(Glibc)
  import CSystem
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file system whose files are on another machine. Two machines don't share mapped memory, so
/// SQLite's write-ahead log would be corrupted there (sqlite.org/wal.html, "WAL does not work over
/// a network filesystem"). File systems in user space count as local: most are, and the kernel
/// gives all of them one number.
package struct NetworkFileSystem: Hashable, Sendable {
  /// The usual name: `NFS`.
  package let name: String

  /// Returns the network file system that `path` is on; nil when it is local or unknown.
  package static func holding(_ path: String) -> NetworkFileSystem? {
    #if canImport(Glibc)
      var type: UInt32 = 0
      guard csystem_filesystem_type(path, &type) == 0 else { return nil }
      return NetworkFileSystem(linuxType: type)
    #elseif canImport(Darwin)
      var facts = statfs()
      guard statfs(path, &facts) == 0, facts.f_flags & UInt32(MNT_LOCAL) == 0 else { return nil }
      let name = withUnsafeBytes(of: facts.f_fstypename) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      return NetworkFileSystem(name: name)
    #else
      return nil
    #endif
  }
}

extension NetworkFileSystem {
  /// Creates a network file system by its type in `<linux/magic.h>`; nil for any other type.
  package init?(linuxType type: UInt32) {
    switch type {
    case 0x6969: name = "NFS"
    case 0x517B, 0xFF53_4D42, 0xFE53_4D42: name = "SMB"
    case 0x5346_414F, 0x6B41_4653: name = "AFS"
    case 0x00C3_6400: name = "Ceph"
    case 0x0BD0_0BD0: name = "Lustre"
    case 0x7375_7245: name = "Coda"
    case 0x564C: name = "NCP"
    case 0x0102_1997: name = "9P"
    default: return nil
    }
  }
}
