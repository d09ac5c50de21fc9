import Decoding
import Foundation
import Media
import Samples
import TestSupport
import Testing

@testable import Pictures

/// A cache folder, originals beside it, and something that writes pictures as the decoder does.
final class ThumbnailWorld: Sendable {
  let folder: TemporaryDirectory
  let cache: ThumbnailCache

  init(limit: Int64 = 512 << 20) throws {
    folder = try TemporaryDirectory()
    cache = try Self.cache(below: folder.path, limit: limit)
  }

  /// A cache as another process would have it.
  static func cache(
    below path: String, limit: Int64 = 512 << 20, version: String = "1.2.3"
  ) throws -> ThumbnailCache {
    let variables = ["HOME": "/nonexistent", "XDG_CACHE_HOME": path + "/cache"]
    let folders = try StateDirectories(environment: { variables[$0] })
    return ThumbnailCache(folders: folders, version: version, limit: limit)
  }

  /// Writes an original that was changed long enough ago to be trusted.
  @discardableResult
  func writeOriginal(_ name: String = "a.png", byte: UInt8 = 0) throws -> String {
    let path = try folder.write([byte, 1, 2, 3], to: "pictures/" + name)
    try folder.setModified(Date(timeIntervalSince1970: 1_400_000_000.5), of: "pictures/" + name)
    // What was written within the last steps of the file system's clock is not trusted.
    usleep(50_000)
    return path
  }

  /// The key of an original, 4000 x 3000 pixels large.
  func key(_ name: String = "a.png", side: Int32 = 128) throws -> ThumbnailKey {
    try key(at: Array(folder.path("pictures/" + name).utf8), side: side)
  }

  func key(at path: [UInt8], side: Int32 = 128) throws -> ThumbnailKey {
    let file = try OwnedBytes(path).withCString { try OpenFile(directory: AT_FDCWD, name: $0) }
    return ThumbnailKey(
      path: path, file: file.status, pixelSize: PictureSize(width: 4000, height: 3000),
      mediaFormat: .png, targetSize: PictureSize(width: side, height: side))
  }

  /// Makes the picture as a run does; the answer is what the cache then has.
  @discardableResult
  func make(_ key: ThumbnailKey, in other: ThumbnailCache? = nil) throws -> CachedThumbnail {
    let cache = other ?? cache
    let pending = try cache.begin(key)
    let size = Self.size(of: key)
    write(Self.picture(size, key.output, cache.texts(for: key)), to: pending)
    return try pending.commit(size: size)
  }

  func write(_ bytes: [UInt8], to pending: PendingThumbnail) {
    #expect(pwrite(pending.descriptor, bytes, bytes.count, 0) == bytes.count)
  }

  static func size(of key: ThumbnailKey) -> PictureSize {
    let side = key.targetSize?.width ?? 4000
    return PictureSize(width: side, height: side * 3 / 4)
  }

  static func picture(
    _ size: PictureSize, _ format: PictureFormat = .png, _ texts: [PictureText] = []
  ) -> [UInt8] {
    let (width, height) = (Int(size.width), Int(size.height))
    return switch format {
    case .png:
      PNGPicture(width: width, height: height) {
        $0.texts = texts.map { .plain(keyword: $0.keyword, text: $0.text) }
      }.encoded()
    case .jpeg: JPEGPicture(width: width, height: height).encoded()
    case .webp: WebPPicture(width: width, height: height).encoded()
    case .pam: PlainPicture(.pam, width: width, height: height).encoded()
    }
  }

  /// Returns the standard's path of the thumbnail of an original.
  func sharedPath(_ name: String, in size: String = "normal") throws -> String {
    let uri = try #require(FileURI(path: Array(folder.path("pictures/" + name).utf8)))
    return "cache/thumbnails/\(size)/" + (try #require(uri.thumbnailName))
  }

  /// All files below the cache's folder, but for the count of what is used.
  func files() throws -> [String] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path("cache"))
    return names.filter { name in
      let inside = try? FileManager.default.contentsOfDirectory(
        atPath: folder.path("cache/" + name))
      return inside == nil && !name.hasSuffix(".usage")
    }.sorted()
  }

  func mode(of path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(path))
    return try #require(attributes[.posixPermissions] as? Int)
  }
}
