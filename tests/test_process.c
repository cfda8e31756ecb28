/*
 * Tests running of programs: output, exit codes, number of simultaneous programs, and how they are
 * ended.
 */
#include "harness/base/clock.h"
#include "harness/base/process/interrupt.h"
#include "harness/base/process/process.h"
#include "tests/cmocka.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PROGRAMS = 6 };

struct reported {
    int status[PROGRAMS];
    char output[PROGRAMS][256];
    size_t length[PROGRAMS];
    int count;
};

static void note(void *context, int index, const struct process_end *end)
{
    struct reported *reported = context;
    reported->status[index] = end->status;
    reported->length[index] = strlen(end->output);
    snprintf(reported->output[index], sizeof reported->output[index], "%s", end->output);
    reported->count++;
}

static bool run(const struct process_command *commands, int count, int jobs,
                struct reported *reported, struct error *error)
{
    *reported = (struct reported){0};
    return process_run(commands, count, jobs, note, reported, error);
}

static bool has_children(void)
{
    return waitpid(-1, NULL, WNOHANG) >= 0 || errno != ECHILD;
}

TEST(statuses_and_both_streams_are_returned)
{
    static const char *const fine[] = {"sh", "-c", "echo out; echo err >&2", NULL};
    static const char *const bad[] = {"sh", "-c", "exit 7", NULL};
    static const char *const killed[] = {"sh", "-c", "kill -9 $$", NULL};
    static const char *const none[] = {"/nonexistent", NULL};
    static const char *const reads[] = {"cat", NULL};
    static const char *const where[] = {"pwd", NULL};
    const struct process_command commands[PROGRAMS] = {{.arguments = fine},   {.arguments = bad},
                                                       {.arguments = killed}, {.arguments = none},
                                                       {.arguments = reads},  {where, "/usr"}};
    struct reported reported;
    struct error error;
    for (int jobs = 1; jobs <= PROGRAMS; jobs += 2) {
        assert_true(run(commands, PROGRAMS, jobs, &reported, &error));
        assert_int_equal(reported.count, PROGRAMS);
        assert_int_equal(reported.status[0], 0);
        assert_string_equal(reported.output[0], "out\nerr\n");
        assert_int_equal(reported.status[1], 7);
        assert_int_equal(reported.status[2], 128 + SIGKILL);
        assert_int_equal(reported.status[3], 127);
        assert_non_null(strstr(reported.output[3], "/nonexistent cannot be started"));
        assert_int_equal(reported.status[4], 0);
        assert_string_equal(reported.output[4], "");
        assert_string_equal(reported.output[5], "/usr\n");
        assert_false(has_children());
    }
}

/* A program is not blocked if its output is longer than the part that is kept. */
TEST(long_output_is_cut)
{
    static const char *const writes[] = {"sh", "-c", "yes | head -c 1000000; exit 3", NULL};
    const struct process_command command = {.arguments = writes};
    struct reported reported;
    struct error error;
    assert_true(run(&command, 1, 1, &reported, &error));
    assert_int_equal(reported.status[0], 3);
    assert_int_equal(reported.length[0], PROCESS_OUTPUT);
}

/* The programs wait for each other if four jobs are allowed, so all have to run at a time. If
 * one job is allowed, each program has to run alone. */
