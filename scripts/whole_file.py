"""Writes files completely or not at all, one process at a time, as the program does."""
import contextlib
import errno
import fcntl
import os
import stat
import sys
import tempfile


@contextlib.contextmanager
def locked(path, wait):
    """Locks a file (harness/base/files/lock.h). If another process has the lock, waits if `wait` is true, and otherwise
    raises OSError."""
    lock = f"{path}.lock"
    while True:
        held = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o666)
        if not stat.S_ISREG(os.fstat(held).st_mode) or not b"process ".startswith(os.pread(held, 8, 0)):
            os.close(held)
            raise OSError(errno.EEXIST, f"{lock} exists and is not a lock; move it away")
        try:
            fcntl.flock(held, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError as error:
            os.close(held)
            raise OSError(error.errno, "another process writes it") from error
        with contextlib.suppress(FileNotFoundError):  # the process that held the lock may have removed it
            if os.path.samestat(os.fstat(held), os.stat(lock)):
                break
        os.close(held)
    try:
        yield
    finally:
        os.unlink(lock)
        os.close(held)


def exit_code(error):
    """Returns a script's exit code for an error. 3: the machine failed; 2: a file is missing or wrong."""
    missing = isinstance(error, (FileNotFoundError, IsADirectoryError, NotADirectoryError))
    return 3 if isinstance(error, OSError) and not missing else 2


def end(main):
    """Ends a script with the return value of main(). If a file could not be read or written, ends it with the exit
    code for that."""
    try:
        if sys.stdout is None:
            print(f"{os.path.basename(sys.argv[0])}: the standard output is closed", file=sys.stderr)
            sys.exit(3)
        code = main()
        sys.stdout.flush()
    except OSError as error:
        code = exit_code(error)
        print(f"{os.path.basename(sys.argv[0])}: {error.filename or 'the output'}: {error.strerror}", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # discards buffered output
    sys.exit(code)


def write(path, text):
    """Replaces the content of a file by a text. Ends the script with 3 and the reason if that fails."""
    change(path, lambda: text)


def append(path, key):
    """Appends lines of standard input, unless the file contains a line with the same key(line). Waits for other
    processes that write the file. Ends the script like write() if it fails."""
    def renewed():
        text = ""
        with contextlib.suppress(FileNotFoundError), open(path, encoding="utf-8") as file:
            text = file.read()
        had = {key(line) for line in text.split("\n") if line}
        return text + "".join(line for line in sys.stdin if key(line) not in had)

    change(path, renewed, wait=True)


def change(path, renewed, wait=False):
    """Replaces the content of a file by the result of renewed(); no other process writes the file meanwhile. Ends the
    script like write() if it fails."""
    target = os.path.realpath(path)
    folder, name = os.path.split(target)
    made = None
    try:
        with locked(target, wait):
            text = renewed()
            with tempfile.NamedTemporaryFile("w", dir=folder, prefix=f".{name}.", delete=False,
                                             encoding="utf-8") as file:
                made = file.name
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            mode = os.stat(path).st_mode & 0o777 if os.path.exists(path) else 0o644
            os.chmod(made, mode)
            os.replace(made, target)
    except OSError as error:
        if made is not None:
            with contextlib.suppress(OSError):
                os.unlink(made)
        print(f"{path} cannot be written: {error.strerror}", file=sys.stderr)
        sys.exit(3)
