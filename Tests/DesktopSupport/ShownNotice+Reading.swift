import Pipeline

extension ShownNotice {
  /// Reads a call of `Notify`.
  init(_ number: UInt32, _ call: BusMessage) {
    self.init(number: number, sender: call.sender ?? "")
    program = call.readText() ?? ""
    replaces = call.readNumber() ?? 0
    _ = call.readText()
    title = call.readText() ?? ""
    body = call.readText() ?? ""
    actions = call.readTexts() ?? []
    var notice = self
    _ = call.read(container: "a", of: "{sv}") {
      while call.read(container: "e", of: "sv", { notice.readHint(call) }) {}
    }
    self = notice
    milliseconds = call.readInteger() ?? 0
  }

  private mutating func readHint(_ call: BusMessage) {
    let name = call.readText() ?? ""
    hints.append(name)
    guard let type = call.typeOfVariant else { return }
    var notice = self
    _ = call.read(container: "v", of: type) {
      switch name {
      case "urgency": notice.urgency = call.readByte()
      case "transient": notice.isTransient = call.readFlag()
      case "desktop-entry": notice.entry = call.readText()
      case "image-path": notice.imagePath = call.readText()
      case "image-data": notice.image = Image(call)
      default: call.skip(type)
      }
    }
    self = notice
  }
}

extension ShownNotice.Image {
  fileprivate init?(_ call: BusMessage) {
    var image: Self?
    _ = call.read(container: "r", of: "iiibiiay") {
      guard let width = call.readInteger(), let height = call.readInteger(),
        let rowSize = call.readInteger(), let hasAlpha = call.readFlag(),
        let bits = call.readInteger(), let channels = call.readInteger(),
        let pixels = call.readBytes()
      else { return }
      image = Self(
        width: width, height: height, rowSize: rowSize, hasAlpha: hasAlpha, bits: bits,
        channels: channels, pixels: pixels)
    }
    guard let image else { return nil }
    self = image
  }
}
