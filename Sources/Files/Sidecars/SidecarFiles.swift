internal import FileNames
internal import Media
package import Sidecars

/// Reads the files beside a picture, and tells once of each kind of trouble with them.
///
/// A sidecar that can't be read costs what it would have told, and nothing else: the picture's own
/// file says what it says.
package final class SidecarFiles: Sendable {
  private let notices: RunNotices

  package init(notices: RunNotices) {
    self.notices = notices
  }

  /// What a Takeout's JSON says of a picture; nil when it is about something else.
  package func item(at place: FilePlace) -> TakeoutItem? {
    guard case .item(let item) = document(at: place) else { return nil }
    return item
  }

  /// What a JSON file says; nil when it can't be read.
  package func document(at place: FilePlace, isSilent: Bool = false) -> TakeoutDocument? {
    read(place, limit: TakeoutDocument.sizeLimit, isSilent: isSilent) {
      (bytes) throws(SidecarProblem) in try TakeoutDocument(bytes)
    }
  }

  /// What an XMP file says of a picture; nil when it is meant for one with another extension.
  ///
  /// - Parameter name: the picture's.
  package func xmp(at place: FilePlace, for name: UnsafeRawBufferPointer) -> XMPSidecar? {
    let read = read(place, limit: XMPSidecar.sizeLimit, isSilent: false) {
      (bytes) throws(SidecarProblem) in try XMPSidecar(bytes)
    }
    guard let read else { return nil }
    if let wanted = read.fileExtension, !Self.has(name, extension: wanted) { return nil }
    return read
  }

  private static func has(_ name: UnsafeRawBufferPointer, extension wanted: String) -> Bool {
    let suffix = name[PictureStem.length(of: name)...].dropFirst()
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
