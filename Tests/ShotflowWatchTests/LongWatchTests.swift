import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// A long watch of a folder in which everything happens that a year brings: each file that comes is
/// printed once, and nothing grows.
@Suite struct LongWatchTests {
  /// Takes ten minutes in `script/torture`, else 1,200 steps.
  @Test func everyArrivalIsPrintedOnce() async throws {
    let seed = UInt64(20_261_126)
    var year = try SimulatedYear(seed: seed)
    let rule = try year.world.libraryRule("load { size = { 16, 16 } }")
    var program = year.world.program([
      "watch", rule, "--library", year.world.library, "--template", "{filename}", "--out",
      year.world.path("made"),
    ])
    program.timeout = .seconds(900)
    let watch = try await program.startWatching()
    let end = ContinuousClock.now + .seconds(600)
    var resources: [Resources] = []
    var rounds = 0
    while Effort.isFull ? ContinuousClock.now < end : rounds < 30 {
      rounds += 1
      for _ in 0..<40 { try await year.step(watch) }
      try await year.settle(watch)
      resources += [Resources(of: watch.processIdentifier)].compactMap(\.self)
    }
    for number in year.arrived.suffix(100) { #expect(await watch.printed("-\(number).png\n")) }
    let result = await watch.end(by: SIGINT)
    #expect(result.status == .exited(0))
    let printed = result.lines.map(year.number)
    let missing = Set(year.arrived).subtracting(printed)
    #expect(missing == [], "seed \(seed), after: \(year.log(of: missing))")
    let twice = Dictionary(grouping: printed) { $0 }.filter { $1.count > 1 }
    let repeated = result.lines.filter { twice[year.number(in: $0)] != nil }
    #expect(repeated == [], "seed \(seed): \(year.log(of: Set(twice.keys)))")
    let unexpected = Set(printed).subtracting(year.arrived)
    #expect(unexpected == [], "seed \(seed): \(year.log(of: unexpected))")
    // The first tenth of it starts what stays.
    let early = resources.dropFirst(resources.count / 10).prefix(resources.count / 3)
    let late = resources.suffix(resources.count / 3)
    func growth(_ value: (Resources) -> Int) -> Int {
      (late.map(value).min() ?? 0) - (early.map(value).min() ?? 0)
    }
    #expect(growth(\.descriptors) <= 0, "\(resources.map(\.descriptors))")
    #expect(growth(\.threads) <= 0, "\(resources.map(\.threads))")
    Figures.note("long watch: arrivals", printed.count)
    Figures.note("long watch: growth in KiB", growth(\.memory))
  }
}

/// The resources of a process that rests.
private struct Resources {
  let descriptors: Int
  let threads: Int
  /// The memory in KiB.
  let memory: Int

  init?(of process: Int32) {
    let files = FileManager.default
    guard let open = try? files.contentsOfDirectory(atPath: "/proc/\(process)/fd"),
      let tasks = try? files.contentsOfDirectory(atPath: "/proc/\(process)/task"),
      let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") })
    else { return nil }
    descriptors = open.count
    threads = tasks.count
    memory = Int(line.filter(\.isNumber)) ?? 0
  }
}

/// A library, and what happens in it, by a seed. Each file has a number, by which its name ends.
private struct SimulatedYear {
  let world: ProgramWorld
  private var generator: SeededGenerator
  /// The number of files so far.
  private(set) var count = 0
  /// The numbers of the files that arrived.
  private(set) var arrived: [Int] = []
  /// The paths of files that are there and were printed.
  private var known: [String] = []
  private var folders = ["", "2025/", "2026/", "inbox/"]
  private var events: [String] = []

  init(seed: UInt64) throws {
    world = try ProgramWorld()
    generator = SeededGenerator(seed: seed)
    for folder in folders { try world.directory.makeFolder("pictures/\(folder)") }
    for _ in 0..<30 {
      count += 1
      let path = "\(folders[count % folders.count])old-\(count).png"
      try write(path)
      known.append(path)
    }
  }

  /// Returns the number in a file's name.
  func number(in name: String) -> Int {
    Int(name.split(separator: "-").last!.prefix { $0 != "." })!
  }

