import os
import sys

# "python3 -m" puts the folder at hand in front: nothing may be imported from there.
if sys.path and sys.path[0] in ("", os.getcwd()) and not getattr(sys.flags, "safe_path", False):
    del sys.path[0]

from shotflow_spark.commandline import main  # noqa: E402

sys.exit(main())
