/*
 * Interface of readers of configuration files, and functions that all readers share. Each reader is
 * a file reader_<format>.c.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/base/files/text_file.h"
#include "harness/particles/system.h"
#include "harness/particles/system_spec.h"

struct reader {
    const char *name;
    const char *summary;
    const char *const *suffixes; /* file name suffixes of this format, then NULL */

    /** Whether a file looks like this format. The file has no current line when this is called. */
    bool (*recognises)(struct text_file *file);

    /**
     * Reads the file of `spec` from its start, with the options of `spec`. Allocates the system.
     * Positions are finite, not yet wrapped. EXIT_USAGE if anything is wrong; the message has the
     * file, the line and what was expected.
     */
    bool (*read)(struct text_file *file, const struct system_spec *spec, struct system *system,
                 struct error *error);

    /**
     * Moves to configuration `frame`, from 1, so that `read` reads it instead of the first. NULL:
     * files of the format have only one. EXIT_USAGE if the file has fewer.
     */
    bool (*seek)(struct text_file *file, int64_t frame, struct error *error);

    /**
     * Reads types and bonded terms from a separate file, the topology. NULL: the format has none.
     * Fails like `read`.
     */
    bool (*read_topology)(struct text_file *file, struct system *system, struct error *error);

    bool styles; /* true if the user may have to name the columns of a line (system_spec.style) */
};

/**
 * Whether an off-diagonal element of a box exceeds the rounding limit, 1e-10 of the shortest edge.
 */
bool reader_is_skew(double off, const double box[3]);

/**
 * Fails with EXIT_USAGE if a count of lines is larger than the file allows. Must be called before
 * memory is allocated for the lines.
 */
bool reader_holds(const struct text_file *file, int64_t count, const char *what,
                  struct error *error);

/**
 * Allocates a system for the particle count on a file's current line. The count must be at least
 * two, and no larger than the file allows. The system's box and its notes on the file stay.
 */
bool reader_allocate(const struct text_file *file, int64_t n, struct system *system,
                     struct error *error);

/** Makes the line of particle i current; EXIT_USAGE if the file ends before it. */
bool reader_next(struct text_file *file, int64_t i, const struct system *system,
                 struct error *error);

/** Refuses a file that continues after its last particle. */
bool reader_end(struct text_file *file, const struct system *system, struct error *error);

/** Reads x, y, z of particle i at the cursor of the file's current line. */
bool reader_position(const struct text_file *file, const char *cursor, int64_t i,
                     struct system *system, struct error *error);

/**
 * Sets the type of particle i from a number in the file, which counts types from `first`.
 * EXIT_USAGE if the model lacks the type; model NULL: not known.
 */
bool reader_type(const struct text_file *file, int64_t number, int64_t first, int64_t i,
                 const struct model *model, struct system *system, struct error *error);

/**
 * Sets the charge of particle i in elementary charges, in a system with charges. EXIT_USAGE if it
 * is too large or NAN.
 */
bool reader_charge(const struct text_file *file, double charge, int64_t i, struct system *system,
                   struct error *error);

/**
 * Notes that a charge, in elementary charges, is rounded if it has more digits than systems store.
 */
void reader_note_rounded_charge(double charge, struct system *system);

/** Removes the charges of a system if all are 0. */
void reader_drop_zero_charges(struct system *system);

/**
 * Removes the types of a system if every particle has the first and the model (NULL: unknown) has
 * no others. LAMMPS files always have types.
 */
void reader_drop_single_type(const struct model *model, struct system *system);

enum { READER_UNUSED = 160 }; /* characters of unused column names */

/**
 * Adds the name of an unread column to `unused`. Leaves out columns that follow from others, such
 * as forces. EXIT_USAGE if a column under an unknown name has charges, because these would change
 * forces.
 */
bool reader_pass_column(const struct text_file *file, const char *name, char unused[READER_UNUSED],
                        struct error *error);

/**
 * Notes that the columns `unused` of a system's file are not used. Does nothing if `unused` is
 * empty.
 */
void reader_state_unused(const char *unused, struct system *system);

/** Notes in the system that the first of several frames was read. */
void reader_state_frames(struct system *system);

/** If the units of a file are not the model's, notes this in the system; model NULL: unknown. */
void reader_state_units(const struct text_file *file, const char *units, const struct model *model,
                        struct system *system);

/** Sets EXIT_USAGE for a frame after the last of the `frames` of a file; returns false. */
bool reader_refuse_frame(const struct text_file *file, int64_t frames, int64_t frame,
                         struct error *error);

/**
 * Sets the orientation of particle i. Its length has to be 1 within 1e-3. It is normalized unless
 * its length differs from 1 only by rounding to single precision. An orientation that this program
 * has written is therefore read back bit by bit.
 */
bool reader_orientation(const struct text_file *file, const double quaternion[4], int64_t i,
                        struct system *system, struct error *error);
