#if canImport(Glibc)
  import Glibc

  /// Counts which files of a folder are opened, by whomever.
  package final class OpenWatch {
    private let descriptor: Int32

    package init(_ folder: String) {
      descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      inotify_add_watch(descriptor, folder, UInt32(IN_OPEN))
    }

    deinit {
      close(descriptor)
    }

    /// The names of files that were opened since, in order.
    package var names: [String] {
      var names: [String] = []
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return names }
        var start = 0
        while start < count {
          let mask = buffer.withUnsafeBytes {
            $0.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self)
          }
          let length = buffer.withUnsafeBytes {
            Int($0.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self))
          }
          let name = buffer[(start + 16)..<(start + 16 + length)].prefix { $0 != 0 }
          let isFile = mask & UInt32(IN_ISDIR) == 0
          if isFile, !name.isEmpty { names.append(String(decoding: name, as: UTF8.self)) }
          start += 16 + length
        }
      }
    }
  }
#endif
