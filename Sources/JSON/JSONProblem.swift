/// The reason why bytes are not JSON, and where.
@usableFromInline package struct JSONProblem: Error, Hashable {
  @usableFromInline package enum Fault: Hashable, Sendable {
    /// Anything but a value where one has to be, the end of the bytes included.
    case value
    case name
    case colon
    /// Neither a comma nor the end of the object.
    case memberEnd
    /// Neither a comma nor the end of the list.
    case elementEnd
    case textEnd
    case controlCharacter
    case escape
    case nesting
    /// Something behind the value.
    case rest
  }

  @usableFromInline package let fault: Fault
  /// The byte, from 0.
  @usableFromInline package let place: Int

  @inlinable package init(_ fault: Fault, at place: Int) {
    self.fault = fault
    self.place = place
  }
}
