#include "harness/base/machine/processor_load.h"

#include "harness/base/clock.h"
#include "harness/base/machine/control_group.h"
#include "harness/base/machine/system_file.h"

#include <dirent.h>
#include <math.h>
#include <sys/resource.h>
#include <unistd.h>

/*
 * Shortest interval in seconds for a load. The kernel counts each CPU's time in ticks of 10 ms, so
 * in shorter intervals rounding dominates.
 */
static const double shortest = 0.2;

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

/* Fills in the CPU time that this process has used. */
static void take_own(struct processor_time *time)
{
    struct rusage self, children;
    time->own = time->waits = NAN;
    if (getrusage(RUSAGE_SELF, &self) != 0 || getrusage(RUSAGE_CHILDREN, &children) != 0)
        return;
    time->own = seconds_of(self.ru_utime) + seconds_of(self.ru_stime) +
                seconds_of(children.ru_utime) + seconds_of(children.ru_stime);
    time->waits = (double)self.ru_nvcsw;
}

/** Returns the seconds that threads of this process have waited for a CPU; NAN if unknown. */
static double delay_now(void)
{
    DIR *tasks = opendir("/proc/self/task");
    double sum = NAN;
    for (const struct dirent *task = NULL; tasks != NULL && (task = readdir(tasks)) != NULL;) {
        char path[sizeof "/proc/self/task//schedstat" + sizeof task->d_name];
        double delay;
        snprintf(path, sizeof path, "/proc/self/task/%s/schedstat", task->d_name);
        FILE *stream = system_file_open(path);
        if (stream == NULL)
            continue;
        if (fscanf(stream, "%*f %lf", &delay) == 1)
            sum = (isnan(sum) ? 0 : sum) + 1e-9 * delay;
        fclose(stream);
    }
    if (tasks != NULL)
        closedir(tasks);
    return sum;
}

struct processor_time processor_time_read(const char *path)
{
    const struct processor_share share = processor_share_now();
    struct processor_time time = {.wall = clock_seconds(),
                                  .busy = NAN,
                                  .stolen = NAN,
                                  .delayed = delay_now(),
                                  .periods = share.periods,
                                  .throttled = share.throttled};
    take_own(&time);
    double user, nice, system, idle, waiting, hard, soft, stolen;
    FILE *stream = system_file_open(path);
    if (stream == NULL)
        return time;
    if (fscanf(stream, "cpu %lf %lf %lf %lf %lf %lf %lf %lf", &user, &nice, &system, &idle,
               &waiting, &hard, &soft, &stolen) == 8) {
        double ticks = (double)sysconf(_SC_CLK_TCK);
        time.busy = (user + nice + system + hard + soft) / ticks;
        time.stolen = stolen / ticks;
    }
    fclose(stream);
    return time;
}

struct processor_time processor_time_now(void)
{
    return processor_time_read("/proc/stat");
}

struct processor_load processor_load_between(const struct processor_time *from,
                                             const struct processor_time *to)
{
    double wall = to->wall - from->wall;
    if (!(wall >= shortest))
        return (struct processor_load){NAN, NAN, NAN, NAN, NAN};
    double others = to->busy - from->busy - (to->own - from->own);
    return (struct processor_load){
        .others = isnan(others) ? NAN : fmax(others, 0) / wall,
        .stolen = (to->stolen - from->stolen) / wall,
        .waits = (to->waits - from->waits) / wall,
        /* the sum decreases when threads end, because their counts disappear */
        .delayed = to->delayed >= from->delayed ? (to->delayed - from->delayed) / wall : NAN,
        .throttled = to->periods > from->periods
                         ? (to->throttled - from->throttled) / (to->periods - from->periods)
                         : NAN,
    };
}
