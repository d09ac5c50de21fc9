internal import Platform

/// An asset for a page: the displayed fields, and a key in place of its identifier or path.
struct PageAsset {
  /// The name of the asset on the page, a hash that stays the same while this program runs.
  let key: String
  /// A hash that changes with the asset's modification date, file size, width or height.
  let version: String
  let identifier: String
  private let element: JSONElement

  init(_ element: JSONElement) {
    self.element = element
    identifier =
      element[first: "localIdentifier"]?.string ?? element[first: "path"]?.string ?? ""
    key = Self.key(of: identifier)
    version = Self.name(
      of: [identifier]
        + [
          element[first: "modificationDate"], element[first: "fileSize"],
          element[first: "pixelWidth"], element[first: "pixelHeight"],
        ].map { $0.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "" })
  }

  static func key(of identifier: String) -> String { name(of: [identifier]) }

  /// Returns a hash that does not reveal the texts, as every process seeds its hashes differently.
  private static func name(of texts: [String]) -> String {
    var hasher = Hasher()
    hasher.combine(texts)
    return String(UInt64(bitPattern: Int64(hasher.finalize())), radix: 36)
  }

  func write(into buffer: inout ByteBuffer) {
    buffer.append("{")
    buffer.append(key: "key")
    buffer.append(string: key)
    buffer.append(key: "version")
    buffer.append(string: version)
    for (name, member) in [("name", "filename"), ("name", "title"), ("date", "creationDate")] {
      guard let text = self[member]?.string else { continue }
      buffer.append(member: name)
      buffer.append(string: HTMLText.spelledOut(text))
    }
    buffer.append(key: "type")
    buffer.append(string: self["mediaType"]?.string ?? "image")
    for name in ["pixelWidth", "pixelHeight", "duration"] {
      guard let number = self[name]?.number else { continue }
      buffer.append(member: name)
      buffer.append(number)
    }
    if self["isFavorite"]?.flag == true {
      buffer.append(key: "isFavorite")
      buffer.append(true)
    }
    if let isKept {
      buffer.append(key: "isKept")
      buffer.append(isKept)
      buffer.append(key: "fileSize")
      buffer.append(self["fileSize"]?.number ?? 0)
    }
    if originalFile != nil {
      buffer.append(key: "hasOriginal")
      buffer.append(true)
    }
    if let motion {
      buffer.append(key: "motion")
      buffer.append(string: motion.rawValue)
    }
    buffer.append("}")
  }

  /// True if the asset is the one of its group of duplicates that is kept; nil without a group.
  private var isKept: Bool? {
    [("duplicateGroup", "duplicateOf"), ("similarGroup", "similarTo")]
      .first { self[$0.0] != nil }.map { self[$0.1] == nil }
  }

  enum Motion: String {
    case animated, live, video
  }

  var motion: Motion? {
    switch self["playbackStyle"]?.string {
    case "imageAnimated": .animated
    case "livePhoto": self["livePhotoVideoPath"] == nil ? nil : .live
    case "video", "videoLooping": .video
    default: self["mediaType"]?.string == "video" ? .video : nil
    }
  }

  /// Returns the file and media type for `moving`, `original` or `download`, or of the picture for
  /// any other kind; nil if the asset has no such file.
  func file(_ kind: String) -> (path: [UInt8], type: String)? {
    switch kind {
    case "moving": movingFile
    case "original": originalFile
    case "download": downloadFile
    default: pictureFile
    }
  }

  /// The movie that a browser can play; nil for a still picture, or a format that browsers lack.
  var movingFile: (path: [UInt8], type: String)? {
    switch motion {
    case nil: return nil
    case .live:
      return path("livePhotoVideoPath", "livePhotoVideoPathBytes").map { ($0, "video/mp4") }
    case .animated, .video:
      guard let type = Self.types[self["uniformTypeIdentifier"]?.string ?? ""] else { return nil }
      return path("path", "pathBytes").map { ($0, type) }
    }
  }

  /// The original picture; nil for movies, and for formats that browsers don't show.
  var originalFile: (path: [UInt8], type: String)? {
    let identifier = self["uniformTypeIdentifier"]?.string ?? ""
    guard motion != .video, let type = Self.originalTypes[identifier] else { return nil }
    return path("path", "pathBytes").map { ($0, type) }
  }

  /// The original file as it is, for saving.
  private var downloadFile: (path: [UInt8], type: String)? {
    path("path", "pathBytes").map { ($0, "application/octet-stream") }
  }

  /// The name under which a browser saves the original file; `original` if it has no known name.
  var downloadName: String { self["filename"]?.string ?? "original" }

  var pictureFile: (path: [UInt8], type: String)? {
    guard let image = self["image"], let path = image[first: "path"]?.string else { return nil }
    let name = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return (Array(path.utf8), Self.pictureTypes[name] ?? "image/jpeg")
  }

  /// The media types of the files that browsers play, by uniform types.
  private static let types = [
    "com.compuserve.gif": "image/gif", "org.webmproject.webp": "image/webp",
    "public.png": "image/png", "public.mpeg-4": "video/mp4", "com.apple.m4v-video": "video/mp4",
    "com.apple.quicktime-movie": "video/quicktime", "org.webmproject.webm": "video/webm",
    "public.3gpp": "video/3gpp", "org.matroska.mkv": "video/x-matroska",
  ]

  /// The media types of the pictures that browsers show, by uniform types.
  private static let originalTypes = [
    "com.compuserve.gif": "image/gif", "com.microsoft.bmp": "image/bmp",
    "org.webmproject.webp": "image/webp", "public.avif": "image/avif", "public.jpeg": "image/jpeg",
    "public.png": "image/png",
  ]

  private static let pictureTypes = [
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "webp": "image/webp",
    "gif": "image/gif",
  ]

  private subscript(name: String) -> JSONElement? {
    element.members.first { $0.name.string == name }?.value
  }

  private func path(_ name: String, _ bytesName: String) -> [UInt8]? {
    if let bytes = self[bytesName]?.bytes { return Base64.decode(bytes) }
    return self[name]?.string.map { Array($0.utf8) }
  }
}

extension ByteBuffer {
  fileprivate mutating func append(member name: String) {
    separate(after: "{")
    append(string: name)
    append(UInt8(ascii: ":"))
  }
}
