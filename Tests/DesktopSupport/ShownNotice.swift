/// A notification as a program was asked to show it.
package struct ShownNotice: Sendable {
  package let number: UInt32
  /// The unique name of who asked.
  package let sender: String
  package var program = ""
  package var replaces: UInt32 = 0
  package var title = ""
  package var body = ""
  /// Names and labels in turn.
  package var actions: [String] = []
  package var urgency: UInt8?
  package var isTransient: Bool?
  package var entry: String?
  package var imagePath: String?
  package var image: Image?
  /// The names of the hints.
  package var hints: [String] = []
  package var milliseconds: Int32 = 0

  /// The hint `image-data`.
  package struct Image: Sendable {
    package var width: Int32
    package var height: Int32
    package var rowSize: Int32
    package var hasAlpha: Bool
    package var bits: Int32
    package var channels: Int32
    package var pixels: [UInt8]
  }
}
