internal import Media
internal import Platform

/// The functions that write the facts as members of a record, in the order of ``Field``.
extension FileFacts {
  func writeTypeAndDate(into writer: inout RecordWriter) {
    writer.write("mediaType", mediaType.name)
    writer.write("mediaSubtypes", classification.subtypes)
    writer.write("uniformTypeIdentifier", header.format.uniformTypeIdentifier)
    if let playbackStyle { writer.write("playbackStyle", playbackStyle.name) }
    writer.write("creationDate", date.instant)
    writer.write("creationDateSource", date.source.rawValue)
    if let offsetMinutes = date.offsetMinutes {
      writer.writeOffset("creationDateOffset", minutes: offsetMinutes)
    }
  }

  func writePicture(into writer: inout RecordWriter) {
    if header.pixelWidth > 0 { writer.write("pixelWidth", Int64(header.pixelWidth)) }
    if header.pixelHeight > 0 { writer.write("pixelHeight", Int64(header.pixelHeight)) }
    if header.format.isImage { writer.write("orientation", Int64(header.orientation)) }
    if let duration = header.durationMilliseconds {
      writer.write("duration", Double(duration) / 1000)
    }
    if let frameRate = header.frameRate { writer.write("frameRate", Double(frameRate)) }
  }

  func writeColors(into writer: inout RecordWriter) {
    if let model = header.colorModel { writer.write("colorModel", model.name) }
    if let depth = header.depth { writer.write("depth", Int64(depth)) }
    writer.write("profileName", header.profileName)
    if let hasAlpha = header.hasAlpha { writer.write("hasAlpha", hasAlpha) }
  }

  func writeBurst(represents: Bool?, into writer: inout RecordWriter) {
    if header.format != .unknown { writer.write("isAnimated", header.isAnimated) }
    if let burst { writer.write("burstIdentifier", burst) }
    if let represents { writer.write("representsBurst", represents) }
    writer.write("livePhotoIdentifier", header.contentIdentifier)
    if let pair {
      writer.write(
        "livePhotoVideoPath", pair.otherPath.bytes, bytesKey: "livePhotoVideoPathBytes")
    }
  }

  func writeCamera(into writer: inout RecordWriter) {
    if let isRAW { writer.write("isRAW", isRAW) }
    if let location { writer.write("location", location) }
    writer.write("cameraMake", header.make)
    writer.write("cameraModel", header.model)
    writer.write("lensModel", header.lens)
    writer.write("software", software)
    writer.write("userComment", header.userComment)
  }

  /// Writes the object `classifiedBy`, with the evidence for each media subtype.
  func writeReasons(into writer: inout RecordWriter) {
    guard !classification.reasons.isEmpty else { return }
    writer.beginObject("classifiedBy")
    for reason in classification.reasons { writer.write(reason.subtype, reason.evidence) }
    writer.endObject()
  }
}

extension RecordWriter {
  fileprivate mutating func write(_ key: StaticString, _ text: ShortText) {
    guard !text.isEmpty else { return }
    let isPlain = text.withBytes { bytes in
      guard bytes.isPlain else { return false }
      write(key, bytes, bytesKey: key)
      return true
    }
    if !isPlain { write(key, text.string) }
  }

  /// Writes an offset from UTC such as `+02:00`.
  fileprivate mutating func writeOffset(_ key: StaticString, minutes: Int16) {
    let (hours, minutesLeft) = minutes.magnitude.quotientAndRemainder(dividingBy: 60)
    write(key: key)
    buffer.append(UInt8(ascii: "\""))
    buffer.append(minutes < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    writeTwoDigits(hours)
    buffer.append(UInt8(ascii: ":"))
    writeTwoDigits(minutesLeft)
    buffer.append(UInt8(ascii: "\""))
  }

  private mutating func writeTwoDigits(_ number: UInt16) {
    if number < 10 { buffer.append(UInt8(ascii: "0")) }
    buffer.append(Int64(number))
  }
}
