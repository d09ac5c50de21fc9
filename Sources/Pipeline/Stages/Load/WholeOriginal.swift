internal import Media

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Opens an original and checks that its end is there, so that a half-written one is not given on.
enum WholeOriginal {
  /// Nil when the asset failed; its failure tells why.
  static func check(_ asset: Asset) -> OpenFile? {
    do {
      let file = try asset.openOriginal()
      let reason: String
      if file.status.size == 0 {
        reason = "the file is empty"
      } else if isCutShort(file) {
        reason = "the file is cut short; it may still be being written"
      } else {
        return file
      }
      asset.fail(stage: "load", reason)
    } catch {
      asset.fail(stage: "load", error.reason)
    }
    return nil
  }

  private static func isCutShort(_ file: OpenFile) -> Bool {
    let format = withUnsafeTemporaryAllocation(byteCount: 64, alignment: 8) { first in
      let count = max(0, pread(file.descriptor, first.baseAddress, first.count, 0))
      return HeaderReader.format(of: UnsafeRawBufferPointer(rebasing: first[..<count]))
    }
    let judged = try? Completeness(
      descriptor: file.descriptor, size: file.status.size, format: format)
    return judged == .incomplete
  }
}
