/*
 * Tests configs: messages about invalid ones, presets that they include, and the resulting cases.
 */
#include "harness/config/cases.h"
#include "harness/config/config.h"
#include "harness/json/json_locate.h"
#include "tests/near.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct settings settings_of(const char *const *list)
{
    struct settings settings = {0};
    for (; list != NULL && *list != NULL; list++)
        settings_add(&settings, NULL, *list);
    return settings;
}

static void refused(const char *text, const char *const *settings, const char *expected)
{
    struct config config;
    struct error error;
    struct settings assigned = settings_of(settings);
    bool good = config_parse(text, "some/file.json", &assigned, &config, &error);
    settings_free(&assigned);
    if (good)
        fail_msg("accepted: %s", text);
    assert_int_equal(error.code, EXIT_USAGE);
    if (strstr(error.text, expected) == NULL)
        fail_msg("expected \"%s\" in \"%s\"", expected, error.text);
}

static void expand(const char *text, const char *const *settings, struct cases *cases)
{
    struct config config;
    struct error error;
    struct settings assigned = settings_of(settings);
    assert_good(config_parse(text, "file.json", &assigned, &config, &error) &&
                cases_expand(&config, cases, &error));
    config_free(&config);
    settings_free(&assigned);
}

static bool has(const struct cases *cases, const char *id)
{
    for (int64_t k = 0; k < cases->count; k++)
        if (strcmp(cases->spec[k].id, id) == 0)
            return true;
    return false;
}

TEST(places_are_found)
{
    const char *text = "{\n  \"a\": [1, {\"b\\\"]\": \"x, {\", \"c\": [true]}],\n"
                       "  \"µµ\": 2, \"d\" : -1e3\n}";
    cJSON *root = cJSON_Parse(text);
    struct json_place place;
    const cJSON *a = cJSON_GetObjectItem(root, "a");
    const cJSON *inner = cJSON_GetArrayItem(a, 1);

    assert_true(json_locate(text, root, root, &place));
    assert_string_equal(place.path, "");
    assert_int_equal(place.line, 1);
    assert_true(json_locate(text, root, inner, &place));
    assert_string_equal(place.path, "a[1]");
    assert_int_equal(place.line, 2);
    assert_int_equal(place.column, 12);
    assert_true(json_locate(text, root, cJSON_GetObjectItem(inner, "c")->child, &place));
    assert_string_equal(place.path, "a[1].c[0]");
    assert_int_equal(place.column, 35);
    assert_true(json_locate(text, root, cJSON_GetObjectItem(root, "d"), &place));
    assert_int_equal(place.line, 3);
    assert_int_equal(place.key_column, 12);
    assert_int_equal(place.column, 18);
    cJSON *stranger = cJSON_CreateNull();
    assert_false(json_locate(text, root, stranger, &place));
    cJSON_Delete(stranger);
    cJSON_Delete(root);
}

