/// EXIF as a JSON object: the tags of all directories side by side, by EXIF's names. `GPSLatitude`
/// and `Make` are members of one object, as their names differ. The second directory, which
/// describes the thumbnail, becomes an object of its own, `IFD1`. If two directories have the same
/// tag, the first counts: main, EXIF, GPS, interoperability.
enum ExifObject {
  static func write(_ extract: ExifExtract, into writer: inout MetadataWriter) {
    var known: Set<String> = []
    for directory in [ExifDirectory.main, .exif, .gps, .interoperability] {
      write(directory, extract, &known, into: &writer)
    }
    if extract.values[.thumbnail]?.isEmpty == false {
      var known: Set<String> = []
      writer.member("IFD1") { writer in
        writer.object { write(.thumbnail, extract, &known, into: &$0) }
      }
    }
    let problem = extract.problem ?? (writer.isOverfull ? "there is more than is shown" : nil)
    if let problem { writer.member("problem") { $0.append(problem) } }
  }

  private static func write(
    _ directory: ExifDirectory, _ extract: ExifExtract, _ known: inout Set<String>,
    into writer: inout MetadataWriter
  ) {
    for value in extract.values[directory] ?? [] {
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
