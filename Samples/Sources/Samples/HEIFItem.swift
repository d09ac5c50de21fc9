struct HEIFItem {
  let number: Int
  let type: String
  let content: [UInt8]
  var width: Int?
  var height: Int?
  var contentType: String?
  /// The items that this one refers to, by the kind of reference.
  var references: [(type: String, items: [Int])] = []

  var information: Box {
    Box("infe", version: 2) {
      $0.append(UInt16(number), .big)
      $0.append(UInt16(0), .big)
      $0.append(type + "\0")
      if let contentType { $0.append(contentType + "\0") }
    }
  }

  var referenceBoxes: [Box] {
    references.map { reference in
      var content: [UInt8] = []
      content.append(UInt16(number), .big)
      content.append(UInt16(reference.items.count), .big)
      for item in reference.items { content.append(UInt16(item), .big) }
      return Box(reference.type, content)
    }
  }
}
