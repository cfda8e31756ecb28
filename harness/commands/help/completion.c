#include "harness/commands/help/completion.h"

#include "harness/base/words.h"
#include "harness/catalog/model.h"
#include "harness/commands/help/option_values.h"
#include "harness/commands/help/topics.h"
#include "harness/commands/options/command.h"
#include "harness/commands/options/config_argument.h"
#include "harness/commands/options/option_list.h"

#include <stdbool.h>
#include <string.h>

/* --- what there is to complete --- */

/* Appends the names that a command takes in addition to files, as in its args_doc. */
static void argument_names(const struct command *command, struct words *names)
{
    const char *doc = command->argp->args_doc != NULL ? command->argp->args_doc : "";
    if (strstr(doc, "COMMAND") != NULL)
        for (const struct command *other = commands(); other->name != NULL; other++)
            words_add(names, "%s", other->name);
    if (strstr(doc, "TOPIC") != NULL)
        for (const struct topic *topic = topics(); topic->name != NULL; topic++)
            words_add(names, "%s", topic->name);
    if (strstr(doc, "MODEL") != NULL)
        for (const struct model *const *model = models(); *model != NULL; model++)
            words_add(names, "%s", (*model)->name);
    if (strstr(doc, "CONFIG") != NULL)
        config_argument_names(names);
}

/* Whether a command takes files. */
static bool takes_files(const struct command *command)
{
    const char *doc = command->argp->args_doc;
    return doc != NULL && strstr(doc, "TOPIC") == NULL;
}

static void write_words(FILE *stream, const struct words *words)
{
    for (int k = 0; k < words->count; k++)
        fprintf(stream, "%s%s", k > 0 ? " " : "", words->word[k]);
}

/* The first sentence of a text, to stand between single quotes; `special` gets a backslash. */
static void write_doc(FILE *stream, const char *text, const char *special)
{
    for (; text != NULL && *text != '\0' && strncmp(text, ". ", 2) != 0; text++) {
        if (*text == '\'')
            fputs("'\\''", stream);
        else
            fprintf(stream, "%s%c", strchr(special, *text) != NULL ? "\\" : "", *text);
    }
}

/* --- bash --- */

static void bash_values(FILE *stream, const struct argp_option *option)
{
    struct words values = {0};
    option_values(option, &values);
    if (option->arg != NULL) {
        fprintf(stream, "        --%s", option->name);
        if (option_has_letter(option))
            fprintf(stream, " | -%c", option->key);
        fputs(") ", stream);
        if (values.count > 0) {
            fputs("values='", stream);
            write_words(stream, &values);
            fputs("' ;;\n", stream);
        } else {
            fputs("files=yes ;;\n", stream);
        }
    }
    words_free(&values);
}

static void bash_command(FILE *stream, const struct command *command)
{
    struct option_list options;
    struct words names = {0};
    option_list(command->argp, &options);
    argument_names(command, &names);
    fprintf(stream, "    %s)\n      options='", command->name);
    for (int k = 0; k < options.count; k++)
        fprintf(stream, "%s--%s", k > 0 ? " " : "", options.option[k]->name);
    fputs("'\n      names='", stream);
    write_words(stream, &names);
    fputs("'\n      case $before in\n", stream);
    for (int k = 0; k < options.count; k++)
        bash_values(stream, options.option[k]);
    fputs("      esac\n      ;;\n", stream);
    words_free(&names);
}

void completion_bash(FILE *stream)
{
    fputs("# Completion of pairlanes in bash. Written by `pairlanes list --reference bash`.\n\n"
          "_pairlanes() {\n"
          "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
          "  local command=${COMP_WORDS[1]} options='' names='' values='' files='' rest=''\n"
          "  COMPREPLY=()\n"
          "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
          "    mapfile -t COMPREPLY < <(compgen -W '",
          stream);
    for (const struct command *command = commands(); command->name != NULL; command++)
        fprintf(stream, "%s ", command->name);
    fputs("--help --usage --version' -- \"$word\")\n"
          "    return\n"
          "  fi\n"
          "  case $command in\n",
          stream);
    for (const struct command *command = commands(); command->name != NULL; command++)
        bash_command(stream, command);
    fputs("  esac\n"
          "  if [ -n \"$values\" ]; then\n"
          "    [[ $word != *,* ]] || rest=${word%,*},\n"
          "    [[ $values != *= ]] || compopt -o nospace\n"
          "    mapfile -t COMPREPLY < <(compgen -P \"$rest\" -W \"$values\" -- \"${word##*,}\")\n"
          "  elif [[ $word == -* && -z $files ]]; then\n"
          "    mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$word\")\n"
          "  else\n"
          "    [ -z \"$files\" ] || names=''\n"
          "    compopt -o filenames\n"
          "    mapfile -t COMPREPLY < <(\n"
          "      compgen -W \"$names\" -- \"$word\"\n"
          "      compgen -f -- \"$word\"\n"
          "    )\n"
          "  fi\n"
          "}\n\n"
          "complete -F _pairlanes pairlanes\n",
          stream);
}

/* --- zsh --- */