TEST(wrong_configs_are_refused)
{
    refused("{\n  \"strategi\": \"team\"\n}", NULL,
            "some/file.json:2:3: strategi: unknown key; expected one of");
    refused("{\"strategi\": \"team\"}", NULL, "did you mean \"strategy\"?");
    refused("{\"strategy\": [\"vertex\", \"tem\"]}", NULL,
            "some/file.json:1:25: strategy[1]: expected one of serial, vertex");
    refused("{\"strategy\": [\"vertex\", \"tem\"]}", NULL, "found \"tem\"; did you mean \"team\"?");
    refused("{\"strategy\": []}", NULL, "strategy: expected a value or a list with one value");
    refused("{\"skin\": 1, \"skin\": 2}", NULL, "1:13: skin: the same key twice");
    refused("{\"skin\": -1}", NULL, "1:10: skin: expected a number from 0 to 1000, found -1");
    refused("{\"system\": {\"n\": [10, \"many\"]}}", NULL,
            "1:23: system.n[1]: expected an integer from 1 to 2000000000, found \"many\"");
    refused("{\"system\": {\"n\": 10.5}}", NULL, "found 10.5");
    refused("{\"system\": {\"n\": 0}}", NULL, "found 0");
    refused("{\"system\": 3}", NULL, "system: expected an object {…}, found 3");
    refused("{\"system\": {\"densitty\": 1}}", NULL, "did you mean \"density\"?");
    refused("{\"system\": {\"file\": \"a.xyz\", \"n\": 3}}", NULL,
            "1:30: system.n: a system is read from a file or built, not both");
    refused("{\"system\": {\"file\": \"nowhere.xyz\"}}", NULL,
            "1:21: system.file: expected a file that can be read, relative to some or the "
            "working directory; found no \"nowhere.xyz\"");
    refused("{\"system\": {\"format\": \"nist\"}}", NULL,
            "system.format: a format belongs to a file");
    refused("{\"system\": {\"topology\": \"a.top\"}}", NULL,
            "system.topology: a topology belongs to a file");
    refused("{\"system\": {\"style\": \"full\"}}", NULL,
            "system.style: an atom style belongs to a file");
    refused("{\"system\": {\"frame\": 2}}", NULL, "system.frame: a frame belongs to a file");
    refused("{\"system\": {\"file\": \"README.md\", \"frame\": 0}}", NULL, "found 0");
    refused("{\"system\": {\"file\": \"README.md\", \"topology\": \"nowhere.top\"}}", NULL,
            "system.topology: expected a file that can be read");
    refused("{\"tuning\": {\"team\": {\"lanes\": 3}}}", NULL,
            "tuning.team.lanes: expected a power of two from 2 to 32, found 3");
    refused("{\"tuning\": {\"team\": {\"lane\": 4}}}", NULL, "did you mean \"lanes\"?");
    refused("{\"tuning\": {\"serial\": {\"lanes\": 4}}}", NULL, "has no tuning values");
    refused("{\"tuning\": {\"edge\": {\"fused\": 1}}}", NULL,
            "tuning.edge.fused: no thread of this strategy has the whole force");
    refused("{\"parameters\": {\"cutof\": 4}}", NULL, "did you mean \"cutoff\"?");
    refused("{\"parameters\": {\"cutoff\": -4}}", NULL,
            "parameters.cutoff: expected a number from");
    refused("{\"parameters\": {\"shift\": \"energi\"}}", NULL, "did you mean \"energy\"?");
    refused("{\"parameters\": {\"shift\": 1}}", NULL,
            "expected one of none, energy, force, found 1");
    refused("{\"sampling\": {\"min_samples\": 2}}", NULL,
            "sampling.min_samples: expected an integer");
    refused("{\"sweeps\": [{\"n\": 3}]}", NULL, "1:14: sweeps[0].n: unknown key");
    refused("{\"sweeps\": []}", NULL, "sweeps: expected a list of sweeps");
    refused("{\"sweeps\": [4]}", NULL, "sweeps[0]: expected an object");
    refused("[]", NULL, "some/file.json:1:1: the top level: expected an object");
}

TEST(broken_json_is_placed)
{
    refused("{\n \"skin\": 0.3,\n}", NULL,
            "some/file.json:3:1: this is not JSON: expected a key in quotation marks, found }");
    refused("{\"skin\": 0.3", NULL,
            "1:13: this is not JSON: expected a comma or the end of the "
            "object, }, found the end of file");
    refused("{} {}", NULL, "1:4: this is not JSON: expected the end of the file, found {}");
    refused("", NULL, "1:1: this is not JSON: expected a value, found the end of file");
    refused("{\"skin\": nan}", NULL, "1:10: this is not JSON: expected a value, found nan}");
    refused("{\"skin\": 0x1}", NULL, "1:11: this is not JSON: expected a comma or the end");
    refused("{\"skin\": 01}", NULL, "expected a number without leading zeros");
    refused("{\"name\": \"a\\q\"}", NULL, "1:13: this is not JSON: expected an escape");
    refused("{\"name\": \"\\ud83d\"}", NULL,
            "1:11: this is not JSON: expected both halves of a char");
    refused("{\"name\": \"\\ud83d\\u0041\"}", NULL, "1:11: this is not JSON: expected both halves");
    refused("{\"name\": \"\\ude00\"}", NULL, "1:11: this is not JSON: expected both halves");
    refused("{\"name\": \"a\\u0000b\"}", NULL,
            "1:12: this is not JSON: expected a text without a zero");
    refused("{\"skin\": 9007199254740993}", NULL,
            "1:10: this is not JSON: expected a whole number that a double holds exactly");
    refused("{\"skin\": -99999999999999999999}", NULL, "expected a whole number that a double");
    refused("{\"name\": \"\\uD83D\\uDE00\", \"skin\": 9007199254740992}", NULL, "skin: expected");
    refused("{\"name\": \"a\nb\"}", NULL, "expected the end of the text, a quotation mark");
}

