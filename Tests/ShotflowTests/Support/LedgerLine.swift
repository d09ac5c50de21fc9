/// A line of `shotflow ledger list --json`.
struct LedgerLine: Decodable {
  let kind: String
  let state: String
  let memory: String
  let rule: String
  /// The hash with its name in front: `sha1:…`.
  let digest: String
  let library: String
  let filename: String
}
