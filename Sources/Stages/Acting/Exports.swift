@_exported public import Pictures