TEST(wrong_settings_are_refused)
{
    const char *text = "{}";
    refused(text, (const char *[]){"system.n=few", NULL},
            "--set system.n: expected an integer from 1 to 2000000000, found \"few\"");
    refused(text, (const char *[]){"systm.n=4", NULL}, "--set systm: unknown key");
    refused(text, (const char *[]){"name=x", NULL}, "--set name: unknown key");
    refused(text, (const char *[]){"strategy", NULL}, "--set strategy: expected key=value");
    refused(text, (const char *[]){"cutoff=far", NULL},
            "--set parameters.cutoff: expected a number");
    refused(text, (const char *[]){"skin=1", "skin.a=2", NULL}, "has a value already");
}

TEST(axes_multiply)
{
    struct cases cases;
    expand("{\"system\": {\"n\": [100, 200], \"density\": [0.1, 0.5]}, \"strategy\": [\"vertex\","
           "\"team\"], \"precision\": \"single\", \"backend\": \"cuda\","
           "\"tuning\": {\"team\": {\"lanes\": [4, 8]}}}",
           NULL, &cases);
    assert_int_equal(cases.count, 2 * 2 * (1 + 2));
    assert_true(has(&cases, "lj/n200/rho0.1/single/cuda/hilbert/team/block128-lanes8"));
    assert_true(has(&cases, "lj/n200/rho0.1/single/cuda/hilbert/vertex/block128"));
    cases_free(&cases);
}

TEST(gpu_tuning_is_no_axis_of_the_cpu)
{
    struct cases cases;
    expand("{\"strategy\": \"team\", \"precision\": \"single\", \"tuning\": {\"team\": {\"lanes\":"
           "[4, 8]}}}",
           NULL, &cases);
    assert_int_equal(cases.count, 1 + 2);
    assert_string_equal(cases.spec[0].id, "lj/n32000/rho0.8442/single/cpu/hilbert/team");
    cases_free(&cases);
}

/*
 * `interactions` multiplies cases of strategies with lists, for models with several kinds of
 * interaction.
 */
TEST(one_way_to_interact_has_no_structures)
{
    struct cases cases;
    expand("{\"model\": [\"lj\", \"brahms\"], \"strategy\": [\"vertex\", \"tile\"], \"backend\": "
           "\"cpu\", \"precision\": \"single\", \"system\": {\"n\": 1538}, \"interactions\": "
           "[\"lookup\", \"sorted\"]}",
           NULL, &cases);
    assert_int_equal(cases.count, 2 + 3);
    int sorted = 0;
    for (int64_t k = 0; k < cases.count; k++) {
        bool named = strstr(cases.spec[k].id, "/hilbert/sorted/vertex") != NULL;
        assert_int_equal(named, cases.spec[k].interactions == INTERACTIONS_SORTED);
        sorted += named;
    }
    assert_int_equal(sorted, 1);
    cases_free(&cases);
}

/*
 * `bonded` multiplies cases of systems with bonded terms. On a GPU, "fused" is a tuning value of
 * vertex that excludes "scatter".
 */
