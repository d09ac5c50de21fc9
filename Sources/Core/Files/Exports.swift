@_exported public import Assets
