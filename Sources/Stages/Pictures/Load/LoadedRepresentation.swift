package import Decoding
internal import Platform

/// A representation of an asset that a load stage loaded, in the terms of NSItemProvider.
package enum LoadedRepresentation: Sendable {
  /// The asset as files.
  case file(LoadedFile)
  /// The number of the original's bytes, and the bytes themselves if the rule requests them.
  case data(byteCount: Int64, bytes: [UInt8]?)
  /// A picture to show.
  case image(LoadedImage)

}

/// The files of an asset that a load stage loaded, the main one first.
package struct LoadedFile: Sendable {
  /// The method that created the loaded files.
  package enum Origin: String, CaseIterable, Sendable {
    case reference, hardLink, copy
  }

  /// A file of the asset.
  package struct Part: Sendable {
    let kind: AssetResource.Kind
    let path: [UInt8]
    let byteCount: Int64
  }

  let origin: Origin
  let main: Part
  let companions: [Part]
  /// The path of the XMP file that was written; nil without one.
  let sidecar: [UInt8]?

  /// True if the main file is the original and the only file.
  private var isPlain: Bool {
    companions.isEmpty && (main.kind == .photo || main.kind == .video)
  }

  /// The files that the record lists one by one; empty for a single original.
  fileprivate var listed: [Part] { isPlain ? [] : [main] + companions }
}

private struct LoadedRepresentations: Finding {
  var all: [LoadedRepresentation]

  /// The record's members that these values replace, also the error of an earlier failed load.
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
  /// The representations that the rule's load stages loaded.
  package var loads: [LoadedRepresentation] {
    get { self[LoadedRepresentations.self]?.all ?? [] }
    set { self[LoadedRepresentations.self] = LoadedRepresentations(all: newValue) }
  }

  /// True if a load stage loaded the original's bytes.
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
    if let sidecar = file.sidecar {
      sidecar.withUnsafeBytes { write("sidecar", $0, bytesKey: "sidecarBytes") }
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

/// A picture to show, as the result of a load stage.
package struct LoadedImage: Sendable, Hashable {
  /// The file or descriptor that contains a loaded picture.
  package enum Place: Sendable, Hashable {
    /// A file with only this picture.
    case file(path: [UInt8])
    /// An offset in the output of a descriptor.
    case descriptor(Int32, offset: Int64)
  }

  /// The source of the picture's pixels.
  package enum Origin: String, CaseIterable, Sendable {
    /// The file is the original itself.
    case original
    /// The file is the edited version itself.
    case edited
    /// The pixels of the original, or of the edited version.
    case decoded
    /// A smaller picture in the original, or another program's thumbnail.
    case preview
    /// A smaller picture that the library keeps beside the original.
    case derivative
    /// A frame of a video.
    case poster
    /// An earlier run left the picture in the cache.
    case cache
  }

  /// The file or descriptor that contains the picture.
  package var place: Place
  /// The size of the picture in pixels; nil if it is not known.
  package var size: PictureSize?
  /// The uniform type identifier of the picture, such as `public.jpeg`.
  package var uniformTypeIdentifier: String
  /// The size of the picture in bytes.
  package var byteCount: Int64
  /// The source of the picture's pixels.
  package var origin: Origin
  /// True if the picture is smaller than requested; a better one may follow.
  package var isDegraded = false
}