TEST(bonded_terms_are_evaluated_in_ways)
{
    struct cases cases;
    struct error error;
    const char *text = "{\"model\": [\"lj\", \"oxdna\"], \"strategy\": [\"vertex\", \"edge\"], "
                       "\"backend\": \"%s\", \"precision\": \"single\", \"system\": {\"n\": "
                       "1024}, \"tuning\": {\"vertex\": {\"bonded\": [0, 1]}}, \"bonded\": "
                       "[\"gather\", \"scatter\", \"group\", \"fused\"]}";
    char config[400];
    int ways[2][BONDING_COUNT] = {{0}}, refused_ways = 0;
    for (int gpu = 0; gpu < 2; gpu++) {
        snprintf(config, sizeof config, text, gpu ? "cuda" : "cpu");
        expand(config, NULL, &cases);
        assert_int_equal(cases.count, 2 + 4 + 4);
        for (int64_t k = 0; k < cases.count; k++) {
            const struct case_spec *spec = &cases.spec[k];
            if (!case_has_bonding(spec))
                continue;
            const bool bonds = strategy_bonds(spec->strategy, spec->bonding, &error);
            ways[gpu][case_bonding(spec)] += bonds;
            refused_ways += !bonds && !case_has_kernels(spec, &error);
            assert_int_equal(spec->bonding != BONDING_GATHER, strstr(spec->id, "/bonded_") != NULL);
        }
        for (int k = 0; k < BONDING_COUNT; k++)
            assert_int_equal(ways[gpu][k], k == BONDING_FUSED ? 1 : 2);
        assert_true(has(&cases, gpu ? "oxdna/n1024/rho0.01608/single/cuda/hilbert/vertex/block128-"
                                      "bonded1-queue1"
                                    : "oxdna/n1024/rho0.01608/single/cpu/hilbert/bonded_fused/"
                                      "vertex"));
        assert_true(has(&cases, gpu ? "oxdna/n1024/rho0.01608/single/cuda/hilbert/bonded_scatter/"
                                      "vertex/block128-queue1"
                                    : "oxdna/n1024/rho0.01608/single/cpu/hilbert/bonded_scatter/"
                                      "vertex"));
        cases_free(&cases);
    }
    assert_int_equal(refused_ways, 2);
    assert_non_null(strstr(error.text, "kernels of edge evaluate no bonded terms"));
    refused("{\"bonded\": \"scater\"}", NULL, "did you mean \"scatter\"?");
}

/*
 * Ways to build lists multiply only GPU cases with rows. "distance" may be the type of the pair
 * arithmetic.
 */
TEST(the_cpu_builds_lists_in_one_way)
{
    struct cases cases;
    int single = 0;
    expand("{\"model\": \"lj\", \"strategy\": [\"vertex\", \"tile\"], \"backend\": [\"cpu\", "
           "\"cuda\"], \"precision\": [\"single\", \"double\"], \"binning\": [\"sort\", \"cbin\"], "
           "\"listing\": [\"thread\", \"team_ballot\"], \"distance\": [\"single\", \"double\"]}",
           NULL, &cases);
    assert_int_equal(cases.count, 2 * (2 + 2 * 2 * 2 + 2));
    for (int64_t k = 0; k < cases.count; k++) {
        const struct case_spec *spec = &cases.spec[k];
        bool cpu = strcmp(spec->backend, "cpu") == 0;
        assert_int_equal(case_has_binning(spec), !cpu);
        assert_true(!cpu || spec->building.binning == BINNING_SORT);
        single += strstr(spec->id, "/hilbert/cbin/team_ballot/distance_single/vertex") != NULL;
    }
    assert_int_equal(single, 1);
    cases_free(&cases);
    expand("{\"strategy\": \"vertex\", \"backend\": \"cuda\", \"precision\": \"single\"}", NULL,
           &cases);
    const struct building usual = {0};
    /* ids omit default ways */
    assert_memory_equal(&cases.spec[0].building, &usual, sizeof usual);
    cases_free(&cases);
    refused("{\"binning\": \"cbim\"}", NULL, "did you mean \"cbin\"?");
}

TEST(sweeps_take_what_they_leave_out)
{
    struct cases cases;
    expand("{\"strategy\": \"vertex\", \"precision\": \"double\", \"backend\": \"cpu\","
           "\"system\": {\"temperature\": 1.8, \"n\": 500}, \"parameters\": {\"cutoff\": 3},"
           "\"sweeps\": [{\"system\": {\"density\": 0.1}}, {\"system\": {\"n\": 900}},"
           "{\"system\": {\"n\": 500, \"density\": 0.1}}]}",
           NULL, &cases);
    assert_int_equal(cases.count, 2); /* the third case equals the first */
    assert_string_equal(cases.spec[0].id, "lj,cutoff=3/n500/rho0.1/T1.8/double/cpu/hilbert/vertex");
    assert_string_equal(cases.spec[1].id,
                        "lj,cutoff=3/n900/rho0.8442/T1.8/double/cpu/hilbert/vertex");
    assert_true(cases.spec[0].range == 3);
    cases_free(&cases);
}

