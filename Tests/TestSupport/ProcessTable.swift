import Foundation

/// The processes that run, as Linux' `/proc` has them.
package enum ProcessTable {
  package static func parent(of process: Int32) -> Int32? {
    let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("PPid:") }
    return line.flatMap { Int32($0.dropFirst(5).trimmingCharacters(in: .whitespaces)) }
  }

  /// Returns true if a program of these words runs, such as `sleep` and `1000`.
  package static func has(_ words: String...) -> Bool {
    let line = Data(words.flatMap { Array($0.utf8) + [0] })
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.contains {
      FileManager.default.contents(atPath: "/proc/\($0)/cmdline") == line
    }
  }

  /// Returns the processes below a process, from the nearest on.
  package static func descendants(of ancestor: Int32) -> [Int32] {
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    let parents = processes.compactMap(Int32.init).sorted().map { ($0, parent(of: $0)) }
    var found = [ancestor]
    for index in 0... {
      guard index < found.count else { break }
      found += parents.filter { $0.1 == found[index] }.map(\.0)
    }
    return Array(found.dropFirst())
  }
}
