/* Lines of text between two processes, over a socket that both hold an end of. */
#ifndef PAIRLANES_CHANNEL_H
#define PAIRLANES_CHANNEL_H

#include <stdbool.h>
#include <stddef.h>

/** An end of a socket, and what has come through it. */
struct channel {
    int socket;
    char *text; /* bytes that came: those from `taken` on are still to be read */
    size_t length, taken, room;
};

/** Opens a channel on a socket, which it closes at the end. */
void channel_open(struct channel *channel, int socket);

/** Sends a text without line breaks as a line, and waits until all of it is sent. False if the
 * other process has closed its end. */
bool channel_send(const struct channel *channel, const char *text);

/**
 * Reads what has come, and waits if that is nothing. False if the other process has closed its end,
 * or memory runs out: then nothing more comes.
 */
bool channel_receive(struct channel *channel);

/** Takes the next whole line of those that have come, without its end; NULL if there is none. It
 * holds until the next call of a function for the channel. */
const char *channel_line(struct channel *channel);

/** Closes the socket. A channel that is closed may be closed again. */
void channel_close(struct channel *channel);

#endif
