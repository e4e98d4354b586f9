"""Runs a command and says what processor time it took with all its descendants, left behind or not.

python benchmarks/peers/accounted.py COMMAND…

The last line printed is ``{"cpu_s": seconds, "exit": status, "out": last line of the command, "error": last line of its
standard error}``. Processes whose parent died are this one's to wait for (Linux: PR_SET_CHILD_SUBREAPER), so
it runs nothing else.
"""

import ctypes
import json
import os
import resource
import subprocess
import sys

_PR_SET_CHILD_SUBREAPER = 36


def last_line(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1] if lines else ""


def main() -> None:
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    done = subprocess.run(sys.argv[1:], capture_output=True, text=True, check=False)
    try:
        while True:
            os.wait()
    except ChildProcessError:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = {
        "cpu_s": usage.ru_utime + usage.ru_stime,
        "exit": done.returncode,
        "out": last_line(done.stdout),
        "error": last_line(done.stderr),
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