TEST(as_many_programs_run_at_a_time_as_are_asked_for)
{
    static const char *const together[] = {
        "timeout",
        "60",
        "sh",
        "-c",
        "echo >>all; until [ $(wc -l <all) -eq 4 ]; do sleep 0.02; done",
        NULL};
    static const char *const alone[] = {"sh", "-c", "mkdir one && sleep 0.05 && rmdir one", NULL};
    char folder[] = "/tmp/pairlanes-test-XXXXXX", command[64];
    struct reported reported;
    struct error error;
    assert_non_null(mkdtemp(folder));
    for (int jobs = 1; jobs <= 4; jobs += 3) {
        const struct process_command program = {jobs == 1 ? alone : together, folder};
        const struct process_command commands[4] = {program, program, program, program};
        assert_true(run(commands, 4, jobs, &reported, &error));
        for (int k = 0; k < 4; k++)
            assert_int_equal(reported.status[k], 0);
    }
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

TEST(a_time_ends_all_and_is_taken_back)
{
    static const char *const waits[] = {"sleep", "60", NULL};
    static const char *const ends[] = {"true", NULL};
    const struct process_command sleeper = {waits, NULL}, brief = {ends, NULL};
    struct reported reported;
    struct error error;
    const volatile sig_atomic_t *asked = interrupt_watch();
    double start = clock_seconds();
    interrupt_after(0.2);
    assert_false(run(&sleeper, 1, 1, &reported, &error));
    assert_true(clock_seconds() - start > 0.15 && clock_seconds() - start < 30);
    assert_int_equal(*asked, INTERRUPT_TIME);
    assert_false(has_children());
    interrupt_after(0);
    assert_int_equal(*asked, 0);
    assert_true(run(&brief, 1, 1, &reported, &error));
    interrupt_leave();
}

TEST(the_shortest_time_is_kept)
{
    const volatile sig_atomic_t *asked = interrupt_watch();
    for (int k = 0; k < 1000; k++) {
        const double start = clock_seconds();
        interrupt_after(1e-6);
        while (*asked == 0 && clock_seconds() - start < 30) {
        }
        assert_int_equal(*asked, INTERRUPT_TIME);
    }
    interrupt_after(0);
    interrupt_leave();
}

static bool signal_comes; /* true if the signal has to arrive before the next timer is set */

/* Replaces the function of the C library, to send a signal at a chosen moment. */
int setitimer(__itimer_which_t which, const struct itimerval *restrict new,
              struct itimerval *restrict old)
{
    if (signal_comes)
        raise(SIGINT);
    return (int)syscall(SYS_setitimer, which, new, old);
}

/*
 * The grace period still applies after a signal during a time limit: a process that does not end is
 * killed.
 */
TEST(a_time_takes_no_grace_away)
{
    for (int seconds = 0; seconds <= 100; seconds += 100) {
        int status = 0;
        pid_t child = fork();
        if (child == 0) {
            close(STDERR_FILENO);
            interrupt_watch();
            signal_comes = true;
            interrupt_after(seconds);
            while (sleep(10) > 0) {
            }
            _exit(0);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT);
    }
}

TEST(programs_are_found_in_path)
{
    char path[4096], before[4096];
    snprintf(before, sizeof before, "%s", getenv("PATH"));
    assert_true(process_find("sh", path, sizeof path));
    assert_int_equal(path[0], '/');
    assert_true(process_find("/bin/sh", path, sizeof path));
    assert_string_equal(path, "/bin/sh");
    assert_false(process_find("no-such-program", path, sizeof path));
    assert_false(process_find("/nonexistent", path, sizeof path));
    assert_false(process_find("/tmp", path, sizeof path));
    assert_false(process_find("sh", path, 3));
    setenv("PATH", "", 1);
    assert_false(process_find("sh", path, sizeof path));
    setenv("PATH", "/nonexistent::/bin", 1);
    assert_true(process_find("sh", path, sizeof path));
    assert_string_equal(path, "/bin/sh");
    setenv("PATH", before, 1);
}

TEST(a_program_that_leaves_its_output_open_ends)
{
    static const char *const arguments[] = {"sh", "-c", "echo said; sleep 20 &", NULL};
    const struct process_command command = {arguments, NULL};
    struct reported reported;
    struct error error;
    const double started = clock_seconds();
    assert_true(run(&command, 1, 1, &reported, &error));
    assert_true(clock_seconds() - started < 10);
    assert_int_equal(reported.status[0], 0);
    assert_string_equal(reported.output[0], "said\n");
}

TEST(a_lack_of_the_machine_is_no_wrong_input)
{
    static const struct process_end lacks[] = {{1, "x.s: No space left on device\n"},
                                               {1, "ld: Too many open files"},
                                               {127, "cc cannot be started"},
                                               {128 + SIGKILL, ""}};
    static const struct process_end wrong[] = {
        {1, "error: expected ;"}, {0, ""}, {128 + SIGSEGV, ""}};
    for (size_t k = 0; k < sizeof lacks / sizeof *lacks; k++)
        assert_true(process_lacks_machine(&lacks[k]));
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        assert_false(process_lacks_machine(&wrong[k]));
}

/*
 * The child of the shell also has to end. It would keep the pipe open for a minute. This test is
 * last, because the signal is not reset.
 */
TEST(a_signal_ends_all_programs_and_is_reported)
{
    static const char *const waits[] = {"sh", "-c", "sleep 60; true", NULL};
    const struct process_command commands[3] = {{waits, NULL}, {waits, NULL}, {waits, NULL}};
    struct reported reported;
    struct error error;
    const volatile sig_atomic_t *asked = interrupt_watch();
    double start = clock_seconds();
    pid_t sender = fork();
    if (sender == 0) {
        usleep(300000);
        kill(getppid(), SIGINT);
        _exit(0);
    }
    assert_false(run(commands, 3, 2, &reported, &error));
    alarm(0);
    assert_true(clock_seconds() - start < 30);
    assert_string_equal(error.text, "interrupted");
    assert_int_equal(*asked, SIGINT);
    assert_int_equal(reported.count, 0);
    assert_int_equal(waitpid(sender, NULL, 0), sender);
    assert_false(has_children());
}

TESTS_MAIN(NULL, NULL)
