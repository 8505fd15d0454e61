"""What went wrong, in words for the user; the command line prints it and never a traceback."""


class DrillError(Exception):
    """A fault the user can act on: one line saying what, where and how to mend it. Exit code 1."""

    exit_code = 1


class UsageError(DrillError):
    """The call itself was wrong (an unknown item, a bad option). Exit code 2."""

    exit_code = 2
