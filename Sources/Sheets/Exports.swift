@_exported public import Engine
@_exported public import Pictures