TEST(settings_reach_every_sweep)
{
    struct cases cases;
    const char *settings[] = {"system.n=64", "strategy=vertex,team",   "shift=none",
                              "backend=cpu", "precision=[\"single\"]", NULL};
    expand("{\"sweeps\": [{\"system\": {\"n\": [1, 2]}}, {\"strategy\": \"edge\"}]}", settings,
           &cases);
    assert_int_equal(cases.count, 2);
    assert_string_equal(cases.spec[1].id, "lj,shift=none/n64/rho0.8442/single/cpu/hilbert/team");
    cases_free(&cases);
}

TEST(one_thread_has_no_thread_axis)
{
    struct cases cases;
    expand("{\"threads\": [1, 2], \"strategy\": [\"serial\", \"vertex\"], \"backend\": \"cpu\","
           "\"precision\": \"double\"}",
           NULL, &cases);
    assert_int_equal(cases.count, 3);
    assert_string_equal(cases.spec[0].id, "lj/n32000/rho0.8442/double/cpu/hilbert/serial");
    assert_string_equal(cases.spec[2].id, "lj/n32000/rho0.8442/double/cpu/threads2/hilbert/vertex");
    assert_true(case_same_group(&cases.spec[0], &cases.spec[1]));
    assert_false(case_same_group(&cases.spec[0], &cases.spec[2]));
    cases_free(&cases);
}

TEST(resolved_configs_mean_the_same)
{
    const char *text = "{\"name\": \"x\", \"system\": {\"n\": [3, 4]}, \"cutoff\": 3}";
    struct config first;
    struct config second;
    struct error error;
    refused(text, NULL, "cutoff: unknown key");
    text = "{\"name\": \"x\", \"system\": {\"n\": [3, 4]}, \"parameters\": {\"cutoff\": 3}}";
    assert_true(config_parse(text, "f.json", NULL, &first, &error));
    char *printed = cJSON_Print(first.resolved);
    assert_true(config_parse(printed, "f.json", NULL, &second, &error));
    assert_true(cJSON_Compare(first.resolved, second.resolved, true));
    cJSON_free(printed);
    config_free(&first);
    config_free(&second);
}

TEST(files_are_found_from_the_config)
{
    char folder[] = "/tmp/pairlanes-config-XXXXXX";
    char name[128];
    char system[128];
    assert_non_null(mkdtemp(folder));
    snprintf(name, sizeof name, "%s/c.json", folder);
    snprintf(system, sizeof system, "%s/s.xyz", folder);
    FILE *stream = fopen(system, "w");
    assert_non_null(stream);
    fclose(stream);

    struct config config;
    struct cases cases;
    struct error error;
    const char *text = "{\"system\": {\"file\": \"s.xyz\"}, \"strategy\": \"team\", \"precision\":"
                       "\"single\", \"backend\": \"cpu\"}";
    assert_true(config_parse(text, name, NULL, &config, &error));
    assert_true(cases_expand(&config, &cases, &error));
    assert_int_equal(cases.count, 1);
    assert_string_equal(cases.spec[0].id, "lj/s.xyz/single/cpu/hilbert/team");
    assert_string_equal(cases.spec[0].system.file, system);
    cases_free(&cases);
    config_free(&config);
    unlink(system);
    rmdir(folder);
}

static void write_file(const char *path, const char *text)
{
    FILE *stream = fopen(path, "w");
    assert_non_null(stream);
    assert_true(fputs(text, stream) >= 0);
    assert_int_equal(fclose(stream), 0);
}

