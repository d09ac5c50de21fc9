/// The identity and state of a file, by which its stored facts are found; they are valid only for
/// that state. Every write changes the time of the last change, and no program can set that back.
/// The name is for file systems that number inodes again at each mount (FAT, most in user space):
/// two pictures of a burst may share an inode and a time there.
package struct CatalogueKey: Hashable {
  package let device: UInt64
  package let inode: UInt64
  package let size: Int64
  package let modified: Int64
  package let changed: Int64
  /// A hash of the file's name without its folder.
  package let name: UInt32

  package init(_ status: FileStatus, name: UnsafeRawBufferPointer) {
    self.init(
      device: status.device, inode: status.inode, size: status.size, modified: status.modified,
      changed: status.changed, name: Self.hash(name))
  }

  package init(
    device: UInt64, inode: UInt64, size: Int64, modified: Int64, changed: Int64, name: UInt32
  ) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
    self.changed = changed
    self.name = name
  }

  /// Returns true if both are of the same file in the same state, whatever its name.
  package func isSameFile(as other: CatalogueKey) -> Bool {
    inode == other.inode && size == other.size && modified == other.modified
      && changed == other.changed && device == other.device
  }

  private static func hash(_ name: UnsafeRawBufferPointer) -> UInt32 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
  }
}
