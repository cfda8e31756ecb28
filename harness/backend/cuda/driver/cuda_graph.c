#include "harness/backend/cuda/driver/cuda_graph.h"

#include "harness/backend/cuda/driver/cuda_library.h"

bool cuda_graph_capture(struct cuda_graph *graph, CUstream stream, cuda_call *call, void *context,
                        int64_t calls, struct error *error)
{
    CUgraph captured = NULL;
    if (graph->calls == calls)
        return true;
    cuda_graph_free(graph);
    if (!cuda_check(cu.cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL),
                    "capturing calls", error))
        return false;
    bool enqueued = true;
    for (int64_t k = 0; k < calls && enqueued; k++)
        enqueued = call(context, k, error);
    CUresult ended = cu.cuStreamEndCapture(stream, &captured);
    bool fine =
        enqueued && cuda_check(ended, "capturing calls", error) &&
        cuda_check(cu.cuGraphInstantiate(&graph->graph, captured, 0), "making a graph of calls",
                   error) &&
        cuda_check(cu.cuGraphUpload(graph->graph, stream), "uploading a graph of calls", error);
    if (captured != NULL)
        cu.cuGraphDestroy(captured);
    if (fine)
        graph->calls = calls;
    return fine;
}

bool cuda_graph_launch(const struct cuda_graph *graph, CUstream stream, struct error *error)
{
    return cuda_check(cu.cuGraphLaunch(graph->graph, stream), "launching calls", error);
}

void cuda_graph_free(struct cuda_graph *graph)
{
    if (graph->graph != NULL)
        cu.cuGraphExecDestroy(graph->graph);
    *graph = (struct cuda_graph){0};
}
