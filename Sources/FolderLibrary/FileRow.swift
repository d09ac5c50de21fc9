/// What was read of a file, and the status that it holds for.
struct FileRow: Sendable {
  let facts: FileFacts
  let status: FileStatus
}
