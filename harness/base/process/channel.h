/* Lines of text between two processes, over a socket that both hold an end of. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/** An end of a socket, and the bytes that have arrived. */
struct channel {
    int socket;
    char *text; /* bytes that have arrived; those from `taken` on are unread */
    size_t length, taken, room;
};

/** Opens a channel on a socket, which it closes at the end. */
void channel_open(struct channel *channel, int socket);

/** Sends a text without line breaks as a line, and waits until all of it is sent. False if the
 * other process has closed its end. */
bool channel_send(const struct channel *channel, const char *text);

/**
 * Reads the bytes that have arrived, and waits if there are none. False if the other process has
 * closed its end, or memory runs out: then nothing more comes.
 */
bool channel_receive(struct channel *channel);

/**
 * Takes the next whole line, without its end; NULL if there is none. It is valid until the next
 * call of a function for the channel.
 */
const char *channel_line(struct channel *channel);

/** Closes the socket. A channel that is closed may be closed again. */
void channel_close(struct channel *channel);
