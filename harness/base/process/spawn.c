#include "harness/base/process/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <unistd.h>

static bool add_file(posix_spawn_file_actions_t *actions, const struct spawn_file *file)
{
    if (file->from != SPAWN_NOTHING)
        return posix_spawn_file_actions_adddup2(actions, file->from, file->to) == 0;
    return posix_spawn_file_actions_addopen(actions, file->to, "/dev/null",
                                            file->to == STDIN_FILENO ? O_RDONLY : O_WRONLY, 0) == 0;
}

int spawn_program(const char *program, const char *const *arguments, const char *directory,
                  const struct spawn_file *files, int count, pid_t *id)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t signals;
    int bad = posix_spawn_file_actions_init(&actions);
    if (bad != 0)
        return bad;
    bad = posix_spawnattr_init(&attributes);
    if (bad != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return bad;
    }
    sigemptyset(&signals);
    bool set =
        posix_spawnattr_setsigmask(&attributes, &signals) == 0 &&
        posix_spawnattr_setpgroup(&attributes, 0) == 0 &&
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK) ==
            0 &&
        (directory == NULL || posix_spawn_file_actions_addchdir_np(&actions, directory) == 0);
    for (int k = 0; set && k < count; k++)
        set = add_file(&actions, &files[k]);
    bad = set ? posix_spawnp(id, program, &actions, &attributes, (char *const *)arguments, environ)
              : ENOMEM;
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return bad;
}
