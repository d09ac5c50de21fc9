@_exported public import Files
