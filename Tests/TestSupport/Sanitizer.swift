import CTestSupport
package import Testing

/// The sanitizer that the tests, and the programs that they start, were built with, as
/// `script/sanitize` does.
///
/// A bound that can't hold under one of them is lifted where it stands, with the reason.
package enum Sanitizer: Sendable {
  /// Reads and writes outside of blocks, and of freed ones.
  case address
  /// Races between threads.
  case thread

  /// Nil in an ordinary build.
  package static let current: Sanitizer? =
    switch ctest_built_with() {
    case CTEST_ADDRESS_SANITIZER: .address
    case CTEST_THREAD_SANITIZER: .thread
    default: nil
    }

  /// The factor by which things may be slower than usual.
  package static let slowness = current == nil ? 1 : 5

  /// Bytes that a program may hold beside its own: shadows, and what was freed and is watched.
  package static let overhead = current == nil ? 0 : 1 << 30

  /// Variables that every program needs to know how to report.
  static let variables = ["ASAN_OPTIONS", "TSAN_OPTIONS"]
}

extension Trait where Self == ConditionTrait {
  /// Skips a test that can't hold in programs that were built with a sanitizer, with the reason.
  package static func withoutSanitizer(
    _ reason: Comment, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    .disabled(if: Sanitizer.current != nil, reason, sourceLocation: sourceLocation)
  }
}
