/// A message as it came, not yet read.
package struct ReceivedFrame: Sendable {
  package let kind: FrameKind
  package let number: UInt64
  package let body: [UInt8]
  package let files: ReceivedFiles
}
