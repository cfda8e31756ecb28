#include "harness/base/process/channel.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { AT_ONCE = 64 << 10 };

void channel_open(struct channel *channel, int socket)
{
    *channel = (struct channel){.socket = socket};
}

static bool send_all(int socket, const char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t sent = send(socket, bytes, count, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0)
            return false;
        bytes += sent;
        count -= (size_t)sent;
    }
    return true;
}

bool channel_send(const struct channel *channel, const char *text)
{
    return send_all(channel->socket, text, strlen(text)) && send_all(channel->socket, "\n", 1);
}

/* Makes space in the buffer for more bytes, by dropping the bytes that were read. */
static bool make_room(struct channel *channel)
{
    channel->length -= channel->taken;
    if (channel->length > 0)
        memmove(channel->text, channel->text + channel->taken, channel->length);
    channel->taken = 0;
    if (channel->room - channel->length >= AT_ONCE)
        return true;
    size_t room = 2 * channel->room + AT_ONCE;
    char *text = realloc(channel->text, room);
    if (text == NULL)
        return false;
    channel->text = text;
    channel->room = room;
    return true;
}

bool channel_receive(struct channel *channel)
{
    if (!make_room(channel))
        return false;
    for (;;) {
        ssize_t got = recv(channel->socket, channel->text + channel->length,
                           channel->room - channel->length, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got > 0)
            channel->length += (size_t)got;
        return got > 0;
    }
}

const char *channel_line(struct channel *channel)
{
    size_t left = channel->length - channel->taken;
    char *line = left > 0 ? channel->text + channel->taken : NULL;
    char *end = line != NULL ? memchr(line, '\n', left) : NULL;
    if (end == NULL)
        return NULL;
    *end = '\0';
    channel->taken += (size_t)(end - line) + 1;
    return line;
}

void channel_close(struct channel *channel)
{
    if (channel->socket >= 0)
        close(channel->socket);
    free(channel->text);
    *channel = (struct channel){.socket = -1};
}
