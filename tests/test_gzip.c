/*
 * Tests that compressed files are read completely or cause an error, and that their size is
 * limited.
 */
#include "harness/base/error.h"
#include "harness/base/files/gzip.h"
#include "tests/cmocka.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PART = 64 << 20, ROOM = 1 << 16 };

static const int64_t bound = 4LL << 30, repeated_bound = 256 << 20;

/* Appends `size` spaces and a line break to a file, compressed. */
static void add_part(FILE *file, size_t size)
{
    FILE *stream = gzip_writing(file);
    assert_non_null(stream);
    assert_true(fprintf(stream, "%*s\n", (int)size, "") > 0);
    assert_int_equal(fclose(stream), 0);
}

/* Appends `size` spaces with a number in every 1000 characters, which compress less well. */
static void add_numbers(FILE *file, size_t size)
{
    FILE *stream = gzip_writing(file);
    assert_non_null(stream);
    for (size_t at = 0; at < size; at += 1000)
        assert_true(fprintf(stream, "%999zu\n", at * 7919 % 9999991) == 1000);
    assert_int_equal(fclose(stream), 0);
}

/*
 * Returns the number of bytes of uncompressed text; sets `reason` to the error number of the
 * reading, or 0.
 */
static int64_t text_of(FILE *file, int *reason)
{
    static char block[ROOM];
    int64_t size = 0;
    size_t got;
    rewind(file);
    FILE *stream = gzip_reading(file);
    assert_non_null(stream);
    errno = 0;
    while ((got = fread(block, 1, sizeof block, stream)) > 0)
        size += (int64_t)got;
    *reason = ferror(stream) ? errno : 0;
    fclose(stream);
    return size;
}

TEST(every_part_is_read)
{
    int reason;
    FILE *file = tmpfile();
    assert_non_null(file);
    for (int k = 0; k < 3; k++)
        add_part(file, 100000);
    assert_int_equal(text_of(file, &reason), 300003);
    assert_int_equal(reason, 0);
}

TEST(a_damaged_head_of_a_later_part_is_refused)
{
    /* changes the bytes of the header that identify the compression */
    for (int byte = 0; byte < 3; byte++) {
        int reason;
        FILE *file = tmpfile();
        assert_non_null(file);
        add_part(file, 100);
        const long begin = ftell(file);
        add_part(file, 100);
        fseek(file, begin + byte, SEEK_SET);
        const int old = fgetc(file);
        fseek(file, begin + byte, SEEK_SET);
        fputc(old ^ 0x40, file);
        text_of(file, &reason);
        assert_int_equal(reason, EBADMSG);
    }
}

TEST(text_after_the_compressed_data_is_refused)
{
    int reason;
    FILE *file = tmpfile();
    assert_non_null(file);
    add_part(file, 100);
    fputs("more", file);
    text_of(file, &reason);
    assert_int_equal(reason, EBADMSG);
}

/*
 * Appends a part repeatedly until the text is longer than `size` bytes; the part is compressed only
 * once.
 */
static void add_parts_beyond(FILE *file, void (*add)(FILE *file, size_t size), int64_t size)
{
    add(file, PART);
    const size_t bytes = (size_t)ftell(file);
    char *part = malloc(bytes);
    assert_non_null(part);
    rewind(file);
    assert_int_equal(fread(part, 1, bytes, file), bytes);
    fseek(file, 0, SEEK_END);
    for (int64_t all = PART; all <= size; all += PART)
        assert_int_equal(fwrite(part, 1, bytes, file), bytes);
    free(part);
}

LONG_TEST(text_ends_at_the_bound)
{
    int reason;
    FILE *file = tmpfile();
    assert_non_null(file);
    add_parts_beyond(file, add_numbers, bound);
    const int64_t size = text_of(file, &reason);
    assert_true(size > repeated_bound && size <= bound);
    assert_int_equal(reason, EFBIG);
}

TEST(repeated_text_ends_at_a_lower_bound)
{
    int reason;
    struct error error;
    FILE *file = tmpfile();
    assert_non_null(file);
    add_parts_beyond(file, add_part, repeated_bound);
    assert_true(text_of(file, &reason) <= repeated_bound);
    assert_int_equal(reason, EFBIG);
    errno = reason;
    error_unreadable(&error, "r.json.gz");
    assert_int_equal(error.code, EXIT_USAGE);
    assert_string_equal(error.text, "r.json.gz: cannot be read: its text is over 4 GiB when "
                                    "unpacked, or over 256 MiB and 200 times its size");
}

LONG_TEST(a_pipe_of_plain_text_has_no_bound)
{
    int reason;
    int64_t size = 0;
    static char block[ROOM];
    size_t got;
    FILE *pipe = popen("head -c 4295000000 /dev/zero", "r");
    assert_non_null(pipe);
    FILE *stream = gzip_reading(fdopen(dup(fileno(pipe)), "r")); /* fclose waits for gzip's
                                                                  * process */
    assert_non_null(stream);
    while ((got = fread(block, 1, sizeof block, stream)) > 0)
        size += (int64_t)got;
    reason = ferror(stream);
    fclose(stream);
    pclose(pipe);
    assert_int_equal(reason, 0);
    assert_int_equal(size, 4295000000);
}

TESTS_MAIN(NULL, NULL)
