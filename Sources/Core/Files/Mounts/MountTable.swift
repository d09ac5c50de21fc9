internal import Platform

/// The table of mounted file systems, whose changes Linux reports (proc(5), `/proc/pid/mountinfo`).
package final class MountTable {
  /// The descriptor, which has a priority event when a file system was mounted or unmounted.
  package let descriptor: Int32

  /// The table of this process.
  package static let ownPath = "/proc/self/mountinfo"

  /// Opens the table; returns nil if the system has none.
  package init?(_ path: String = MountTable.ownPath) {
    let opened = open(path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { return nil }
    descriptor = opened
    read()
  }

  deinit {
    close(descriptor)
  }

  /// Returns true if a file system is mounted, even if hidden; `mount` is its number by statx(2).
  package static func has(_ mount: UInt64) -> Bool {
    guard let table = MountTable() else { return false }
    var text: [UInt8] = []
    table.read { text += $0 }
    return text.split(separator: UInt8(ascii: "\n")).contains { $0.starts(with: "\(mount) ".utf8) }
  }

  /// The mounted file systems in the order of their mounting, as far as the table is understood.
  package var fileSystems: [MountedFileSystem] {
    var text: [UInt8] = []
    read { text += $0 }
    return text.split(separator: UInt8(ascii: "\n")).compactMap(MountedFileSystem.init)
  }

  /// Reads the table in pieces, which `body` gets, so that its next change is reported.
  package func read(_ body: (ArraySlice<UInt8>) -> Void = { _ in }) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    lseek(descriptor, 0, SEEK_SET)
    while true {
      let count = Platform.read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return }
      body(buffer[..<count])
    }
  }
}

/// A mounted file system.
package struct MountedFileSystem: Hashable, Sendable {
  /// The absolute path of its topmost folder.
  package let folder: String
  /// Its type, such as `vfat` or `fuse.ifuse`.
  package let kind: String
  /// The mounted device, such as `/dev/sdb1`, or whatever the file system calls its source.
  package let source: String

  package init(folder: String, kind: String, source: String) {
    (self.folder, self.kind, self.source) = (folder, kind, source)
  }

  /// Reads a line of the table; the fields between the folder and a lone `-` vary in number.
  fileprivate init?(_ line: ArraySlice<UInt8>) {
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard let dash = words.dropFirst(6).firstIndex(of: [UInt8(ascii: "-")]),
      dash + 2 < words.endIndex
    else { return nil }
    folder = Self.plain(words[4])
    kind = Self.plain(words[dash + 1])
    source = Self.plain(words[dash + 2])
  }

  /// Returns a word of the table, in which a space is written as `\\040`.
  private static func plain(_ word: ArraySlice<UInt8>) -> String {
    var bytes: [UInt8] = []
    var rest = word
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(3), as: UTF8.self)
      if byte == UInt8(ascii: "\\"), digits.utf8.count == 3, let code = UInt8(digits, radix: 8) {
        bytes.append(code)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
