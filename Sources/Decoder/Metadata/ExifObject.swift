internal import CMetadata

/// EXIF as a JSON object: the tags of all directories beside each other, by EXIF's names.
///
/// `GPSLatitude` and `Make` are members of one object, as their names differ. What the second
/// directory says of the thumbnail is an object of its own, `IFD1`. Of two directories with one
/// tag the first counts: main, EXIF, GPS, interoperability.
struct ExifObject {
  private var values: [cmetadata_directory: [ExifValue]] = [:]

  static func write(_ extract: ExifExtract, into writer: inout MetadataWriter) {
    var object = ExifObject()
    if !extract.block.isEmpty {
      extract.block.withUnsafeBufferPointer { block in
        withUnsafeMutablePointer(to: &object) { object in
          _ = cmetadata_read_exif(block.baseAddress, block.count, object, exifTakesEntry)
        }
      }
    }
    object.write(extract, into: &writer)
  }

  fileprivate mutating func take(_ entry: cmetadata_entry) {
    values[entry.directory, default: []].append(ExifValue(entry))
  }

  private func write(_ extract: ExifExtract, into writer: inout MetadataWriter) {
    var known: Set<String> = []
    for directory in [cmetadata_directory.main, .exif, .gps, .interoperability] {
      write(directory, extract, &known, into: &writer)
    }
    if values[.thumbnail]?.isEmpty == false {
      var known: Set<String> = []
      writer.member("IFD1") { writer in
        writer.object { write(.thumbnail, extract, &known, into: &$0) }
      }
    }
    let problem = extract.problem ?? (writer.isOverfull ? "there is more than is shown" : nil)
    if let problem { writer.member("problem") { $0.append(problem) } }
  }

  private func write(
    _ directory: cmetadata_directory, _ extract: ExifExtract, _ known: inout Set<String>,
    into writer: inout MetadataWriter
  ) {
    for value in values[directory] ?? [] {
      let name = ExifNames.name(value.tag, in: directory)
      guard known.insert(name).inserted else { continue }
      writer.member(name) { value.write(isLittleEndian: extract.isLittleEndian, into: &$0) }
    }
    for withheld in extract.withheld where withheld.directory == directory {
      let name = ExifNames.name(withheld.tag, in: directory)
      guard known.insert(name).inserted else { continue }
      writer.member(name) { $0.append(byteCount: Int(withheld.byteCount), nil) }
    }
  }
}

/// C calls this, so it is a free function, bound to no actor.
private func exifTakesEntry(
  _ context: UnsafeMutableRawPointer?, _ entry: UnsafePointer<cmetadata_entry>?
) {
  guard let context, let entry else { return }
  context.assumingMemoryBound(to: ExifObject.self).pointee.take(entry.pointee)
}
