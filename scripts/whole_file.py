"""Files that are whole or as they were, as the program writes them."""
import contextlib
import os
import sys
import tempfile


def write(path, text):
    """Puts a text in the place of a file's. Ends the script with 3 and the reason where that fails."""
    folder, name = os.path.split(os.path.realpath(path))
    made = None
    try:
        with tempfile.NamedTemporaryFile("w", dir=folder, prefix=f".{name}.", delete=False, encoding="utf-8") as file:
            made = file.name
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        mode = os.stat(path).st_mode & 0o777 if os.path.exists(path) else 0o644
        os.chmod(made, mode)
        os.replace(made, path)
    except OSError as error:
        if made is not None:
            with contextlib.suppress(OSError):
                os.unlink(made)
        print(f"{path} cannot be written: {error.strerror}", file=sys.stderr)
        sys.exit(3)
