@_exported public import FolderLibrary
