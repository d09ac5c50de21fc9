internal import Media

/// Opens an original and checks that its end is there, so that a half-written one is not given on.
enum WholeOriginal {
  /// Nil when the asset failed; its failure tells why.
  static func check(_ asset: Asset) -> OpenFile? {
    do {
      let file = try asset.openOriginal()
      if file.status.size == 0 {
        asset.fail(stage: "load", "the file is empty")
        return nil
      }
      if Completeness.of(file) == .truncated {
        asset.fail(stage: "load", "the file is cut short; it may still be being written")
        return nil
      }
      return file
    } catch {
      asset.fail(stage: "load", error.reason)
      return nil
    }
  }
}
