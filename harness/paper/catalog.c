#include "harness/paper/catalog.h"

#include "harness/base/files/data.h"
#include "harness/base/memory.h"
#include "harness/base/suggest.h"
#include "harness/base/words.h"
#include "harness/json/json_file.h"
#include "harness/json/json_get.h"

#include <stdlib.h>
#include <string.h>

static void read_paper(const cJSON *object, struct paper *paper)
{
    const cJSON *items = json_get(object, "items");
    const cJSON *one = NULL;
    *paper = (struct paper){
        .name = json_text(object, "name"),
        .cited = json_text(object, "cited"),
    };
    paper->item = memory_new(cJSON_GetArraySize(items), sizeof *paper->item, "papers");
    cJSON_ArrayForEach (one, items) {
        paper->item[paper->items++] = (struct paper_item){
            .name = json_text(one, "item"),
            .config = json_text(one, "config"),
            .figures = json_get(one, "figures"),
            .quick = json_get(one, "quick"),
        };
    }
}

bool papers_read(struct papers *papers, struct error *error)
{
    char path[PATH_MAX];
    *papers = (struct papers){0};
    if (!data_path("results/papers.json", path, error))
        return false;
    papers->document = json_file_read(path, error);
    if (papers->document == NULL)
        return false;
    const cJSON *list = json_get(papers->document, "papers");
    const cJSON *object = NULL;
    papers->quick = json_get(papers->document, "quick");
    papers->paper = memory_new(cJSON_GetArraySize(list), sizeof *papers->paper, "papers");
    cJSON_ArrayForEach (object, list) {
        read_paper(object, &papers->paper[papers->count++]);
    }
    return true;
}

const struct paper *papers_find(const struct papers *papers, const char *name, struct error *error)
{
    const struct paper *found = NULL;
    struct words names = {0};
    int begin_so = 0;
    for (int k = 0; k < papers->count; k++) {
        const struct paper *paper = &papers->paper[k];
        words_add(&names, "%s", paper->name);
        if (strncmp(paper->name, name, strlen(name)) != 0 || name[0] == '\0')
            continue;
        found = paper;
        begin_so++;
    }
    if (begin_so != 1)
        suggest_error(error, "paper", name, (const char *const *)names.word);
    words_free(&names);
    return begin_so == 1 ? found : NULL;
}

void papers_free(struct papers *papers)
{
    for (int k = 0; k < papers->count; k++)
        free(papers->paper[k].item);
    free(papers->paper);
    cJSON_Delete(papers->document);
    *papers = (struct papers){0};
}
