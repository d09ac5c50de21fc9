/// The assets of one fetch in one state of a library; safe from any thread.
package protocol FetchSource: AnyObject, Sendable {
  /// Whether the library is as it was.
  var isCurrent: Bool { get }

  /// Finds out where more of the assets are; false once that is known of all.
  ///
  /// - Throws: ``FetchProblem/changed``, or what reading the library failed with.
  func locateMore() throws -> Bool

  /// How many assets there are.
  ///
  /// - Throws: ``FetchProblem/changed``, or what reading the library failed with.
  func count() throws -> Int

  /// How many assets there are, if that is known by now.
  var knownCount: Int? { get }

  /// The assets in a range, as far as there are any; new ones for each call.
  ///
  /// - Throws: ``FetchProblem/changed``, or what reading the library failed with.
  func assets(_ range: Range<Int>) throws -> [Asset]

  /// The place of the first asset with that identifier.
  func index(of localIdentifier: [UInt8]) throws -> Int?

  /// What could not be read while the assets were looked for.
  var failures: [AssetFailure] { get }
}
