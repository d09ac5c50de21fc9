internal import Media

/// The part of a file in the burst that it is a frame of.
enum BurstRole {
  case representative, other
}

/// The knowledge of the burst that a file is a frame of.
struct BurstState {
  /// The part that dates decided; nil before they were compared.
  var numberedRole: BurstRole??
  /// True if the frames of the burst that the file represents are no assets of their own.
  var hidesFrames = false
}

extension FileAsset {
  /// Notes that frames that represent no burst are no assets.
  package func hideFrames(_ areHidden: Bool) { burst.hidesFrames = areHidden }

  /// The file's part in its burst, which headers decide where the name does not say BURST; nil if it
  /// is no frame.
  var burstRole: BurstRole? {
    guard let entry = entry?.entry else { return nil }
    if entry.needsBurstEvidence {
      guard let header = facts()?.header, let status = latestStatus else { return nil }
      return role(header, status)
    }
    guard entry.isBurstFrame else { return nil }
    return entry.isBurstExtra ? .other : .representative
  }

  /// Returns the part of a file with a number in its name, by its dates and those of the files whose
  /// numbers come before and after its own; nil if it is no frame.
  func role(_ header: MediaFacts, _ status: FileStatus) -> BurstRole? {
    guard let (listing, index) = numberedPlace else { return nil }
    if let known = burst.numberedRole { return known }
    let own = BurstEvidence(header, status, named: listing.name(listing.files[index]))
    func isNear(_ step: Int) -> Bool {
      guard let other = numbered(index, step, in: listing) else { return false }
      return evidence(of: other, in: listing)?.isNear(own) ?? false
    }
    let role: BurstRole? = isNear(-1) ? .other : isNear(1) ? .representative : nil
    burst.numberedRole = .some(role)
    return role
  }

  /// True if other frames of a burst go along with the file, should it represent one.
  var carriesHiddenFrames: Bool {
    guard case .path = place else { return burst.hidesFrames && burstRole != .other }
    return !hiddenFrames.isEmpty
  }

  /// The other frames of the burst that the file represents; empty if they are assets of their own.
  /// Those of a file whose folder was not listed are looked for each time.
  var hiddenFrames: [FilePlace] {
    guard burst.hidesFrames else { return [] }
    if case .path = place {
      return listed?.hiddenFrames.map { FilePlace.path($0.wholePath()) } ?? []
    }
    guard burstRole == .representative,
      case .entry(let listing, let index) = place
    else { return [] }
    var frames: [FilePlace] = []
    if listing.files[index].needsBurstEvidence {
      var last = (index: index, evidence: evidence(of: index, in: listing))
      while let next = numbered(last.index, 1, in: listing), let known = last.evidence,
        let found = evidence(of: next, in: listing), found.isNear(known)
      {
        frames.append(.entry(listing, next))
        last = (next, found)
      }
      return frames
    }
    var next = Int(listing.files[index].nextFrame)
    while next >= 0, next != index {
      frames.append(.entry(listing, next))
      next = Int(listing.files[next].nextFrame)
    }
    return frames
  }

  /// The same file among the others of its folder, which is listed for it; nil unless its name may be
  /// that of a frame.
  private var listed: FileAsset? {
    guard BurstName.parse(place.name) != nil else { return nil }
    let name = Array(place.name)
    let folder = String(decoding: place.pathBytes.dropLast(name.count), as: UTF8.self)
    guard let root = try? FolderRoot(path: folder.isEmpty ? "." : folder),
      let listing = try? DirectoryListing(root.directory, includesHidden: false),
      let index = listing.index(of: OwnedBytes(name))
    else { return nil }
    let asset = FileAsset(listing, index, headers, sidecarContext: nil)
    asset.hideFrames(true)
    return asset
  }

  /// Returns the index of the next or last file of the same format with a number behind the same
  /// date; nil without one.
  private func numbered(_ index: Int, _ step: Int, in listing: DirectoryListing) -> Int? {
    let name = listing.name(listing.files[index])
    guard let shared = BurstName.parse(name)?.identifier else { return nil }
    var other = index + step
    while listing.files.indices.contains(other) {
      let otherName = listing.name(listing.files[other])
      guard otherName.count >= shared.upperBound,
        otherName[shared].elementsEqual(name[shared])
      else { return nil }
      if listing.files[other].needsBurstEvidence, BurstName.haveOneFormat(name, otherName) {
        return other
      }
      other += step
    }
    return nil
  }

  private func evidence(of index: Int, in listing: DirectoryListing) -> BurstEvidence? {
    guard let (header, status) = try? headers.facts(of: .entry(listing, index)) else { return nil }
    return BurstEvidence(header, status, named: listing.name(listing.files[index]))
  }

  private var numberedPlace: (listing: DirectoryListing, index: Int)? {
    guard case .entry(let listing, let index) = place, listing.files[index].needsBurstEvidence
    else { return nil }
    return (listing, index)
  }
}