static void zsh_action(FILE *stream, const struct argp_option *option)
{
    struct words values = {0};
    option_values(option, &values);
    if (option->arg != NULL && values.count > 0) {
        bool keys = values.word[0][strlen(values.word[0]) - 1] == '=';
        fputs(keys ? ":value:compadd -S \"\" - " : ":value:_sequence compadd - ", stream);
        write_words(stream, &values);
    } else if (option->arg != NULL) {
        fputs(":value:_files", stream);
    }
    words_free(&values);
}

static void zsh_option(FILE *stream, const struct argp_option *option)
{
    fprintf(stream, "        '*--%s%s[", option->name, option->arg != NULL ? "=" : "");
    write_doc(stream, option->doc, "[]\\");
    fputc(']', stream);
    zsh_action(stream, option);
    fputs("' \\\n", stream);
    if (!option_has_letter(option) || option->key == '?')
        return;
    fprintf(stream, "        '*-%c%s[", option->key, option->arg != NULL ? "+" : "");
    write_doc(stream, option->doc, "[]\\");
    fputc(']', stream);
    zsh_action(stream, option);
    fputs("' \\\n", stream);
}

static void zsh_command(FILE *stream, const struct command *command)
{
    struct option_list options;
    struct words names = {0};
    option_list(command->argp, &options);
    argument_names(command, &names);
    fprintf(stream, "    %s)\n      _arguments \\\n", command->name);
    for (int k = 0; k < options.count; k++)
        zsh_option(stream, options.option[k]);
    fputs("        '*:argument:", stream);
    if (names.count > 0) {
        fputs("{ compadd - ", stream);
        write_words(stream, &names);
        fputs(takes_files(command) ? "; _files }" : " }", stream);
    } else {
        fputs(takes_files(command) ? "_files" : " ", stream);
    }
    fputs("'\n      ;;\n", stream);
    words_free(&names);
}

void completion_zsh(FILE *stream)
{
    fputs("#compdef pairlanes\n"
          "# Completion of pairlanes in zsh. Written by `pairlanes list --reference zsh`.\n\n"
          "_pairlanes() {\n"
          "  local -a commands=(\n",
          stream);
    for (const struct command *command = commands(); command->name != NULL; command++) {
        fprintf(stream, "    '%s:", command->name);
        write_doc(stream, command->summary, "\\");
        fputs("'\n", stream);
    }
    fputs("  )\n"
          "  if ((CURRENT == 2)); then\n"
          "    _describe command commands\n"
          "    return\n"
          "  fi\n"
          "  shift words\n"
          "  ((CURRENT--))\n"
          "  case $words[1] in\n",
          stream);
    for (const struct command *command = commands(); command->name != NULL; command++)
        zsh_command(stream, command);
    fputs("  esac\n"
          "}\n\n"
          "_pairlanes \"$@\"\n",
          stream);
}

/* --- fish --- */

static void fish_option(FILE *stream, const struct command *command,
                        const struct argp_option *option)
{
    struct words values = {0};
    option_values(option, &values);
    fprintf(stream, "complete -c pairlanes -n '__fish_seen_subcommand_from %s' -l %s",
            command->name, option->name);
    if (option_has_letter(option) && option->key != '?')
        fprintf(stream, " -s %c", option->key);
    if (option->arg != NULL && values.count > 0) {
        bool several = strstr(option->arg, "[,") != NULL;
        fputs(several ? " -x -a '(__fish_append , " : " -x -a '", stream);
        write_words(stream, &values);
        fputs(several ? ")'" : "'", stream);
    } else if (option->arg != NULL) {
        fputs(" -r", stream);
    }
    fputs(" -d '", stream);
    for (const char *at = option->doc; at != NULL && *at != '\0' && strncmp(at, ". ", 2) != 0; at++)
        fprintf(stream, "%s%c", *at == '\'' || *at == '\\' ? "\\" : "", *at);
    fputs("'\n", stream);
    words_free(&values);
}

static void fish_command(FILE *stream, const struct command *command)
{
    struct option_list options;
    struct words names = {0};
    option_list(command->argp, &options);
    argument_names(command, &names);
    fprintf(stream, "complete -c pairlanes -n __fish_use_subcommand -f -a %s -d '", command->name);
    for (const char *at = command->summary; *at != '\0'; at++)
        fprintf(stream, "%s%c", *at == '\'' || *at == '\\' ? "\\" : "", *at);
    fputs("'\n", stream);
    if (names.count > 0) {
        fprintf(stream, "complete -c pairlanes -n '__fish_seen_subcommand_from %s'%s -a '",
                command->name, takes_files(command) ? "" : " -f");
        write_words(stream, &names);
        fputs("'\n", stream);
    }
    for (int k = 0; k < options.count; k++)
        fish_option(stream, command, options.option[k]);
    words_free(&names);
}

void completion_fish(FILE *stream)
{
    fputs("# Completion of pairlanes in fish. Written by `pairlanes list --reference fish`.\n",
          stream);
    for (const struct command *command = commands(); command->name != NULL; command++)
        fish_command(stream, command);
}
