/*
 * CUDA graphs of captured calls: launches that the device executes one after another without the
 * host.
 */
#pragma once

#include "harness/base/error.h"

#include <cuda.h>
#include <stdint.h>

/** A graph of several calls. Zeroed: none. */
struct cuda_graph {
    CUgraphExec graph; /* the graph; NULL: not captured yet */
    int64_t calls;
};

/** Enqueues call number `index`, from 0, on the stream that is being captured. */
typedef bool cuda_call(void *context, int64_t index, struct error *error);

/**
 * Captures `calls` calls, if the graph does not have this number of calls already. EXIT_ENVIRONMENT
 * if that fails.
 */
bool cuda_graph_capture(struct cuda_graph *graph, CUstream stream, cuda_call *call, void *context,
                        int64_t calls, struct error *error);

/** Enqueues the graph. */
bool cuda_graph_launch(const struct cuda_graph *graph, CUstream stream, struct error *error);

/** Frees the captured calls. */
void cuda_graph_free(struct cuda_graph *graph);
