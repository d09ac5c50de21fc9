internal import Assets
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
  /// True if a file is of a kind that belongs to pictures or movies.
  private var mayHaveCompanions = false
  /// The names by their stems: `IMG_1.JPG.pp3` under `IMG_1.JPG`, `IMG_1.JPG` under `IMG_1`.
  private var byStem: [EquivalentName: [[UInt8]]] = [:]
  /// The XMP files of darktable's further versions by the picture's name.
  private var versions: [EquivalentName: [[UInt8]]] = [:]
  /// The files whose names are those of Apple's edits, and the letter, by the original's stem.
  private var edits: [EquivalentName: [(name: [UInt8], letter: UInt8)]] = [:]
  /// The files of a Pixel's RAW pictures and their JPEGs by the part that their names share.
  private var pixelPairs: [EquivalentName: [[UInt8]]] = [:]
  /// True if the folder has JSON, as that of a Google Takeout.
  package private(set) var hasJSON = false
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
    let stem = UnsafeRawBufferPointer(rebasing: name[..<CompanionKind.ownerLength(of: name)])
    byStem[EquivalentName(stem), default: []].append(bytes)
    let shared = FilenameStem.sharedByPair(stem)
    if shared.count < stem.count { pixelPairs[EquivalentName(shared), default: []].append(bytes) }
    mayHaveCompanions = mayHaveCompanions || CompanionKind(of: name) != nil
    if TakeoutFileGroups.isSidecar(name) { hasJSON = true }
    if ListedSidecars.isSidecar(name), let picture = CompanionKind.picture(ofVersion: stem)?.name {
      versions[EquivalentName(picture), default: []].append(bytes)
    }
    if let edit = CompanionKind.original(ofEdit: stem) {
      edits[EquivalentName(edit.stem), default: []].append((bytes, edit.letter))
    }
    if let burst = BurstName.parse(name), FilenameKind(name) != .other {
      let shared = UnsafeRawBufferPointer(rebasing: name[burst.identifier])
      frames[EquivalentName(shared), default: []].append(bytes)
    }
  }

  /// Returns the frames of the burst that a name is of, by their numbers, with the name itself, in
  /// its format; empty for other names. Where the name does not say BURST, their dates have to
  /// confirm it. The number of a frame is the same in all formats; that of the first one is 1.
  package func frames(of name: [UInt8]) -> [(name: [UInt8], number: Int)] {
    name.withUnsafeBytes { bytes in
      guard let burst = BurstName.parse(bytes) else { return [] }
      let shared = UnsafeRawBufferPointer(rebasing: bytes[burst.identifier])
      let files = (frames[EquivalentName(shared)] ?? []).filter { other in
        other.withUnsafeBytes { BurstName.parse($0)?.saysBurst } == burst.saysBurst
      }
      let sorted = files.map { OwnedBytes($0) }.sorted {
        NumberedOrder.precedes($0.bytes, $1.bytes)
      }
      return withExtendedLifetime(sorted) {
        var number = 0
        var numbers: [[UInt8]: Int] = [:]
        for (place, file) in sorted.enumerated() {
          if place == 0 || !FilenameStem.matches(sorted[place - 1].bytes, file.bytes) {
            number += 1
          }
          numbers[Array(file.bytes)] = number
        }
        let formats = BurstName.frames(of: sorted) { $0.bytes }
        let own = formats.first { $0.contains { $0.bytes.elementsEqual(bytes) } } ?? []
        return own.map { (Array($0.bytes), numbers[Array($0.bytes)] ?? 0) }
      }
    }
  }

  /// Returns the other pictures and movies with the stem of a name, such as the RAW picture beside a
  /// JPEG, also a Pixel's, in order.
  package func namesakes(of name: [UInt8]) -> [[UInt8]] {
    let stem = stem(of: name)
    let shared = stem.withUnsafeBytes { Array(FilenameStem.sharedByPair($0)) }
    let files = shared.count < stem.count ? pixelPairs : byStem
    return Self.media(of: files[EquivalentName(shared)] ?? []).filter { $0 != name }
  }

  /// Returns the pictures and movies that Apple's editor made of a file: `IMG_E0001.JPG` of
  /// `IMG_0001.HEIC`. A name that shotflow gave, `x_E.JPG`, counts beside Apple's edits of `x` alone,
  /// as others may have such names, too.
  package func appleEdits(of name: [UInt8]) -> [[UInt8]] {
    let stem = EquivalentName(stem(of: name))
    guard let edits = edits[stem] else { return [] }
    let hasNotes =
      edits.contains { Self.isNote($0.name) } || (byStem[stem] ?? []).contains(where: Self.isNote)
    return edits.filter { edit in
      (edit.letter | 0x20) == UInt8(ascii: "e") && edit.name.withUnsafeBytes(Self.isMedia)
        && (hasNotes
          || edit.name.withUnsafeBytes {
            NameBytes($0).has("img_e", at: 0) && NameBytes($0).isDigit(5)
          })
    }.map(\.name).sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Returns the files that belong to a picture or movie, in order.
  package func companions(of name: [UInt8]) -> [Companion] {
    guard mayHaveCompanions else { return [] }
    let stem = stem(of: name)
    let (whole, plain) = (EquivalentName(name), EquivalentName(stem))
    var companions: [Companion] = []
    func add(_ others: [[UInt8]], _ make: (_ name: [UInt8], _ ending: [UInt8]) -> Companion?) {
      for other in others where other != name {
        guard Self.mayBelong(other), !companions.contains(where: { $0.name == other }),
          let made = make(other, Array(other.dropFirst(Self.owner(of: other).count)))
        else { continue }
        companions.append(made)
      }
    }
    let owners = media(named: plain)
    add(byStem[whole] ?? []) { other, own in
      // A name that differs in case alone may be that of another picture.
      let owner = Self.owner(of: other)
      if owner != name, owners.contains(owner) { return nil }
      return Companion(
        name: other, hasExtension: true, ending: own, describesPicture: Self.isXMP(other))
    }
    if stem.count < name.count {
      add(byStem[plain] ?? []) { other, own in
        Companion(
          name: other, ending: own, describesPicture: Self.isXMP(other),
          others: owners.filter { $0 != name })
      }
    }
    add(versions[whole] ?? []) { other, own in
      let version = self.stem(of: other)
      guard let mark = version.withUnsafeBytes({ CompanionKind.picture(ofVersion: $0)?.mark }),
        !(byStem[EquivalentName(self.stem(of: version))] ?? []).contains(where: {
          EquivalentName($0) == EquivalentName(version)
        })
      else { return nil }
      return Companion(name: other, mark: mark, hasExtension: true, ending: own)
    }
    for edit in edits[plain] ?? [] where Self.isNote(edit.name) {
      add([edit.name]) { other, own in
        let stem = self.stem(of: other)
        return Companion(
          name: other, mark: [UInt8(ascii: "_"), edit.letter], ending: own, stem: stem,
          others: (owners + media(named: EquivalentName(stem))).filter { $0 != name })
      }
    }
    for proxy in stem.withUnsafeBytes({ CompanionKind.proxyStems(ofMovie: $0) }) {
      add(byStem[EquivalentName(proxy)] ?? []) { other, own in
        guard other.withUnsafeBytes({ CompanionKind.isProxy($0) }) else { return nil }
        return Companion(name: other, ending: own, stem: self.stem(of: other))
      }
    }
    return companions
  }

  private func media(named stem: EquivalentName) -> [[UInt8]] {
    Self.media(of: byStem[stem] ?? [])
  }

  private static func media(of names: [[UInt8]]) -> [[UInt8]] {
    names.filter { $0.withUnsafeBytes(isMedia) }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private func stem(of name: [UInt8]) -> [UInt8] {
    name.withUnsafeBytes { Array(FilenameStem.stem(of: $0)) }
  }

  /// Returns the part of a companion's name that is that of a picture, or its stem.
  private static func owner(of name: [UInt8]) -> [UInt8] {
    Array(name.prefix(name.withUnsafeBytes { CompanionKind.ownerLength(of: $0) }))
  }

  /// Returns true if a file is of a kind that belongs to pictures or movies.
  private static func mayBelong(_ name: [UInt8]) -> Bool {
    name.withUnsafeBytes { name in
      guard let kind = CompanionKind(of: name) else { return false }
      return kind.form != .clips
        || CompanionKind.ownerLength(of: name) < FilenameStem.length(of: name)
    }
  }

  /// Returns true for the notes of Apple's editor: `IMG_1.AAE`.
  private static func isNote(_ name: [UInt8]) -> Bool {
    name.withUnsafeBytes { CompanionKind(of: $0)?.form } == .appleEdits
  }

  private static func isXMP(_ name: [UInt8]) -> Bool {
    name.withUnsafeBytes { ListedSidecars.isSidecar($0) }
  }

  /// Returns true for names of pictures and movies. A file whose name does not say what it is, such
  /// as GIMP's beside a picture, is no owner of the picture's companions.
  private static func isMedia(_ name: UnsafeRawBufferPointer) -> Bool {
    FilenameKind(name) == .media && CompanionKind(of: name) == nil
  }
}
