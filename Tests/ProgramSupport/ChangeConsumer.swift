import Foundation
import TestSupport

/// A program that keeps a list up to date: it believes what it reads once it has the next token.
package struct ChangeConsumer {
  package private(set) var token = ""
  package private(set) var list: [String] = []
  /// The number of reports that a file is there, gone or changed.
  package private(set) var news: [String: Int] = [:]

  package init() {}

  /// Applies the changes of a run; nothing of a run that ended before its token.
  ///
  /// - Returns: whether there was a token.
  package mutating func take(_ output: [UInt8]) throws -> Bool {
    let whole = output.prefix(upTo: (output.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1)
    let lines: [ChangeLine] = try ProgramResult.decode(Array(whole))
    guard let last = lines.last, last.kind == "token", let next = last.token else { return false }
    var list = last.hasIncrementalChanges == true ? self.list : []
    for line in lines where line.type == "removed" {
      news["- \(line.asset?.localIdentifier ?? "")", default: 0] += 1
    }
    for line in lines.reversed() where line.type == "removed" {
      guard let index = line.index, list.indices.contains(index),
        list[index] == line.asset?.localIdentifier
      else { throw WrongIndex(line: line) }
      list.remove(at: index)
    }
    for line in lines where line.type == "inserted" {
      guard let index = line.index, index <= list.count, let name = line.asset?.localIdentifier
      else { throw WrongIndex(line: line) }
      list.insert(name, at: index)
      news["+ \(name)", default: 0] += 1
    }
    for line in lines where line.type == "changed" {
      guard let index = line.index, list.indices.contains(index),
        list[index] == line.asset?.localIdentifier
      else { throw WrongIndex(line: line) }
      news["* \(list[index])", default: 0] += 1
    }
    self.list = list
    token = next
    return true
  }

  package struct WrongIndex: Error {
    package let line: ChangeLine
  }
}
