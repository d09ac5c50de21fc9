"""The command line: "run RULE" and "script"."""

from __future__ import annotations

import argparse
import os
import re
import sys
from typing import List, NoReturn, Optional, Sequence, Set, Tuple

from shotflow_spark import __version__
from shotflow_spark.problem import Problem, ReaderGone, Status, say
from shotflow_spark.request import Request

_FORMATS = ("ndjson", "parquet")
_LOG_LEVELS = ("off", "error", "warn", "info")


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are problems like all others."""

    def error(self, message: str) -> NoReturn:
        raise Problem(Status.WRONG_COMMAND_LINE, f"{message}; see shotflow-spark run --help")


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Does what the arguments say and gives the exit status."""
    try:
        return _main(list(sys.argv[1:] if arguments is None else arguments))
    except Problem as problem:
        if problem.text is not None:
            say(problem.text)
        return problem.status
    except ReaderGone:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    except KeyboardInterrupt:
        return Status.INTERRUPTED


def _main(arguments: List[str]) -> int:
    command, rest = (arguments[0], arguments[1:]) if arguments else ("--help", [])
    if command == "--version":
        print(__version__)
    elif command in ("--help", "-h", "help"):
        _parser().print_help()
    elif command == "script" and not rest:
        print(os.path.join(os.path.dirname(os.path.abspath(__file__)), "submit.py"))
    elif command == "run":
        return _run(rest)
    else:
        raise Problem(
            Status.WRONG_COMMAND_LINE,
            f'no command "{" ".join(arguments)}"; the commands are run and script',
        )
    return 0


def _run(arguments: List[str]) -> int:
    request = parse(arguments)
    try:
        import pandas  # noqa: F401
        import pyarrow  # noqa: F401
        import pyspark
    except ImportError as error:
        raise Problem(
            Status.MISSING_PROGRAM,
            f"{error.name or error} is missing; install what Spark needs: "
            f"{sys.executable} -m pip install shotflow-spark",
        ) from error
    if not re.match(r"3\.5\.|4\.", pyspark.__version__):
        raise Problem(
            Status.MISSING_PROGRAM,
            f"pyspark {pyspark.__version__} is not supported; install version 3.5 or 4: "
            f"{sys.executable} -m pip install 'pyspark>=3.5,<5'",
        )
    from shotflow_spark.job import run

    return run(request)


def parse(arguments: List[str]) -> Request:
    """Takes its own options out of the arguments; the first other word is the rule, and all else
    is the rule's."""
    parser = _parser()
    own, rule, rest = _divide(parser, arguments)
    options = parser.parse_args(own)
    texts = tuple(options.text or ())
    if texts and rule is not None:
        rest.insert(0, rule)
        rule = None
    if rule is None and not texts:
        raise Problem(Status.WRONG_COMMAND_LINE, "no rule; write shotflow-spark run RULE")
    if rule == "-":
        raise Problem(
            Status.WRONG_COMMAND_LINE,
            "a rule on standard input can't be sent to many machines; " "write it to a file",
        )
    return Request(
        rule=rule,
        texts=texts,
        libraries=tuple(_absolute(library) for library in options.library or ()),
        now=options.now,
        options=tuple(rest),
        master=options.master,
        shards=options.shards,
        out=options.out,
        format=options.format or "ndjson",
        shotflow=options.shotflow,
        executor_shotflow=options.executor_shotflow,
        ships=options.ship,
        work=None if options.work is None else os.path.abspath(options.work),
        deadline=options.deadline,
        settings=tuple(options.conf or ()),
        log=options.log,
    )


def _divide(
    parser: argparse.ArgumentParser, arguments: List[str]
) -> Tuple[List[str], Optional[str], List[str]]:
    flags: Set[str] = {"-h", "--help", "--ship"}
    valued = {name for action in parser._actions for name in action.option_strings} - flags
    own: List[str] = []
    rest: List[str] = []
    rule: Optional[str] = None
    words = iter(arguments)
    for word in words:
        if word == "--":
            rest += words
        elif word in flags or word.partition("=")[0] in valued and "=" in word:
            own.append(word)
        elif word in valued:
            value = next(words, None)
            if value is None:
                raise Problem(Status.WRONG_COMMAND_LINE, f"{word} needs a value")
            # Joined, so that a value may begin with a hyphen.
            own += [word, value] if not word.startswith("--") else [f"{word}={value}"]
        elif rule is None and not rest and not (word.startswith("-") and word != "-"):
            rule = word
        else:
            rest.append(word)
    return own, rule, rest


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="shotflow-spark run",
        usage="shotflow-spark run [options] RULE [options of the rule]",
        description="Runs a rule on the machines of Apache Spark. The records are those of "
        '"shotflow run", in the same order.',
        epilog='"shotflow-spark script" prints the path of the program for spark-submit.',
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("-e", dest="text", action="append", metavar="TEXT", help="the text of the rule")
    add(
        "-l",
        "--library",
        action="append",
        metavar="FOLDER",
        help="a library that all machines see at this path",
    )
    add("--now", metavar="MOMENT", help="the moment of the run, instead of the clock's")
    add(
        "--master",
        default="",
        metavar="URL",
        help="local[2], spark://…, yarn or k8s://…; without it, spark-submit's, else local[*]",
    )
    add(
        "--shards",
        type=_positive,
        metavar="NUMBER",
        help="how many shards the library is cut into; without it, as its size demands",
    )
    add("--out", metavar="FOLDER", help="write files to this new folder, not to standard output")
    add("--format", choices=_FORMATS, help="how records are written to --out; ndjson without it")
    add("--shotflow", metavar="PATH", help="the program shotflow; without it, the one on PATH")
    add(
        "--executor-shotflow",
        metavar="PATH",
        help="where the other machines have it; without it, at the same path",
    )
    add(
        "--ship",
        action="store_true",
        help="send the program, the rule and the modules beside it to the other machines",
    )
    add(
        "--work",
        metavar="FOLDER",
        help="a folder that all machines see, for the lists of assets; "
        "needed unless the master is local",
    )
    add(
        "--deadline",
        type=_positive,
        default=7200,
        metavar="SECONDS",
        help="how long a shard may take before it is tried again; 7200 without it",
    )
    add("--conf", action="append", metavar="KEY=VALUE", help="a setting of Spark")
    add("--log", choices=_LOG_LEVELS, default="off", help="what Spark itself reports")
    return parser


def _absolute(path: str) -> str:
    """The absolute path of what exists; names of other kinds stay as they are."""
    return os.path.abspath(path) if os.path.exists(path) else path


def _positive(text: str) -> int:
    number = int(text) if re.fullmatch(r"[0-9]{1,9}", text) else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f'"{text}" is no number above 0')
    return number
