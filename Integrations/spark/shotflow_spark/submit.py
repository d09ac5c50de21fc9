"""The program for spark-submit, which takes a file: "shotflow-spark script" prints its path."""

import os
import sys

# The folder of a program is in front, and here that is the inside of the package.
if sys.path and os.path.realpath(sys.path[0]) == os.path.dirname(os.path.realpath(__file__)):
    del sys.path[0]

from shotflow_spark.commandline import main  # noqa: E402

sys.exit(main())
