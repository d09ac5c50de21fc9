/// A line of `shotflow ledger list --json`.
package struct LedgerLine: Decodable {
  package let kind: String
  package let state: String
  package let memory: String
  package let rule: String
  /// The hash with its name in front: `sha1:…`.
  package let digest: String
  package let library: String
  package let filename: String
}
