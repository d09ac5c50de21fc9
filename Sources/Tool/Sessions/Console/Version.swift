/// The version of `shotflow`.
package enum Version {
  /// The version of `shotflow`, which every tool is built on.
  package static let current = "0.1.0"
}
