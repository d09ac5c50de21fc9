internal import CSystem
internal import Platform

/// The program of a rule, found and opened. This open file is started, even if another replaces it.
/// A program of the system is identified by its path, any other by its content, a script also by
/// its interpreters. A file that replaces one does not inherit the permission that the user gave.
package final class ProgramFile: Sendable {
  /// The call in the rule.
  package let call: ProgramCall
  /// The path without links.
  package let path: String
  /// The open descriptor, readable if the file is.
  package let descriptor: Int32
  /// The program's identity: `path /usr/bin/jq`, or `sha256` and the hash of its content.
  package let identity: String
  private let interpreters: [ProgramInterpreter]
  private let status: FileStatus

  /// - Parameters:
  ///   - searchPath: Folders, in the form of the variable PATH.
  ///   - person: The user who runs the program. For root, every program is identified by its
  ///     content.
  /// - Throws: ``RunProblem/missingProgram(_:)`` if it or an interpreter is missing or unreadable.
  init(
    of call: ProgramCall, searchPath: String, person: uid_t = geteuid()
  ) throws(RunProblem) {
    let place = try ProgramPlace(of: call, searchPath: searchPath)
    func unreadable(_ error: Int32) -> RunProblem {
      ProgramPlace.missing(
        call, "can't open \"\(place.path)\": \(String(cString: strerror(error)).lowercased())")
    }
    guard let real = RealPath(place.path) else { throw unreadable(errno) }
    self.call = call
    path = real.text
    descriptor = csystem_open_program(path)
    guard descriptor >= 0 else { throw unreadable(errno) }
    guard let status = FileStatus(descriptor: descriptor) else {
      close(descriptor)
      throw unreadable(errno)
    }
    self.status = status
    if let shim = ProgramShim(path: path, descriptor: descriptor) {
      close(descriptor)
      throw ProgramPlace.missing(call, shim.objection)
    }
    guard let identity = Self.identity(of: path, descriptor, as: status, for: person) else {
      close(descriptor)
      throw ProgramPlace.missing(
        call, "\"\(path)\" can't be read, or is being changed; only what was read is started")
    }
    self.identity = identity
    do throws(RunProblem) {
      interpreters = try ProgramInterpreter.all(
        of: descriptor, for: call, searchPath: searchPath, person: person)
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  /// Opens all of a rule's programs.
  ///
  /// - Throws: ``RunProblem/missingProgram(_:)`` if one or an interpreter is missing or unreadable.
  package static func all(of calls: [ProgramCall]) throws(RunProblem) -> [ProgramFile] {
    let searchPath = getenv("PATH").map { String(cString: $0) } ?? ""
    var files: [ProgramFile] = []
    for call in calls { files.append(try ProgramFile(of: call, searchPath: searchPath)) }
    return files
  }

  /// True if the content, or that of an interpreter, may have changed since the file was opened.
  package var mayHaveChanged: Bool {
    FileStatus(descriptor: descriptor) != status || interpreters.contains(where: \.hasChanged)
  }

  /// Returns the identity of an open file; nil if it can't be read, or is changing.
  static func identity(
    of path: String, _ descriptor: Int32, as status: FileStatus, for person: uid_t
  ) -> String? {
    if person != 0, belongsToSystem(path, as: status) { return "path \(path)" }
    guard let hash = hash(of: descriptor), FileStatus(descriptor: descriptor) == status else {
      return nil
    }
    return "sha256 \(hash)"
  }

  /// Returns true if root owns the file and the folders above it, and no other user can write.
  private static func belongsToSystem(_ path: String, as status: FileStatus) -> Bool {
    var facts = stat()
    func isSystems(_ path: String) -> Bool {
      lstat(path, &facts) == 0 && facts.st_uid == 0 && facts.st_mode & (S_IWGRP | S_IWOTH) == 0
    }
    let folders = path.utf8.indices.filter { path.utf8[$0] == UInt8(ascii: "/") }.dropFirst()
    return isSystems("/") && folders.allSatisfy { isSystems(String(path[..<$0])) }
      && isSystems(path) && FileStatus(directory: AT_FDCWD, name: path) == status
  }

  private static func hash(of descriptor: Int32) -> String? {
    guard let state = try? HashState(.sha256) else { return nil }
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
    defer { block.deallocate() }
    var offset: off_t = 0
    while true {
      let count = pread(descriptor, block.baseAddress, block.count, offset)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return try? state.finish().hexadecimal }
      state.update(UnsafeRawBufferPointer(rebasing: block[..<count]))
      offset += off_t(count)
    }
  }
}

extension ProgramFile {
  /// The path, with a part of the hash if that identifies the program, for questions and lists;
  /// then the paths and hashes of its interpreters that users other than root can change.
  package var place: String {
    let others = interpreters.filter { !$0.isSystems }.map { Self.place($0.path, $0.identity) }
    return ([Self.place(path, identity)] + others).joined(separator: ", read by ")
  }

  private static func place(_ path: String, _ identity: String) -> String {
    identity.hasPrefix("path ") ? path : "\(path)  (\(identity.dropFirst(7).prefix(12)))"
  }

  /// Returns the SHA-256 of all programs with their arguments, in order, in hexadecimal.
  ///
  /// - Throws: ``FileProblem`` when the system can't hash.
  package static func digest(of files: [ProgramFile]) throws(FileProblem) -> String {
    let state = try HashState(.sha256)
    for file in files {
      // Neither arguments nor paths contain a NUL.
      let readers = file.interpreters.filter { !$0.isSystems }.map { "by \($0.identity)" }
      for text in [file.identity] + readers + ["\(file.call.words.count)"] + file.call.words {
        (Array(text.utf8) + [0]).withUnsafeBytes(state.update)
      }
    }
    return try state.finish().hexadecimal
  }
}
