internal import Media

/// The part of a file in the burst that it is a frame of.
enum BurstRole {
  case representative, other
}

extension FileAsset {
  /// The file's part in its burst, which headers decide where the name does not say BURST; nil if it
  /// is no frame.
  var burstRole: BurstRole? {
    guard let entry = entry?.entry else { return nil }
    if entry.needsBurstEvidence {
      guard let header = facts()?.header, let status = latestStatus else { return nil }
      return role(BurstEvidence(header, status))
    }
    guard entry.isBurstFrame else { return nil }
    return entry.isBurstExtra ? .other : .representative
  }

  /// Returns the part of a file with a number in its name, by its dates and those of the files whose
  /// numbers come before and after its own; nil if it is no frame.
  func role(_ evidence: BurstEvidence) -> BurstRole? {
    guard let (listing, index) = numberedPlace else { return nil }
    if let known = knownNumberedRole { return known }
    let name = listing.name(listing.files[index])
    func isNear(_ step: Int) -> Bool {
      var other = index + step
      while listing.files.indices.contains(other) {
        let file = listing.files[other]
        let otherName = listing.name(file)
        guard let burst = BurstName.parse(name), otherName.count >= burst.identifier.upperBound,
          otherName[burst.identifier].elementsEqual(name[burst.identifier])
        else { return false }
        if file.needsBurstEvidence {
          guard let (header, status) = try? headers.facts(of: .entry(listing, other)) else {
            return false
          }
          return evidence.isNear(BurstEvidence(header, status), named: name)
        }
        other += step
      }
      return false
    }
    let role: BurstRole? = isNear(-1) ? .other : isNear(1) ? .representative : nil
    knownNumberedRole = .some(role)
    return role
  }

  private var numberedPlace: (listing: DirectoryListing, index: Int)? {
    guard case .entry(let listing, let index) = place, listing.files[index].needsBurstEvidence
    else { return nil }
    return (listing, index)
  }
}
