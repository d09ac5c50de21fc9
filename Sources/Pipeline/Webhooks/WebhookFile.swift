internal import Engine
internal import Media
internal import Pictures
internal import Platform

/// A file whose bytes are the body of a message. The outbox keeps its path and digest instead of them.
struct WebhookFile: Hashable, Sendable {
  /// The absolute path.
  let path: [UInt8]
  /// The name that the receiver gets, which a library may have instead of the file's own.
  let name: [UInt8]
  /// The MIME type.
  let type: String
  let digest: ContentDigest

  enum Form: Hashable, Sendable {
    /// The body is the file.
    case plain
    /// The body is a form, in which a field of this name has the file (RFC 7578).
    case field(String)
  }

  /// Reads an asset's original, all of it for the digest.
  ///
  /// - Parameter cancellation: the run's, which ends the reading.
  /// - Throws: ``AssetFailure`` or ``FileProblem`` if it can't be read, or is still being written.
  init(of asset: Asset, until cancellation: Cancellation) throws {
    let file = try asset.openOriginal()
    if let reason = CompleteOriginalStep.objectionToTransfer(of: file) {
      throw FileProblem(reason)
    }
    guard let real = OwnedBytes(asset.pathBytes ?? []).withCString({ RealPath($0) }) else {
      throw FileProblem(error: errno)
    }
    path = real.bytes
    name = asset.filenameBytes
    let head = try file.bytes(from: 0, count: Int(min(64, file.status.size)))
    type =
      head.withUnsafeBytes { HeaderReader.format(of: $0).mimeType } ?? "application/octet-stream"
    digest = try ContentHasher.digest(
      .sha256, of: file, ItemProgress(cancellation: cancellation))
  }

  /// Reads what ``text`` wrote; nil for anything else.
  init?(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count == 4, let digest = ContentDigest(String(words[0])),
      let name = Self.unescaped(words[2]), let path = Self.unescaped(words[3])
    else { return nil }
    self.digest = digest
    type = String(words[1])
    self.name = name
    self.path = path
  }

  /// The text in the outbox: digest, type, name and path, escaped and separated by spaces.
  var text: String {
    let path = path.split(separator: UInt8(ascii: "/")).map { "/" + Self.escaped(Array($0)) }
    return "\(digest) \(type) \(Self.escaped(name)) \(path.joined())"
  }

  /// Opens the file; throws ``FileProblem`` if that fails, its digest changed, or it is cancelled.
  func open(until cancellation: Cancellation) throws(FileProblem) -> OpenFile {
    let file: OpenFile
    do throws(FileProblem) {
      file = try OwnedBytes(path).withCString { (path) throws(FileProblem) in
        try OpenFile(directory: AT_FDCWD, name: path)
      }
    } catch {
      throw FileProblem("the file can't be opened any more: \(error.reason)")
    }
    let progress = ItemProgress(cancellation: cancellation)
    guard try ContentHasher.digest(digest.algorithm, of: file, progress) == digest else {
      throw Self.changed
    }
    return file
  }

  static let changed = FileProblem("the file changed since it was to be sent")

  /// Returns the address for the file: an address that ends in a slash gets the name.
  func address(below address: String) -> String {
    address.hasSuffix("/") ? address + Self.escaped(name) : address
  }

  /// Returns bytes with `%` and two digits for all but the unreserved ones (RFC 3986, section 2.3).
  private static func escaped(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.percentEncoded(keeping: "-._~"), as: UTF8.self)
  }

  private static func unescaped(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return bytes
  }
}
