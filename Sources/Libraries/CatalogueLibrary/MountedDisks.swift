internal import Platform

/// The disks of this computer by their UUIDs, as `/dev/disk/by-uuid` and the table of mounts say.
struct MountedDisks: Sendable {
  private let links: String
  private let mounts: String

  /// - Parameters:
  ///   - links: The folder with a link to the device of each disk.
  ///   - mounts: The table of mounted devices.
  init(links: String = "/dev/disk/by-uuid", mounts: String = "/proc/self/mounts") {
    self.links = links
    self.mounts = mounts
  }

  /// Returns the folder at which the disk with a UUID is mounted; nil if it is not.
  func folder(of uuid: String) -> String? {
    // Names of links are those of devices: capitals for FAT, small letters for others.
    let names = [uuid, uuid.lowercased(), uuid.uppercased()]
    guard uuid.utf8.count <= 64,
      uuid.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }),
      let device = names.firstNonNil({ resolved("\(links)/\($0)") }),
      let file = try? OpenFile(directory: AT_FDCWD, name: mounts),
      let bytes = try? file.bytes(atMost: Self.largestTable)
    else { return nil }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    for line in lines {
      let words = line.split(separator: UInt8(ascii: " "))
      guard words.count > 1, resolved(Self.plain(words[0])) == device else { continue }
      return Self.plain(words[1])
    }
    return nil
  }

  private static let largestTable = 1 << 20

  private func resolved(_ path: String) -> String? {
    guard path.hasPrefix("/"), let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Returns a word of the table, in which spaces are written as `\\040`.
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

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}
