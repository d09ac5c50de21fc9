extension FileAsset {
  /// True if everything known of the asset comes from the file alone.
  package var standsAlone: Bool {
    sidecarContext == nil && (entry?.entry.companion ?? -1) < 0
  }

  /// True if other files describe the asset, too, so that its own status does not show all changes.
  package var hasSidecarContext: Bool { sidecarContext != nil }

  /// The facts that were read so far, and the entry of the file in its listing.
  package var known:
    (listing: DirectoryListing, index: Int, facts: FileFacts?, status: FileStatus?)?
  {
    guard case .entry(let listing, let index) = place else { return nil }
    return (listing, index, knownFacts, latestStatus)
  }
}
