internal import Platform

#if canImport(Glibc)
  extension ProcessIdentity {
    static func currentBoot() -> String? {
      guard let bytes = contents(of: "/proc/sys/kernel/random/boot_id") else { return nil }
      return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// Returns `starttime` of proc_pid_stat(5), in clock ticks; nil for a zombie or no process.
    static func start(of number: Int32) -> UInt64? {
      guard let bytes = contents(of: "/proc/\(number)/stat"),
        // The second field, a name in parentheses, may itself hold spaces and parentheses.
        let nameEnd = bytes.lastIndex(of: UInt8(ascii: ")"))
      else { return nil }
      let fields = bytes[(nameEnd + 1)...].split(separator: UInt8(ascii: " "))
      guard fields.count > 19, let state = fields[0].first,
        state != UInt8(ascii: "Z"), state != UInt8(ascii: "X")
      else { return nil }
      return UInt64(String(decoding: fields[19], as: UTF8.self))
    }

    private static func contents(of path: String) -> ArraySlice<UInt8>? {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      var buffer = [UInt8](repeating: 0, count: 1024)
      let count = read(descriptor, &buffer, buffer.count)
      return count > 0 ? buffer[..<count] : nil
    }
  }
#elseif canImport(Darwin)
  extension ProcessIdentity {
    static func currentBoot() -> String? {
      var buffer = [UInt8](repeating: 0, count: 64)
      var count = buffer.count
      guard sysctlbyname("kern.bootsessionuuid", &buffer, &count, nil, 0) == 0 else { return nil }
      return String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Returns PROC_PIDTBSDINFO's start in microseconds since 1970; nil for a zombie or no process.
    static func start(of number: Int32) -> UInt64? {
      var facts = proc_bsdinfo()
      let size = Int32(MemoryLayout<proc_bsdinfo>.size)
      guard proc_pidinfo(number, PROC_PIDTBSDINFO, 0, &facts, size) == size,
        facts.pbi_status != UInt32(SZOMB)
      else { return nil }
      return facts.pbi_start_tvsec &* 1_000_000 &+ facts.pbi_start_tvusec
    }
  }
#endif
