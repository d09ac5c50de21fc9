internal import Media

/// A reader of the files beside a picture, which reports each kind of problem with them once. If a
/// sidecar can't be read, only its own values are missing; those of the picture's file stay.
package final class SidecarReader: Sendable {
  private let notices: RunNotices

  package init(notices: RunNotices) {
    self.notices = notices
  }

  /// Returns a picture's data in a Takeout's JSON; nil for unreadable or other JSON.
  package func item(at place: FilePlace) -> TakeoutItem? {
    guard case .item(let item) = document(at: place) else { return nil }
    return item
  }

  /// Returns a Takeout's JSON file; nil if it can't be read, which is reported unless `isSilent`.
  package func document(at place: FilePlace, isSilent: Bool = false) -> TakeoutDocument? {
    read(place, limit: TakeoutDocument.sizeLimit, isSilent: isSilent) {
      (bytes) throws(SidecarProblem) in try TakeoutDocument(bytes)
    }
  }

  /// Returns the XMP for a picture's file; nil if it is unreadable or for another extension.
  package func xmp(at place: FilePlace, for name: UnsafeRawBufferPointer) -> XMPSidecar? {
    let read = read(place, limit: XMPSidecar.sizeLimit, isSilent: false) {
      (bytes) throws(SidecarProblem) in try XMPSidecar(bytes)
    }
    guard let read else { return nil }
    if let wanted = read.fileExtension, !Self.has(name, extension: wanted) { return nil }
    return read
  }

  private static func has(_ name: UnsafeRawBufferPointer, extension wanted: String) -> Bool {
    let suffix = name[FilenameStem.length(of: name)...].dropFirst()
    return String(decoding: suffix, as: UTF8.self).lowercased() == wanted.lowercased()
  }

  private func read<Content>(
    _ place: FilePlace, limit: Int, isSilent: Bool,
    _ parse: (UnsafeRawBufferPointer) throws(SidecarProblem) -> Content
  ) -> Content? {
    let reason: String
    do throws(FileProblem) {
      guard let bytes = try place.open().bytes(atMost: limit) else {
        throw FileProblem(SidecarProblem.tooLarge.description)
      }
      do throws(SidecarProblem) {
        return try withParsed(bytes, parse)
      } catch {
        reason = error.description
      }
    } catch {
      reason = error.reason
    }
    if !isSilent { tell(place, reason) }
    return nil
  }

  private func withParsed<Content>(
    _ bytes: [UInt8], _ parse: (UnsafeRawBufferPointer) throws(SidecarProblem) -> Content
  ) throws(SidecarProblem) -> Content {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(SidecarProblem) in try parse(bytes) }
    }
    return try result.get()
  }

  private func tell(_ place: FilePlace, _ reason: String) {
    notices.tellOnce(
      of: "sidecar \(reason)",
      "sidecar \"\(place.wholePath().string)\" \(reason); only the picture's own file is believed, "
        + "and no more is said of sidecars like it")
  }
}
