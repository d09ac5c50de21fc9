internal import Platform
internal import Synchronization

/// The files whose paths the user passes to a run. A Live Photo's two files are one asset; folders
/// are skipped, and so are, if the user wants, files that are neither pictures nor movies.
final class InputFiles {
  private let headers: HeaderReaderPool
  private let sidecars: SidecarReader
  private let catalogue: Catalogue?
  private let includesEverything: Bool
  private let count = Count()
  /// Hashes of the paths, without extensions, of the pictures that came so far.
  private var pictures: Set<Int> = []

  /// The counts of all files, of those that were left out, and of folders; workers add to them.
  private final class Count: Sendable {
    let numbers = Lock<(all: Int, leftOut: Int, folders: Int)>((0, 0, 0))
  }

  init(_ headers: HeaderReaderPool, in context: RunContext, includingEverything: Bool) {
    self.headers = headers
    sidecars = SidecarReader(notices: context.services.notices)
    catalogue = context.services.catalogue
    includesEverything = includingEverything
  }

  /// Returns the assets of the next paths; the worker that unfolds the batch reads the files.
  func batch(of paths: [[UInt8]]) -> PendingBatch {
    let files = paths.map { path in (path: path, mayBeSecond: isBehindPicture(path)) }
    let (headers, sidecars) = (headers, sidecars)
    let (includesEverything, count) = (includesEverything, count)
    let catalogue = files.contains(where: needsHeader) ? catalogue : nil
    let bursts = paths.map(Self.burst(of:))
    let frames = Dictionary(bursts.compactMap { $0.map { ($0, 1) } }, uniquingKeysWith: +)
    return PendingBatch {
      catalogue?.expect(files: files.count)
      var (leftOut, folders) = (0, 0)
      let assets = zip(files, bursts).compactMap { file, burst -> Asset? in
        let asset = FileAsset(path: file.path, headers: headers, sidecars: sidecars)
        // Of a burst that is named by several frames, each is an asset of its own.
        if let burst, frames[burst] != 1 { asset.hideFrames(false) }
        // `find` lists the folders, too; with few exceptions their names have no extension.
        if file.path.withUnsafeBytes({ FilenameKind($0) }) == .undecided, asset.isFolder {
          folders += 1
          return nil
        }
        if !includesEverything, !asset.isPictureOrMovie {
          leftOut += 1
          return nil
        }
        return file.mayBeSecond && asset.completesPictureBeside ? nil : asset
      }
      count.numbers.withLock {
        $0.all += files.count - folders
        $0.leftOut += leftOut
        $0.folders += folders
      }
      return assets
    }
  }

  /// Returns the part of a path that the frames of a burst share, with their extension; nil for a
  /// file whose name is not that of a frame.
  private static func burst(of path: [UInt8]) -> [UInt8]? {
    let folder = path.prefix((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)
    return path.withUnsafeBytes { bytes in
      let name = UnsafeRawBufferPointer(rebasing: bytes[folder.count...])
      return BurstName.parse(name).map { burst in
        Array(folder) + name[burst.identifier] + name[FilenameStem.length(of: name)...]
      }
    }
  }

  /// Returns true if a file's header has to be read to know whether it becomes an asset.
  private func needsHeader(_ file: (path: [UInt8], mayBeSecond: Bool)) -> Bool {
    file.mayBeSecond
      || !includesEverything && file.path.withUnsafeBytes { FilenameKind($0) } == .undecided
  }

  /// The note with the number of files that were left out, once all are read, or that there were
  /// folders alone; else empty.
  var notes: [String] {
    let (all, leftOut, folders) = count.numbers.withLock { $0 }
    if all == 0, folders > 0, !includesEverything {
      return [
        "the list has \(folders == 1 ? "a folder" : "\(folders) folders") and no file, and folders in"
          + " a list are not read; list their files: find FOLDER -type f"
      ]
    }
    guard leftOut > 0 else { return [] }
    let verb = leftOut == 1 ? "is no picture or movie" : "are no pictures or movies"
    let pronoun = leftOut == 1 ? "it" : "them"
    return [
      "\(leftOut) of \(all) \(all == 1 ? "file" : "files") \(verb);"
        + " --everything takes \(pronoun), too"
    ]
  }

  /// Returns true for a movie if a picture of the same name came before it, which may have taken it
  /// as its other half.
  private func isBehindPicture(_ path: [UInt8]) -> Bool {
    path.withUnsafeBytes { path in
      if LivePhotoName.isPicture(path) {
        pictures.insert(FilenameStem.hash(of: path))
        return false
      }
      return LivePhotoName.isMovie(path) && pictures.contains(FilenameStem.hash(of: path))
    }
  }
}