  func log(of numbers: Set<Int>) -> String {
    let names = numbers.map { "-\($0).png" }
    return events.filter { event in names.contains { event.contains($0) } }.suffix(20)
      .joined(separator: "; ")
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &generator)]
  }

  private func path(_ path: String) -> String { world.path("pictures/\(path)") }

  private func write(_ path: String, as number: Int? = nil) throws {
    try world.directory.write(
      ProgramWorld.png(UInt64(number ?? self.number(in: path))), to: "pictures/\(path)")
  }

  private func move(_ from: String, _ to: String) throws {
    try #require(rename(from, to) == 0, "\(from) to \(to): \(String(cString: strerror(errno)))")
  }

  private func shell(_ script: String) async throws {
    let result = try await RunProgram(
      "/bin/sh", ["-ec", script], environment: ["PATH": "/usr/bin:/bin"],
      workingFolder: world.directory.path
    ).result()
    try #require(result.status == .exited(0), "\(script): \(result.errorText)")
  }

  /// Adds a file in one of the ways of other programs; returns its name.
  mutating func add() throws -> String {
    count += 1
    let name = "new-\(count).png"
    let target = "\(pick(folders))\(name)"
    arrived.append(count)
    let way = pick(["written", "temporary", "downloaded", "moved", "linked", "open", "folder"])
    events.append("\(way) \(target)")
    switch way {
    case "temporary":
      let temporary = "\(target)\(pick([".tmp", ".part", "~"]))"
      try write(temporary, as: count)
      try move(path(temporary), path(target))
    case "downloaded":
      try world.directory.write("", to: "pictures/\(target)")
      try write("\(target).part", as: count)
      try move(path("\(target).part"), path(target))
    case "moved", "linked":
      let outside = try world.directory.write(
        ProgramWorld.png(UInt64(count)), to: "outside/\(name)",
        modified: Date(timeIntervalSince1970: 1e9 + Double(count)))
      if way == "moved" {
        try move(outside, path(target))
      } else {
        try #require(link(outside, path(target)) == 0)
      }
    case "open":
      let bytes = ProgramWorld.png(UInt64(count)).encoded()
      let file = try world.directory.write(bytes.prefix(20), to: "outside/\(name)")
      let writer = try #require(FileHandle(forWritingAtPath: file))
      try move(file, path(target))
      try writer.seekToEnd()
      try writer.write(contentsOf: bytes.dropFirst(20))
      try writer.close()
    case "folder":
      let folder = "trip \(count)/"
      try world.directory.write(
        ProgramWorld.png(UInt64(count)), to: "outside/\(folder)deep/\(name)")
      try move(world.path("outside/\(folder)"), path(folder))
      folders.append(folder)
      known.append("\(folder)deep/\(name)")
      return name
    default: try write(target)
    }
    known.append(target)
    return name
  }

  /// Lets something happen; `watch` has printed all that arrived when a known file is touched.
  mutating func step(_ watch: RunningProgram) async throws {
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<70: _ = try add()
    case 70..<97:
      // What is not printed yet arrives by its last name.
      if let last = arrived.last { #expect(await watch.printed("-\(last).png\n")) }
      try await change()
    case 97: try await leave(watch)
    case 98: try await killHelpers(watch)
    default: try await restore(watch)
    }
  }

  /// Waits until all that happened so far was taken in.
  mutating func settle(_ watch: RunningProgram) async throws {
    let marker = try add()
    try #require(await watch.printed("\(marker)\n"), "\(watch.errorOutput.suffix(2000))")
  }

  private mutating func change() async throws {
    let index = Int.random(in: 0..<known.count, using: &generator)
    let name = known[index]
    let isPrinted = !arrived.suffix(60).contains(number(in: name))
    guard isPrinted else { return }
    let act = pick(["edit", "edit open", "backup", "touch", "rename", "remove", "chmod"])
    events.append("\(act) \(name)")
    switch act {
    case "edit":
      let temporary = "\(name)\(pick(["_exiftool_tmp", ".tmp"]))"
      try write(temporary, as: number(in: name) + 1_000_000)
      try move(path(temporary), path(name))
    case "edit open":
      let temporary = "\(name).tmp"
      try write(temporary, as: number(in: name) + 1_000_000)
      let writer = try #require(FileHandle(forWritingAtPath: path(temporary)))
      try move(path(temporary), path(name))
      try writer.close()
    case "backup":
      try write("\(name)_exiftool_tmp", as: number(in: name) + 1_000_000)
      try move(path(name), path("\(name)_original"))
      try move(path("\(name)_exiftool_tmp"), path(name))
    case "touch":
      let seconds = Double.random(in: 1e9...1.7e9, using: &generator)
      try world.directory.setModified(
        Date(timeIntervalSince1970: seconds), of: "pictures/\(name)")
    case "rename":
      let number = number(in: name)
      let target = "\(pick(folders))renamed-\(number).png"
      if target == name { return }
      try move(path(name), path(target))
      known[index] = target
    case "remove":
      try #require(unlink(path(name)) == 0)
      known.remove(at: index)
    default: try #require(chmod(path(name), 0o640) == 0)
    }
  }

  /// The programs that decode pictures are killed while they wait for work.
  private mutating func killHelpers(_ watch: RunningProgram) async throws {
    try await settle(watch)
    let helpers = ProcessTable.descendants(of: watch.processIdentifier)
    events.append("killed \(helpers)")
    for helper in helpers { kill(helper, SIGKILL) }
  }

  /// The disk goes away and comes back; in between something is written to it.
  private mutating func leave(_ watch: RunningProgram) async throws {
    try await settle(watch)
    let gone = watch.errorOutput.ranges(of: "is gone").count
    try move(world.library, world.path("away"))
    while watch.errorOutput.ranges(of: "is gone").count == gone {
      try await Task.sleep(for: .milliseconds(5))
    }
    count += 1
    events.append("away new-\(count).png")
    arrived.append(count)
    try world.directory.write(
      ProgramWorld.png(UInt64(count)), to: "away/inbox/new-\(count).png")
    known.append("inbox/new-\(count).png")
    let back = watch.errorOutput.ranges(of: "is back").count
    try move(world.path("away"), world.library)
    while watch.errorOutput.ranges(of: "is back").count == back {
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  /// A folder is lost, and comes from a backup.
  private mutating func restore(_ watch: RunningProgram) async throws {
    try await settle(watch)
    let folder = pick(["2025", "2026", "inbox"])
    events.append("restore \(folder)")
    try await shell(
      """
      cp -a pictures/\(folder) backup; rm -r pictures/\(folder); cp -a backup pictures/\(folder)
      rm -r backup
      """)
  }
}
