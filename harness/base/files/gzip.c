#include "harness/base/files/gzip.h"

#include "harness/base/text.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ZLIB_CONST
#include <zlib.h>

enum { GZIP_WINDOW = 16 + MAX_WBITS }; /* window; 16 selects gzip's header */

static const char ending[] = ".gz";
/*
 * Largest number of bytes of text. For a text with more than `ratio` times the bytes of the
 * compressed file, the limit is most_repeated, because no list of particles compresses so well.
 */
static const int64_t most = 4LL << 30, most_repeated = 256 << 20, ratio = 200;

bool gzip_is_name(const char *path)
{
    return text_has_suffix(path, ending);
}

bool gzip_has_suffix(const char *name, const char *suffix)
{
    char both[64];
    snprintf(both, sizeof both, "%s%s", suffix, ending);
    return text_has_suffix(name, suffix) || text_has_suffix(name, both);
}

int gzip_stem(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    size_t length = strlen(name) - (gzip_is_name(name) ? strlen(ending) : 0);
    size_t stem = length;
    while (stem > 0 && name[stem - 1] != '.')
        stem--;
    return (int)((size_t)(name - path) + (stem > 1 ? stem - 1 : length));
}

/* --- reading --- */

struct reader {
    FILE *file;
    z_stream stream;
    int64_t taken, read; /* compressed bytes read and text bytes returned so far */
    bool packed;         /* false: the file is not compressed and is returned unchanged */
    bool ended;          /* true if a compressed part has ended; another part may follow */
    unsigned char block[1 << 14];
};

/* Whether there are bytes to decompress; reads more from the file if all have been used. */
static bool has_bytes(struct reader *reader)
{
    z_stream *stream = &reader->stream;
    if (stream->avail_in == 0) {
        stream->next_in = reader->block;
        stream->avail_in = (unsigned)fread(reader->block, 1, sizeof reader->block, reader->file);
        reader->taken += stream->avail_in;
    }
    return stream->avail_in > 0;
}

static bool begins_compressed(const unsigned char *bytes, size_t size)
{
    return size >= 2 && bytes[0] == 0x1f && bytes[1] == 0x8b;
}

static ssize_t copy_bytes(struct reader *reader, char *bytes, size_t size)
{
    if (!has_bytes(reader))
        return ferror(reader->file) ? -1 : 0;
    z_stream *stream = &reader->stream;
    const unsigned part = size < stream->avail_in ? (unsigned)size : stream->avail_in;
    memcpy(bytes, stream->next_in, part);
    stream->next_in += part;
    stream->avail_in -= part;
    return part;
}

/*
 * Decompresses a sequence of compressed parts. Anything else after a part is an error, because it
 * may be a damaged part.
 */
static ssize_t expand(struct reader *reader, char *bytes, size_t size)
{
    z_stream *stream = &reader->stream;
    const unsigned room = size < INT32_MAX ? (unsigned)size : INT32_MAX;
    int state = Z_OK;
    stream->next_out = (unsigned char *)bytes;
    stream->avail_out = room;
    while (stream->avail_out == room && state >= Z_OK && has_bytes(reader)) {
        if (reader->ended)
            inflateReset(stream);
        state = inflate(stream, Z_NO_FLUSH);
        reader->ended = state == Z_STREAM_END;
    }
    if (stream->avail_out < room)
        return room - stream->avail_out;
    if (state >= Z_OK && ferror(reader->file))
        return -1; /* errno has the reason */
    if (state >= Z_OK && reader->ended)
        return 0;
    errno = state == Z_MEM_ERROR ? ENOMEM : EBADMSG;
    return -1;
}

static ssize_t read_text(void *cookie, char *bytes, size_t size)
{
    struct reader *reader = cookie;
    if (!reader->packed)
        return copy_bytes(reader, bytes, size);
    const ssize_t got = expand(reader, bytes, size);
    reader->read += got > 0 ? got : 0;
    if (reader->read <= most_repeated ||
        (reader->read <= most && reader->read / ratio <= reader->taken))
        return got;
    errno = EFBIG;
    return -1;
}

static int close_reader(void *cookie)
{
    struct reader *reader = cookie;
    inflateEnd(&reader->stream);
    fclose(reader->file);
    free(reader);
    return 0;
}

/*
 * Whether a file begins like a compressed one. Also true if the beginning cannot be checked in
 * advance, because the stream is in memory or can be read only once.
 */
static bool may_be_compressed(FILE *file)
{
    unsigned char first[2];
    const ssize_t got = pread(fileno(file), first, sizeof first, 0);
    return got < 0 ? errno == ESPIPE || errno == EBADF : begins_compressed(first, (size_t)got);
}

FILE *gzip_reading(FILE *file)
{
    static const cookie_io_functions_t functions = {.read = read_text, .close = close_reader};
    if (!may_be_compressed(file))
        return file;
    struct reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL || inflateInit2(&reader->stream, GZIP_WINDOW) != Z_OK) {
        free(reader);
        fclose(file);
        errno = ENOMEM;
        return NULL;
    }
    reader->file = file;
    reader->packed = has_bytes(reader) && begins_compressed(reader->block, reader->stream.avail_in);
    FILE *stream = fopencookie(reader, "r", functions);
    if (stream == NULL)
        close_reader(reader);
    return stream;
}

/* --- writing --- */

struct writer {
    z_stream stream;
    FILE *to;
    unsigned char block[1 << 14];
};

/* Writes the compressed output for the bytes so far, or for all bytes with Z_FINISH. */
static bool put_out(struct writer *writer, int flush)
{
    z_stream *stream = &writer->stream;
    do {
        stream->next_out = writer->block;
        stream->avail_out = sizeof writer->block;
        if (deflate(stream, flush) == Z_STREAM_ERROR)
            return false;
        const size_t size = sizeof writer->block - stream->avail_out;
        if (fwrite(writer->block, 1, size, writer->to) != size)
            return false;
    } while (stream->avail_out == 0);
    return true;
}

static ssize_t write_compressed(void *cookie, const char *bytes, size_t size)
{
    struct writer *writer = cookie;
    const size_t part = size < UINT32_MAX ? size : UINT32_MAX;
    writer->stream.next_in = (const unsigned char *)bytes;
    writer->stream.avail_in = (unsigned)part;
    return put_out(writer, Z_NO_FLUSH) ? (ssize_t)part : 0;
}

static int close_writer(void *cookie)
{
    struct writer *writer = cookie;
    writer->stream.avail_in = 0;
    const bool good = put_out(writer, Z_FINISH) && fflush(writer->to) == 0;
    deflateEnd(&writer->stream);
    free(writer);
    return good ? 0 : -1;
}

FILE *gzip_writing(FILE *to)
{
    static const cookie_io_functions_t functions = {.write = write_compressed,
                                                    .close = close_writer};
    struct writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL)
        return NULL;
    writer->to = to;
    if (deflateInit2(&writer->stream, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, MAX_MEM_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
        free(writer);
        return NULL;
    }
    FILE *stream = fopencookie(writer, "w", functions);
    if (stream == NULL) {
        deflateEnd(&writer->stream);
        free(writer);
    }
    return stream;
}
