internal import CSystem
internal import Media

/// The names of the files in a folder when they were read, and what belongs to what by them.
package struct FolderNames {
  /// A file that belongs to a picture or movie of the same folder.
  package struct Companion {
    package let name: [UInt8]
    /// The part of a new name between the picture's stem and extension, such as `_01`; else empty.
    package var mark: [UInt8] = []
    /// True if the extension of the picture is part of the name, as in `IMG_1.JPG.xmp`.
    package var hasExtension = false
    /// Its own extension, with the dot.
    package let ending: [UInt8]
    /// The stem that it keeps where the picture keeps its name; nil for that of the picture.
    package var stem: [UInt8]?
    /// True for the XMP file that shotflow reads, so that a picture's values are merged into it.
    package var describesPicture = false
    /// The other pictures and movies that it belongs to, by their names.
    package var others: [[UInt8]] = []
  }

  /// The number of names.
  package private(set) var count = 0
  /// The names by their stems: `IMG_1.JPG.pp3` under `IMG_1.JPG`, `IMG_1.JPG` under `IMG_1`.
  private var byStem: [EquivalentName: [[UInt8]]] = [:]
  /// The XMP files of darktable's further versions by the picture's name.
  private var versions: [EquivalentName: [[UInt8]]] = [:]
  /// The frames of bursts by the part that their names share.
  private var frames: [EquivalentName: [[UInt8]]] = [:]

  /// Reads the names in an open folder; those that can't be read are absent.
  package init(in folder: DirectoryHandle) {
    let collector = EntryCollector(includesHidden: true)
    _ = csystem_list(
      folder.descriptor, Unmanaged.passUnretained(collector).toOpaque(), collectEntry)
    collector.names.withUnsafeBytes { names in
      for found in collector.found where found.kind != .directory {
        let place = Int(found.start)..<Int(found.start) + Int(found.count)
        add(UnsafeRawBufferPointer(rebasing: names[place]))
      }
    }
  }

  private mutating func add(_ name: UnsafeRawBufferPointer) {
    count += 1
    let bytes = Array(name)
    let stem = FilenameStem.stem(of: name)
    byStem[EquivalentName(stem), default: []].append(bytes)
    if ListedSidecars.isSidecar(name), let picture = CompanionKind.picture(ofVersion: stem)?.name {
      versions[EquivalentName(picture), default: []].append(bytes)
    }
    if let burst = BurstName.parse(name), Self.isMedia(name) {
      let shared = UnsafeRawBufferPointer(rebasing: name[burst.identifier])
      frames[EquivalentName(shared), default: []].append(bytes)
    }
  }

  /// Returns the frames of the burst that a name is of, in order, with the name itself; empty for
  /// other names. Where the name does not say BURST, their dates have to confirm it.
  package func frames(of name: [UInt8]) -> [[UInt8]] {
    name.withUnsafeBytes { name in
      guard let burst = BurstName.parse(name) else { return [] }
      let shared = UnsafeRawBufferPointer(rebasing: name[burst.identifier])
      let found = frames[EquivalentName(shared)] ?? []
      return found.filter { other in
        other.withUnsafeBytes { BurstName.parse($0)?.saysBurst } == burst.saysBurst
      }.sorted { $0.lexicographicallyPrecedes($1) }
    }
  }

  /// Returns the other pictures and movies with the stem of a name, such as the RAW picture beside a
  /// JPEG, in order.
  package func namesakes(of name: [UInt8]) -> [[UInt8]] {
    media(named: stem(of: name)).filter { $0 != name }
  }

  /// Returns the pictures and movies that Apple's editor made of a file: `IMG_E0001.JPG` of
  /// `IMG_0001.HEIC`.
  package func appleEdits(of name: [UInt8]) -> [[UInt8]] {
    appleStems(ofEditsOf: stem(of: name), letters: "E").flatMap(media(named:))
  }

  /// Returns the files that belong to a picture or movie, in order.
  package func companions(of name: [UInt8]) -> [Companion] {
    let stem = stem(of: name)
    var companions: [Companion] = []
    func add(_ others: [[UInt8]], _ make: (_ name: [UInt8], _ ending: [UInt8]) -> Companion?) {
      for other in others where other != name {
        guard other.withUnsafeBytes({ CompanionKind(of: $0) }) != nil,
          !companions.contains(where: { $0.name == other }),
          let made = make(other, Array(other.dropFirst(self.stem(of: other).count)))
        else { continue }
        companions.append(made)
      }
    }
    let twins = namesakes(of: name)
    add(byStem[EquivalentName(name)] ?? []) { other, own in
      // A name that differs in case alone may be that of another picture.
      let owner = self.stem(of: other)
      if owner != name, twins.contains(owner) { return nil }
      return Companion(
        name: other, hasExtension: true, ending: own, describesPicture: Self.isXMP(other))
    }
    if stem.count < name.count {
      let owners = media(named: stem)
      add(byStem[EquivalentName(stem)] ?? []) { other, own in
        Companion(
          name: other, ending: own, describesPicture: Self.isXMP(other),
          others: owners.filter { $0 != name })
      }
    }
    add(versions[EquivalentName(name)] ?? []) { other, own in
      let version = self.stem(of: other)
      guard let mark = version.withUnsafeBytes({ CompanionKind.picture(ofVersion: $0)?.mark }),
        !(byStem[EquivalentName(self.stem(of: version))] ?? []).contains(where: {
          EquivalentName($0) == EquivalentName(version)
        })
      else { return nil }
      return Companion(name: other, mark: mark, hasExtension: true, ending: own)
    }
    for edit in appleStems(ofEditsOf: stem, letters: "EO") {
      add(byStem[EquivalentName(edit)] ?? []) { other, own in
        guard other.withUnsafeBytes({ CompanionKind(of: $0)?.form }) == .appleEdits else {
          return nil
        }
        return Companion(
          name: other, mark: [UInt8(ascii: "_"), other[4]], ending: own, stem: self.stem(of: other),
          others: (media(named: stem) + media(named: edit)).filter { $0 != name })
      }
    }
    if let proxy = proxyStem(of: stem) {
      add(byStem[EquivalentName(proxy)] ?? []) { other, own in
        guard other.withUnsafeBytes({ CompanionKind.isProxy($0) }) else { return nil }
        return Companion(name: other, ending: own, stem: self.stem(of: other))
      }
    }
    return companions
  }

  /// Returns `GL010001` for GoPro's `GX010001`; nil for other stems.
  private func proxyStem(of stem: [UInt8]) -> [UInt8]? {
    let proxy = [UInt8(ascii: "G"), UInt8(ascii: "L")] + stem.dropFirst(2)
    let movies = proxy.withUnsafeBytes { CompanionKind.movieStems(ofProxy: $0) }
    return movies.dropFirst().contains { EquivalentName($0) == EquivalentName(stem) } ? proxy : nil
  }

  private func appleStems(ofEditsOf stem: [UInt8], letters: StaticString) -> [[UInt8]] {
    guard stem.count > 4 else { return [] }
    return UnsafeRawBufferPointer(start: letters.utf8Start, count: letters.utf8CodeUnitCount)
      .map { Array(stem.prefix(4)) + [$0] + stem.dropFirst(4) }
      .filter { edit in
        edit.withUnsafeBytes { CompanionKind.appleOriginal(of: $0)?.stem } == stem
      }
  }

  private func media(named stem: [UInt8]) -> [[UInt8]] {
    (byStem[EquivalentName(stem)] ?? []).filter { $0.withUnsafeBytes(Self.isMedia) }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }

  private func stem(of name: [UInt8]) -> [UInt8] {
    name.withUnsafeBytes { Array(FilenameStem.stem(of: $0)) }
  }

  private static func isXMP(_ name: [UInt8]) -> Bool {
    name.withUnsafeBytes { ListedSidecars.isSidecar($0) }
  }

  /// Returns true for names of pictures and movies, and for those that say nothing.
  private static func isMedia(_ name: UnsafeRawBufferPointer) -> Bool {
    FilenameKind(name) != .other && CompanionKind(of: name) == nil
  }
}