/* Values of a config take precedence over values of its preset, one by one. */
TEST(config_takes_precedence_over_presets)
{
    char folder[] = "/tmp/pairlanes-preset-XXXXXX";
    char name[128], path[128];
    assert_non_null(mkdtemp(folder));
    snprintf(name, sizeof name, "%s/c.json", folder);
    snprintf(path, sizeof path, "%s/p.json", folder);
    struct config config;
    struct cases cases;
    struct error error;
    static const char *const text =
        "{\"preset\": \"p.json\", \"backend\": \"cuda\", \"precision\": \"single\","
        " \"tuning\": {\"team\": {\"lanes\": 4}},"
        " \"sweeps\": [{}, {\"sort\": \"cell\", \"tuning\": {\"team\": {\"block\": 32}}}]}";
    write_file(path, "{\"strategy\": \"team\", \"sort\": \"none\","
                     " \"tuning\": {\"team\": {\"block\": 64}}}");
    assert_true(config_parse(text, name, NULL, &config, &error));
    assert_true(cases_expand(&config, &cases, &error));
    assert_int_equal(cases.count, 2);
    assert_string_equal(cases.spec[0].id,
                        "lj/n32000/rho0.8442/single/cuda/none/team/block64-lanes4");
    assert_string_equal(cases.spec[1].id,
                        "lj/n32000/rho0.8442/single/cuda/cell/team/block32-lanes4");
    cases_free(&cases);
    char *printed = cJSON_Print(config.resolved);
    config_free(&config);
    unlink(path); /* the printed config does not need this file */
    assert_true(config_parse(printed, name, NULL, &config, &error));
    cJSON_free(printed);
    config_free(&config);
    static const struct {
        const char *preset, *expected;
    } wrong[] = {
        {"{\"skin\": -1}", "p.json:1:10: skin"},
        {"{\n\"skim\": 1}", "p.json:2:1: skim: unknown key"},
        {"{\"preset\": \"p.json\"}", "a preset has only values"},
        {"{\"full\": {}}", "a preset has only values"},
        {"[]", "expected an object"},
        {"{", "p.json:1:2: this is not JSON: expected a key in quotation marks"},
    };
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        write_file(path, wrong[k].preset);
        assert_false(config_parse(text, name, NULL, &config, &error));
        assert_int_equal(error.code, EXIT_USAGE);
        if (strstr(error.text, wrong[k].expected) == NULL)
            fail_msg("expected %s, found %s", wrong[k].expected, error.text);
    }
    unlink(path);
    assert_false(config_parse(text, name, NULL, &config, &error));
    assert_non_null(strstr(error.text, "c.json:1:12: preset: expected a file"));
    rmdir(folder);
}

/*
 * A value in `full` takes precedence over the value of the config if --full is given, and --set
 * over both. Without --full it is only checked.
 */
TEST(full_length_is_an_option)
{
    static const char *const text =
        "{\"strategy\": \"team\", \"backend\": \"cpu\", \"precision\": \"double\","
        " \"sweeps\": [{\"dynamics\": {\"steps\": 10, \"sample\": 2},"
        "               \"full\": {\"dynamics\": {\"steps\": 500}}},"
        "              {\"dynamics\": {\"steps\": 20}}],"
        " \"full\": {\"system\": {\"n\": 6000}, \"dynamics\": {\"steps\": 700}}}";
    static const char *const assignment[] = {"system.n=7000", NULL};
    struct cases cases;
    struct config config;
    struct error error;
    expand(text, NULL, &cases);
    assert_int_equal(cases.spec[0].dynamics.steps, 10);
    assert_int_equal(cases.spec[0].system.n, 32000);
    cases_free(&cases);
    struct settings settings = {.full = true};
    assert_true(config_parse(text, "a/long.json", &settings, &config, &error));
    assert_string_equal(cJSON_GetObjectItemCaseSensitive(config.resolved, "name")->valuestring,
                        "long-full");
    assert_true(cases_expand(&config, &cases, &error));
    assert_int_equal(cases.spec[0].dynamics.steps, 500);
    assert_int_equal(cases.spec[0].dynamics.sample, 2);
    assert_int_equal(cases.spec[1].dynamics.steps, 700);
    assert_int_equal(cases.spec[0].system.n, 6000);
    cases_free(&cases);
    config_free(&config);
    settings = settings_of(assignment);
    settings.full = true;
    assert_true(config_parse(text, "long.json", &settings, &config, &error));
    assert_true(cases_expand(&config, &cases, &error));
    assert_int_equal(cases.spec[0].system.n, 7000);
    cases_free(&cases);
    config_free(&config);
    settings_free(&settings);
    settings = (struct settings){.full = true};
    assert_false(
        config_parse("{\"strategy\": \"team\"}", "short.json", &settings, &config, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "short.json: --full: expected an object \"full\""));
    refused("{\"full\": {\"system\": {\"m\": 5}}}", NULL, "full.system.m");
    refused("{\"full\": {\"full\": {}}}", NULL, "cannot contain another");
    refused("{}", (const char *[]){"full.skin=1", NULL}, "is an object of the file");
}

