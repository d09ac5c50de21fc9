internal import Media
internal import Platform

/// The part of an asset that a rule puts into the clipboard.
enum ClipboardContent: Hashable, Sendable {
  case path
  /// The picture that a stage made; without one the original.
  case image
  case field(String)

  /// Parses the option's value; returns nil for a name that is no field of the rule.
  init?(_ name: String, _ fields: FieldTable) {
    switch name {
    case "path": self = .path
    case "image": self = .image
    default:
      let first = name.split(separator: ".").first.map(String.init) ?? name
      guard fields.field(named: name) ?? fields.field(named: first) != nil else { return nil }
      self = .field(name)
    }
  }

  var name: String {
    switch self {
    case .path: "path"
    case .image: "image"
    case .field(let name): name
    }
  }

  /// Returns the text of an asset. Throws ``AssetFailure`` if it can't be read, ``FileProblem`` if
  /// it is empty or has control characters, which could run commands where it is pasted.
  func text(of asset: Asset, _ fields: FieldTable) throws -> [UInt8] {
    let text: [UInt8]
    if case .path = self {
      guard let path = asset.pathBytes.flatMap(OpenableFile.absolute) else {
        throw FileProblem("it has no path")
      }
      text = path
    } else {
      let found = try asset.withRecord(reading: [name], fields) {
        MemberPath(name).cell(of: $0)?.bytes()
      }
      guard let found, !found.isEmpty else { throw FileProblem("it has no \(name)") }
      text = found
    }
    let isPath = self == .path
    let mayHave: [UInt8] = isPath ? [] : [UInt8(ascii: "\n"), UInt8(ascii: "\t")]
    let isClean = !String(decoding: text, as: UTF8.self).unicodeScalars.contains { scalar in
      scalar.properties.generalCategory == .control
        && !(scalar.isASCII && mayHave.contains(UInt8(scalar.value)))
    }
    guard isClean else {
      throw FileProblem("its \(name) has control characters, so it is not put into the clipboard")
    }
    return text
  }
}

struct ClipboardPicture {
  let file: OpenFile
  let type: String

  /// Opens the picture that a stage made of an asset, else its original; throws ``AssetFailure`` if
  /// that fails, ``FileProblem`` if the file is no picture.
  init(of asset: Asset, _ headers: HeaderReaderPool) throws {
    let made = asset.findings?.loads.reversed().firstNonNil { load -> [UInt8]? in
      guard case .image(let image) = load, case .file(let path) = image.place else { return nil }
      return path
    }
    if let made {
      file = try OwnedBytes(made).withCString { (name) throws(FileProblem) in
        try OpenFile(directory: AT_FDCWD, name: name)
      }
    } else {
      file = try asset.openOriginal()
    }
    guard let format = (try? headers.read(file))?.format, format.isImage,
      let type = format.mimeType
    else { throw FileProblem("it is no picture; load { size = … } makes one of a film") }
    self.type = type
  }
}
