internal import Platform

/// The numbers that `{n}` gives in a run: each is the one after the greatest in the folder. A file
/// that has its name already keeps it, so that a second run changes nothing.
struct TransferNumbers {
  /// The names that are counted together: all of a run, or those of one folder.
  private enum Series: Hashable {
    case run
    case names(TargetName, folder: [UInt8])
  }

  /// The numbers that files of a folder have.
  private struct Taken {
    var greatest = 0
    /// The numbers of files by their sizes, and of links by their paths.
    var bySize: [Int64: [Int]] = [:]
    var byLink: [[UInt8]: [Int]] = [:]
  }

  private var last: [Series: Int] = [:]
  private var taken: [Series: Taken] = [:]
  private var ofGroups: [TransferGroup: Int] = [:]

  /// Returns the stem of an asset's files, with their number.
  mutating func stem(
    of name: TargetName, _ files: TransferFiles, by kind: FileOperation.Kind,
    in folder: TargetFolder, after forecast: DryRunTransfers
  ) throws(FileProblem) -> [UInt8] {
    let open = files.stem(of: name.open)
    guard let counter = name.counter, let main = files.files.first else { return open }
    let name = TargetName(open: open, counter: counter)
    let present = files.unmarkedName.map { OutputName.parts($0).stem } ?? files.presentStem
    if main.from.folderPath == folder.path, name.number(in: present) != nil { return present }
    // A RAW picture and its JPEG get one number.
    let group =
      ofGroups.isEmpty && files.namesakes.isEmpty
      ? nil : TransferGroup(files, in: folder, as: open)
    if let group, let number = ofGroups[group] { return name.bytes(number) }
    let names = Series.names(name, folder: folder.path)
    let series = counter.isOfRun ? .run : names
    let taken = taken[names] ?? Self.taken(name, in: folder)
    if self.taken.updateValue(taken, forKey: names) == nil {
      last[series] = max(last[series] ?? 0, taken.greatest)
    }
    if !kind.removesOriginal {
      let numbers =
        kind == .symbolicLink
        ? taken.byLink[main.from.path] : taken.bySize[main.file.status.size]
      for number in numbers ?? [] {
        let plan = try TransferPlan(
          files, by: kind, into: folder, as: name.bytes(number), after: forecast)
        if plan.number == 1, plan.parts.first?.isThere == true { return name.bytes(number) }
      }
    }
    let number = (last[series] ?? 0) + 1
    last[series] = number
    if let group, !files.namesakes.isEmpty { ofGroups[group] = number }
    return name.bytes(number)
  }

  private static func taken(_ name: TargetName, in folder: TargetFolder) -> Taken {
    var taken = Taken()
    guard let handle = folder.handle else { return taken }
    for file in handle.names(includingLinks: true).map({ Array($0.utf8) }) {
      // Frames of a burst have their number in front of a mark.
      let burst = file.withUnsafeBytes { BurstName.parse($0) }.map { Array(file[$0.identifier]) }
      guard
        let number = name.number(in: OutputName.parts(file).stem)
          ?? burst.flatMap({ name.number(in: $0) })
      else { continue }
      taken.greatest = max(taken.greatest, number)
      let place = FileLocation(file, in: handle, at: folder.path)
      if let link = place.linkText {
        taken.byLink[link, default: []].append(number)
      } else if let size = place.status?.size {
        taken.bySize[size, default: []].append(number)
      }
    }
    return taken
  }
}

/// The name of a file, in which a number may be open.
struct TargetName: Hashable {
  /// The name, with a NUL in the place of the number.
  let open: [UInt8]
  let counter: TemplateCounter?

  /// The byte in the place of the number, which no name has.
  static let placeholder: UInt8 = 0

  /// Returns the name with a number.
  func bytes(_ number: Int) -> [UInt8] {
    guard let counter else { return open }
    return open.flatMap { $0 == Self.placeholder ? Array(counter.text(number).utf8) : [$0] }
  }

  /// Returns the number in a name; nil if that is not this name with any number.
  func number(in name: [UInt8]) -> Int? {
    let start = open.firstIndex(of: Self.placeholder) ?? open.count
    let digits = name.dropFirst(start).prefix(max(0, name.count - open.count + 1))
    guard let number = Int(String(decoding: digits, as: UTF8.self)), bytes(number) == name else {
      return nil
    }
    return number
  }
}
