internal import Decoding
internal import JSON

extension RecordWriter {
  /// Writes a field as records carry it; nothing when it is absent.
  package mutating func write(_ field: Field, _ value: FieldValue) {
    let key = field.description.key
    switch value {
    case .absent: break
    case .flag(let flag): write(key, flag)
    case .integer(let integer): write(key, integer)
    case .number(let number): write(key, number)
    case .date(let date): write(key, date)
    case .text(let text): write(key, text.bytes, bytesKey: field.bytesKey)
    case .string(let string): write(key, string)
    case .texts(let texts): write(key, texts)
    case .subtypes(let subtypes): write(key, subtypes)
    case .location(let location): write(key, location)
    case .object(let json):
      write(key: key)
      buffer.append(json.bytes)
    }
  }

  /// Writes what the stages found.
  package mutating func write(_ findings: Findings) {
    if !findings.labels.isEmpty { write("labels", findings.labels) }
    for digest in findings.digests { write(digest.algorithm.key, digest.hexadecimal) }
    if findings.writesMetadata, let metadata = findings.metadata {
      for field in [Field.exif, .xmp, .iptc] { write(field, metadata.value(of: field)) }
    }
    for load in findings.loads { write(load) }
    if let prompt = findings.prompt {
      beginObject("prompt")
      write("rule", prompt.rule)
      write("outcome", prompt.outcome.rawValue)
      write("offeredAt", prompt.offeredAt)
      endObject()
    }
  }

  private mutating func write(_ load: LoadedRepresentation) {
    switch load {
    case .file(let path, let byteCount, let origin):
      beginObject("file")
      path.withUnsafeBytes { write("path", $0, bytesKey: "pathBytes") }
      write("byteCount", byteCount)
      write("origin", origin.rawValue)
      endObject()
    case .data(let byteCount, let bytes):
      beginObject("data")
      write("byteCount", byteCount)
      if let bytes {
        write(key: "base64")
        bytes.withUnsafeBytes { buffer.append(base64: $0) }
      }
      endObject()
    case .image(let image): write(image)
    }
  }

  private mutating func write(_ image: LoadedImage) {
    beginObject("image")
    switch image.place {
    case .file(let path): path.withUnsafeBytes { write("path", $0, bytesKey: "pathBytes") }
    case .descriptor(let descriptor, let offset):
      write("descriptor", Int64(descriptor))
      write("offset", offset)
    }
    if let size = image.size {
      write("pixelWidth", Int64(size.width))
      write("pixelHeight", Int64(size.height))
    }
    write("uniformTypeIdentifier", image.uniformTypeIdentifier)
    write("byteCount", image.byteCount)
    write("origin", image.origin.rawValue)
    if image.isDegraded { write("isDegraded", true) }
    endObject()
  }
}

extension Field {
  /// Where the bytes of a text go that is not UTF-8.
  fileprivate var bytesKey: StaticString {
    switch self {
    case .path: "pathBytes"
    case .filename: "filenameBytes"
    case .localIdentifier: "localIdentifierBytes"
    case .library: "libraryBytes"
    case .livePhotoVideoPath: "livePhotoVideoPathBytes"
    case .rawPath: "rawPathBytes"
    case .editedPath: "editedPathBytes"
    case .editedVideoPath: "editedVideoPathBytes"
    default: "textBytes"
    }
  }

  /// The fields that a file system names, whose bytes a record keeps.
  static let withBytes: [Field] = [
    .path, .filename, .localIdentifier, .library, .livePhotoVideoPath, .rawPath, .editedPath,
    .editedVideoPath,
  ]

  var bytesName: String { "\(bytesKey)" }
}

extension Findings {
  /// The members of a record that these findings write.
  var recordKeys: [StaticString] {
    var keys: [StaticString] = digests.map(\.algorithm.key)
    if !labels.isEmpty { keys.append("labels") }
    if prompt != nil { keys.append("prompt") }
    if writesMetadata { keys += ["exif", "xmp", "iptc"] }
    for load in loads {
      switch load {
      case .file: keys.append("file")
      case .data: keys.append("data")
      case .image: keys.append("image")
      }
    }
    return keys
  }
}

extension DigestAlgorithm {
  var key: StaticString {
    switch self {
    case .sha1: "sha1"
    case .sha256: "sha256"
    }
  }

  var field: Field {
    switch self {
    case .sha1: .sha1
    case .sha256: .sha256
    }
  }
}
