internal import Engine

extension LibraryContract {
  func identityViolations(_ all: [Asset]) -> [String] {
    var seen: Set<String> = []
    var violations: [String] = []
    for asset in all {
      let identifier = asset.string(of: .localIdentifier)
      if identifier.isEmpty { violations.append("\(asset.displayName) has no localIdentifier") }
      if !seen.insert(identifier).inserted {
        violations.append("several assets have the localIdentifier \"\(identifier)\"")
      }
      if asset.string(of: .library).isEmpty { violations.append("\(identifier) has no library") }
    }
    return violations
  }

  /// Checks that a second opening shows no change, as nothing has changed.
  func stabilityViolations(_ all: [Asset]) throws -> [String] {
    let again = try assets()
    var violations = Self.difference(
      "opened again", Self.identifiers(again), Self.identifiers(all))
    for (asset, same) in zip(all, again) where Self.version(of: asset) != Self.version(of: same) {
      violations.append("\(asset.displayName) looks changed, though nothing changed")
    }
    if kind.mark(place) != kind.mark(place) {
      violations.append("the library's mark changes, though nothing changed")
    }
    return violations
  }

  private static func version(of asset: Asset) -> UInt64 {
    var fingerprint = Fingerprint()
    asset.addVersion(to: &fingerprint)
    return fingerprint.value
  }

  func choiceViolations(_ all: [Asset]) throws -> [String] {
    let identifiers = Self.identifiers(all)
    let wanted = identifiers.enumerated().filter { $0.offset % 3 == 1 }.map(\.element)
    let chosen = ChosenAssets(wanted.map { Array($0.utf8) })
    let given = Self.identifiers(try assets(choosing: chosen))
    var violations = Self.difference("chosen assets", given.sorted(), wanted.sorted())
    let fetched = try FetchLibrary(path: place.path, in: context(choosing: chosen))
      .fetchAssets(AssetFetch())
    let ranged = Self.identifiers(try fetched.objects(within: 0..<identifiers.count))
    violations += Self.difference("chosen assets by range", ranged.sorted(), wanted.sorted())
    for (name, count) in try albumCounts(choosing: chosen) where count > wanted.count {
      violations.append("the album \"\(name)\" counts assets that were not chosen")
    }
    return violations
  }

  func originalViolations(_ all: [Asset]) -> [String] {
    all.compactMap { asset in
      asset.readAhead([.stat, .header])
      if let failure = asset.failure {
        return
          "\(asset.displayName) can't be read: \(failure.reason); an asset without its file has"
          + " isMissing = true"
      }
      if asset.original == nil { return nil }
      do throws(AssetFailure) {
        _ = try asset.openOriginal()
        return nil
      } catch {
        return "the original of \(asset.displayName) does not open: \(error.reason)"
      }
    }
  }
}
