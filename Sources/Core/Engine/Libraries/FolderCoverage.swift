/// The numbers of a library's folders that are watched in full, polled, or unreadable, with a few
/// examples.
package struct FolderCoverage: Equatable, Sendable {
  /// The number of all folders.
  package let count: Int
  /// The number of folders that are polled once a second, as the system reports no changes.
  package let polledCount: Int
  package let unreadableCount: Int
  /// The paths of the first polled folders from the library's root, which is `.`.
  package let polled: [String]
  /// The paths of the first unreadable folders.
  package let unreadable: [String]

  /// The greatest number of paths in ``polled`` and in ``unreadable``.
  package static let mostExamples = 10

  package init(
    count: Int, polledCount: Int, unreadableCount: Int, polled: [String], unreadable: [String]
  ) {
    (self.count, self.polledCount, self.unreadableCount) = (count, polledCount, unreadableCount)
    (self.polled, self.unreadable) = (polled, unreadable)
  }
}
