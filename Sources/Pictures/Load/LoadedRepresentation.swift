internal import Decoding
internal import JSON

/// One representation of an asset that a load stage brought, as NSItemProvider names them.
package enum LoadedRepresentation: Sendable {
  /// The original in a file: where it lies, its size and how it came there.
  case file(path: [UInt8], byteCount: Int64, origin: FileOrigin)
  /// The original's bytes: their number, and the bytes themselves when the rule asked for them.
  case data(byteCount: Int64, bytes: [UInt8]?)
  /// A picture to show.
  case image(LoadedImage)

  /// How a loaded file came to be where it is.
  package enum FileOrigin: String, CaseIterable, Sendable {
    case reference, hardLink, copy
  }
}

/// All representations that load stages brought of one asset, in the order of the rule.
private struct LoadedRepresentations: Finding {
  var all: [LoadedRepresentation]

  /// What could not be loaded once, and was now, has no error any more.
  var recordKeys: [StaticString] {
    ["error"]
      + all.map { load in
        switch load {
        case .file: "file"
        case .data: "data"
        case .image: "image"
        }
      }
  }

  func write(into writer: inout RecordWriter) {
    for load in all { writer.write(load) }
  }
}

extension Findings {
  /// What load stages brought.
  package var loads: [LoadedRepresentation] {
    get { self[LoadedRepresentations.self]?.all ?? [] }
    set { self[LoadedRepresentations.self] = LoadedRepresentations(all: newValue) }
  }

  /// Whether a load stage brought the original's bytes.
  var hasData: Bool {
    loads.contains { load in
      if case .data = load { return true }
      return false
    }
  }
}

extension RecordWriter {
  fileprivate mutating func write(_ load: LoadedRepresentation) {
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
