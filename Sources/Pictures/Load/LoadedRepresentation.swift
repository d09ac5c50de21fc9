internal import Decoding
internal import JSON

/// One representation of an asset that a load stage brought, as NSItemProvider names them.
package enum LoadedRepresentation: Sendable {
  /// The asset as files.
  case file(LoadedFile)
  /// The original's bytes: their number, and the bytes themselves when the rule asked for them.
  case data(byteCount: Int64, bytes: [UInt8]?)
  /// A picture to show.
  case image(LoadedImage)

}

/// The files of an asset that a load stage brought, the main one first.
package struct LoadedFile: Sendable {
  /// How they came to be where they are.
  package enum Origin: String, CaseIterable, Sendable {
    case reference, hardLink, copy
  }

  package struct Part: Sendable {
    let kind: AssetResource.Kind
    let path: [UInt8]
    let byteCount: Int64
  }

  let origin: Origin
  let main: Part
  let companions: [Part]

  /// Whether the main file alone tells all: it is the original, and there are no others.
  private var isPlain: Bool {
    companions.isEmpty && (main.kind == .photo || main.kind == .video)
  }

  /// The files that the record lists one by one.
  fileprivate var listed: [Part] { isPlain ? [] : [main] + companions }
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
    case .file(let file): write(file)
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

  private mutating func write(_ file: LoadedFile) {
    beginObject("file")
    writePlace(of: file.main)
    write("origin", file.origin.rawValue)
    if !file.listed.isEmpty {
      write(key: "resources")
      buffer.append(UInt8(ascii: "["))
      for part in file.listed {
        buffer.separate(after: "[")
        buffer.append("{\"type\":\"")
        buffer.append(text: part.kind.rawValue)
        buffer.append(UInt8(ascii: "\""))
        writePlace(of: part)
        endObject()
      }
      buffer.append(UInt8(ascii: "]"))
    }
    endObject()
  }

  private mutating func writePlace(of part: LoadedFile.Part) {
    part.path.withUnsafeBytes { write("path", $0, bytesKey: "pathBytes") }
    write("byteCount", part.byteCount)
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
