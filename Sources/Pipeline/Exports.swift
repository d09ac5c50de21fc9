@_exported public import DesktopNotices
@_exported public import Engine
@_exported public import FolderLibrary
@_exported public import PhotosLibrary
@_exported public import Pictures
@_exported public import ShotwellLibrary
@_exported public import State
@_exported public import TakeoutLibrary
