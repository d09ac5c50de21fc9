/// The order in which a number's bytes are written.
package enum ByteOrder: Sendable, CaseIterable {
  case big
  case little
}
