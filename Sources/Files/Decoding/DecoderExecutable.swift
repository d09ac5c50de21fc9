package import Decoding

/// Where the program of the decoder process lies.
package enum DecoderExecutable: Sendable, Hashable {
  /// Where the running program was installed.
  case installed
  case at(path: String)

  /// Looks for it; the problem says where.
  package func path() throws(DecodeProblem) -> String {
    switch self {
    case .at(let path):
      guard InstalledExecutable.isExecutable(path) else {
        throw DecodeProblem(.noDecoder, "can't run the decoder \"\(path)\"")
      }
      return path
    case .installed:
      let decoder = InstalledExecutable("shotflow-decode")
      guard let path = decoder.path else { throw DecodeProblem(.noDecoder, decoder.remedy) }
      return path
    }
  }
}
