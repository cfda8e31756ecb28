/* Sends lines of text between two processes, over a pair of connected sockets. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/** One end of the connection, with the bytes that have arrived. */
struct channel {
    int socket;
    char *text; /* bytes that have arrived; bytes with index `taken` or higher are unread */
    size_t length, taken, room;
};

/** Opens a channel on a socket; channel_close closes the socket. */
void channel_open(struct channel *channel, int socket);

/**
 * Sends a text without line breaks as a line, and waits until it is sent completely. False if the
 * other process has closed its end.
 */
bool channel_send(const struct channel *channel, const char *text);

/**
 * Reads the bytes that have arrived, and waits if there are none. False if the other process has
 * closed its end or memory runs out; nothing more will arrive then.
 */
bool channel_receive(struct channel *channel);

/**
 * Takes the next complete line, without its line break; NULL if there is none. It is valid until
 * the next call with this channel.
 */
const char *channel_line(struct channel *channel);

/** Closes the socket. A channel may be closed twice. */
void channel_close(struct channel *channel);