/*
 * Compares lengths of runs with the papers. A. Shkurti et al., J. Comput. Chem. 34, 803 (2013),
 * sect. 8, tables 6 and 7, "1 million of 1 fs steps" of 23k beads after equilibration, and fig. 11,
 * "1 ns NVE" with the same step; sect. 9.2, the "first 10K steps of NVE simulations with 1 fs". X.
 * Zhang et al., J. Chem. Phys. 153, 045103 (2020), print no length for fig. 3; each time step there
 * covers the same time.
 */
TEST(full_lengths_are_the_papers)
{
    static const struct {
        const char *file;
        double dt; /* fs; 0: several */
        double span;
        int64_t n, moving;
        bool thermostat, warm;
    } papers[] = {
        {"configs/shkurti-table6-7.json", 1, 1e6, 23000, 14, true, true},
        {"configs/shkurti-fig11.json", 1, 1e6, 23000, 7, false, false},
        {"configs/shkurti-table8.json", 1, 1e4, 23000, 10, false, false},
        {"configs/fluctuation.json", 0, 1e6, 1538, 48, false, false},
    };
    const struct settings settings = {.full = true};
    for (size_t k = 0; k < sizeof papers / sizeof *papers; k++) {
        struct config config = {0};
        struct cases cases = {0};
        struct error error;
        int64_t moving = 0;
        assert_good(config_read(papers[k].file, &settings, &config, &error) &&
                    cases_expand(&config, &cases, &error));
        for (int64_t c = 0; c < cases.count; c++) {
            const struct case_spec *spec = &cases.spec[c];
            const struct case_motion *dynamics = &spec->dynamics;
            if (dynamics->steps == 0 || spec->system.n != papers[k].n)
                continue; /* table 8 also has speed-ups of other sizes */
            moving++;
            assert_string_equal(spec->model->name, "brahms"); /* dt is in fs */
            assert_near((double)dynamics->steps * dynamics->dt, papers[k].span, 0);
            assert_true(papers[k].dt == 0 || dynamics->dt == papers[k].dt);
            assert_int_equal(dynamics->motion.thermostat.interval > 0, papers[k].thermostat);
            assert_int_equal(dynamics->warmup > 0, papers[k].warm);
            assert_int_equal(dynamics->steps % dynamics->sample, 0);
        }
        assert_int_equal(moving, papers[k].moving);
        cases_free(&cases);
        config_free(&config);
    }
}

/* Checks that a config file with these bytes causes the expected message. */
static void file_refused(const char *bytes, size_t size, const char *expected)
{
    struct config config;
    struct error error;
    char path[] = "/tmp/pairlanes-config-XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, bytes, size), size);
    assert_int_equal(close(descriptor), 0);
    assert_false(config_read(path, NULL, &config, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_null(config.resolved);
    unlink(path);
    if (strstr(error.text, expected) == NULL)
        fail_msg("expected \"%s\" in \"%s\"", expected, error.text);
}

TEST(files_are_texts)
{
    struct config config;
    struct error error;
    file_refused("", 0, "the file is empty");
    file_refused("\n", 1, "expected a value, found the end of file");
    file_refused("\0", 1, ":1: expected a text, found a zero byte");
    file_refused("{}\n\0{", 5, ":2: expected a text, found a zero byte");
    assert_false(config_read("/dev/null", NULL, &config, &error));
    assert_string_equal(error.text, "/dev/null: cannot be read: it is a FIFO or a device that the "
                                    "command line does not name, or a socket");
    assert_false(config_read("/", NULL, &config, &error));
    assert_string_equal(error.text, "/: cannot be read: Is a directory");
}

TESTS_MAIN(NULL, NULL)
