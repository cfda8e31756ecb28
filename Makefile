# pairlanes: `make help` lists the targets.

.DEFAULT_GOAL := all

VERSION := 1.0.0
BUILD   ?= build
PREFIX  ?= /usr/local
ARCH    ?= native
# Instruction set of the program itself; kernels are compiled at run time, for ARCH.
LISTS   ?= $(ARCH)

# clang's OpenMP run-time reports its synchronization to its race tool, and thereby to the sanitizer.
ifeq ($(SANITIZE),thread)
CC      := clang
CUDA    :=
ONLY    ?= cells cpu_dynamics cpu_strategies neighbors
export TSAN_OPTIONS := ignore_noninstrumented_modules=1
CLANG   := fuzz
endif
ifeq ($(origin CC),default)
CC      := gcc
endif
CUDA    ?= $(patsubst %/bin/nvcc,%,$(firstword $(wildcard /usr/local/cuda/bin/nvcc) $(shell command -v nvcc)))
# Version from the tags of this folder's own repository, not of one around it. Tags may have any character that a shell
# interprets.
COMMIT  := $(shell { [ -z "$$(git rev-parse --show-cdup 2>&1)" ] && \
             git describe --always --dirty --abbrev=12 2>/dev/null || echo unknown; } | tr -cd 'A-Za-z0-9._/+\n-')
# Hash of the changes in the tree: two changed trees at one commit are two programs.
ifneq ($(filter %-dirty,$(COMMIT)),)
COMMIT  := $(COMMIT)-$(shell git diff --no-ext-diff --no-color HEAD -- Makefile harness models strategies | \
                             git hash-object --stdin | cut -c1-8)
endif

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes
CPPFLAGS += -I. -D_GNU_SOURCE
CFLAGS   ?= -O2 -g1
# Bytes of a built system must not depend on the machine: no contraction, no -march.
HARNESS_FLAGS := -std=gnu11 $(CFLAGS) $(WARNINGS) -ffp-contract=off -fopenmp
KERNEL_TUNING ?= -O3 -march=$(ARCH) -mprefer-vector-width=512
# With this option gcc moves a branch on a constant out of a loop of any size.
UNSWITCH      := $(if $(findstring clang,$(shell $(CC) --version)),,--param max-unswitch-insns=1000)
# Flags of CPU kernels that the driver compiles when a case needs them (harness/backend/cpu/machine/cpu_kernel.c).
KERNEL_FLAGS  := -std=gnu11 -g1 $(WARNINGS) $(KERNEL_TUNING) -ffp-contract=fast -fno-math-errno \
                 -fno-trapping-math -fopenmp
# Users' models and strategies (harness/extensions/) call functions of the driver, which exports them.
LDFLAGS  += -fopenmp -rdynamic
LDLIBS   += -lcjson -lz -lm -ldl

ifneq ($(words $(BUILD)),1)
$(error BUILD: expected a folder without blanks, found "$(BUILD)")
endif
ifneq ($(SANITIZE),)
ifeq ($(SANITIZE),thread)
BUILD         := $(BUILD)-thread
SANITIZER     := -fsanitize=thread
else
BUILD         := $(BUILD)-sanitize
SANITIZER     := -fsanitize=address,undefined -fno-omit-frame-pointer -fno-sanitize-recover=all
endif
HARNESS_FLAGS += $(SANITIZER)
KERNEL_FLAGS  += $(SANITIZER)
LDFLAGS       += $(SANITIZER)
endif

# libFuzzer's clang instruments every branch of the fuzzed code (make fuzz).
ifneq ($(FUZZ),)
SANITIZER     := -fsanitize=address,undefined,float-cast-overflow -fno-omit-frame-pointer \
                 -fno-sanitize-recover=all
HARNESS_FLAGS += $(SANITIZER) -fsanitize=fuzzer-no-link
LDFLAGS       += $(SANITIZER)
endif

MODELS := ${shell sed -n 's/^MODEL(\([a-z0-9_]*\)).*/\1/p' models/table.h}

# Rooms that the fuzzed code does not use: they take a third of the time to compile.
UNFUZZED := $(if $(FUZZ),$(wildcard harness/backend/cpu/*.c harness/measure/*.c) $(patsubst %,harness/%/%, \
              backend/cpu/lists commands devices lanes measure/dispatch paper predict search))

HARNESS_SOURCES := $(filter-out %_unit.c harness/backend/cuda/% $(UNFUZZED), \
                     $(wildcard harness/*/*.c harness/*/*/*.c harness/*/*/*/*.c))

OBJECTS := $(HARNESS_SOURCES:%.c=$(BUILD)/%.o) $(MODELS:%=$(BUILD)/models/%.o)

ifneq ($(CUDA),)
include harness/backend/cuda/cuda.mk
endif
include tests/tests.mk

# Compilation prints a tool and a file per line; V=1 prints the commands.
show = $(if $(V),,@printf '%-5s %s\n' $(1) $@;)

# All cores, unless the caller gives a number.
ifeq ($(findstring -j,$(MAKEFLAGS))$(findstring jobserver,$(MAKEFLAGS))$(filter-out all,$(MAKECMDGOALS)),)
MAKEFLAGS += -j$(shell nproc)
endif

all: $(BUILD)/pairlanes ## build everything for this machine; V=1: show the commands

$(BUILD)/pairlanes: $(OBJECTS)
	$(call show,LINK)$(CC) $(LDFLAGS) -Wl,--compress-debug-sections=zlib -o $@ $^ $(LDLIBS)

# Sources that the binary contains, each a path and a text.
EMBEDDED := $(sort $(filter-out %/table.h,$(wildcard models/*.h models/*/*.h strategies/*.h \
                strategies/*.cuh strategies/*/*.h strategies/*/*.c strategies/*/*.cu strategies/*/*.cuh \
                harness/physics/shared/* \
                $(addprefix harness/backend/cuda/,device/* batch/* constraints/* resident/* probes/*))) \
            results/same-code.txt harness/base/error.h harness/backend/cpu/machine/vector_math.h $(addprefix harness/catalog/,interactions.h model.h model_unit.c \
                neighbor_structure.h neighbor_table.h strategy.h strategy_unit.c))

$(BUILD)/embedded.gz: $(EMBEDDED) $(BUILD)/flags/embedded
	@for file in $(EMBEDDED); do \
	    printf '%s\0' $$file && cat $$file && printf '\0' || exit; \
	done | gzip -9n >$@

$(BUILD)/harness/catalog/embedded.o: private CPPFLAGS += -DEMBEDDED='"$(BUILD)/embedded.gz"'
$(BUILD)/harness/catalog/embedded.o: $(BUILD)/embedded.gz

# A file that becomes newer than all objects when the flags change.
define flags_rule
$(BUILD)/flags/$(1): FORCE
	@mkdir -p $$(@D)
	@echo '$(2)' | cmp -s - $$@ || echo '$(2)' > $$@
endef
$(eval $(call flags_rule,harness,$(CC) $(CPPFLAGS) $(HARNESS_FLAGS)))
$(eval $(call flags_rule,kernels,$(CC) $(KERNEL_FLAGS)))
$(eval $(call flags_rule,embedded,$(EMBEDDED)))
$(eval $(call flags_rule,version,$(VERSION) $(COMMIT) $(CC) $(ARCH) $(KERNEL_FLAGS)))

$(BUILD)/%.o: %.c $(BUILD)/flags/harness
	@mkdir -p $(@D)
	$(call show,CC)$(CC) $(CPPFLAGS) $(HARNESS_FLAGS) -MMD -MP -c -o $@ $<

# Lists are exact in any arithmetic. Their search may therefore use all instructions of this machine; the version names
# them.
TUNED := $(addprefix $(BUILD)/harness/,$(addprefix particles/,candidates.o cluster_search.o neighbors.o) base/version.o)
$(TUNED): private HARNESS_FLAGS += $(subst -march=$(ARCH),-march=$(LISTS),$(KERNEL_TUNING)) $(UNSWITCH)
$(TUNED): $(BUILD)/flags/kernels

# Measurements of this machine's ceilings use all of its instructions.
$(BUILD)/harness/backend/cpu/machine/ceilings_cpu.o: private HARNESS_FLAGS += $(KERNEL_TUNING) -ffast-math -ffp-contract=fast
$(BUILD)/harness/backend/cpu/machine/ceilings_cpu.o: $(BUILD)/flags/kernels

$(BUILD)/harness/base/version.o: private CPPFLAGS += -DPAIRLANES_VERSION='"$(VERSION)"' \
    -DPAIRLANES_COMMIT='"$(COMMIT)"' -DPAIRLANES_KERNEL_FLAGS='"$(KERNEL_FLAGS)"' \
    -DPAIRLANES_KERNEL_COMPILER='"$(CC)"' -DPAIRLANES_ARCH='"$(ARCH)"'
$(BUILD)/harness/base/version.o: $(BUILD)/flags/version

$(MODELS:%=$(BUILD)/models/%.o): $(BUILD)/models/%.o: harness/catalog/model_unit.c $(BUILD)/flags/harness
	@mkdir -p $(@D)
	$(call show,CC)$(CC) $(CPPFLAGS) $(HARNESS_FLAGS) -DMODEL=$* -DMODEL_HEADER='"models/$*.h"' -MMD -MP -c -o $@ $<

# All cores for nested calls of make, too.
PARALLEL = $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(shell nproc))

demo: ## install what is missing, build, run configs/demo.json, print the table, plot (2 minutes)
	scripts/setup build plot
	$(MAKE) $(PARALLEL) all
	BUILD=$(BUILD) scripts/demo

setup: ## install what building, plotting, testing and linting need
	scripts/setup build plot test lint

test: ## run the tests; SANITIZE=1: under ASan and UBSan, thread: for races; ONLY=name: only those, in full
	scripts/setup build plot test $(CLANG)
	$(MAKE) $(PARALLEL) test-programs
	tests/run $(BUILD) $(ONLY)

test-long: ## run what is long by nature: whole matrices, long motions, the gate, LAMMPS
test-ci: ## run what CI runs: `make test`, and of what is long the physics and the recorded results
test-all: ## run all tests
test-long test-ci test-all:
	scripts/setup build plot test docs
	$(MAKE) $(PARALLEL) test-programs
	tests/run --$(@:test-%=%) $(BUILD) $(ONLY)

record: ## measure this machine in RECORD_SECONDS=900 and pack what came out into one file, to be sent
	scripts/setup build
	$(MAKE) $(PARALLEL) all
	BUILD=$(BUILD) scripts/bundle --seconds $(RECORD_SECONDS) || [ $$? -eq 4 ] # the time limit was reached: the finished part is packed

RECORD_SECONDS ?= 900
PAPERS  ?=

figures: ## repeat the papers, or PAPERS=name, on this machine and write report/report.html; QUICK=1, FULL=1
	scripts/setup build plot
	$(MAKE) $(PARALLEL) all
	$(BUILD)/pairlanes reproduce $(PAPERS) $(if $(QUICK),--quick) $(if $(FULL),--full)

papers: $(BUILD)/pairlanes ## renew docs/papers.md from the recorded results
	scripts/setup build plot
	BUILD=$(BUILD) scripts/papers

SECONDS ?= 60

fuzz: ## look for inputs that break a parser, SECONDS=60 for each; ONLY=name: only that one
	scripts/setup build fuzz
	$(MAKE) $(PARALLEL) BUILD=$(BUILD)-fuzz CC=clang CUDA= CFLAGS="-O1 -g1" FUZZ=1 fuzzers
	scripts/fuzz $(BUILD)-fuzz/fuzz $(SECONDS) $(ONLY)

# Files made from the tables of keys and members, and their paths.
references: $(BUILD)/pairlanes ## write the schemas of configs and results
	$< list --reference tables > $(BUILD)/tables.json
	scripts/reference config-schema < $(BUILD)/tables.json > configs/schema.json
	scripts/reference results-schema < $(BUILD)/tables.json > results/schema.json

docs: $(BUILD)/pairlanes $(BUILD)/tests/gate_rates ## make all pages, tables and the reference into HTML in BUILD/docs
	scripts/setup build docs
	BUILD=$(abspath $(BUILD)) scripts/site $(BUILD)/docs

lint: ## check formatting and code (clang-format, clang-tidy, cppcheck, shellcheck)
	scripts/setup build lint
	scripts/lint

# Files for shells and man, written at installation from the program's own list of commands.
SHARE  := $(DESTDIR)$(PREFIX)/share
DATA   := $(SHARE)/pairlanes
SHELLS := bash-completion/completions/pairlanes zsh/site-functions/_pairlanes \
          fish/vendor_completions.d/pairlanes.fish

$(BUILD)/commands.json: $(BUILD)/pairlanes
	$(call show,MAKE)$< list --reference commands > $@.new && mv $@.new $@

$(BUILD)/share/%: $(BUILD)/commands.json scripts/shells
	@mkdir -p $(@D)
	$(call show,MAKE)scripts/shells $(firstword $(subst -, ,$(subst /, ,$*))) < $< > $@.new && mv $@.new $@

$(BUILD)/reference/%.md: $(BUILD)/pairlanes scripts/reference
	@mkdir -p $(@D)
	$(call show,MAKE)$< list --reference tables | scripts/reference $*-page > $@.new && mv $@.new $@

install: all $(addprefix $(BUILD)/share/,man/man1/pairlanes.1 $(SHELLS)) $(addprefix $(BUILD)/reference/,config.md results.md) ## install under PREFIX (/usr/local); DESTDIR is put before it
	install -D -m 755 $(BUILD)/pairlanes "$(DESTDIR)$(PREFIX)/bin/pairlanes"
	install -d "$(DATA)/configs/presets" "$(DATA)/plots" "$(DATA)/results/published"
	install -m 644 configs/*.json "$(DATA)/configs"
	install -m 644 configs/presets/*.json "$(DATA)/configs/presets"
	install -m 644 plots/*.gp plots/*.css plots/*.json plots/*.py "$(DATA)/plots"
	install -m 644 results/*schema.json results/papers.json "$(DATA)/results"
	install -m 644 results/published/*.json "$(DATA)/results/published"
	for file in results/*/*.json; do \
	    case $$file in results/published/*) ;; *) \
	    install -d "$(DATA)/$$(dirname $$file)" && gzip -9n <$$file >"$(DATA)/$$file.gz" || exit ;; esac; \
	done
	for file in tests/extend/models/soft.h tests/extend/strategies/dynamic/*; do \
	    install -D -m 644 $$file "$(DATA)/$$file" || exit; \
	done
	install -D -m 644 scripts/pairlanes.py "$(DATA)/python/pairlanes.py"
	install -D -m 644 README.md "$(SHARE)/doc/pairlanes/README.md"
	for file in docs/*.md docs/guide/*.md docs/develop/*.md docs/notes/*.md docs/figures/*.svg docs/figures/*/*.svg results/nvidia-h200/*.svg; do \
	    install -D -m 644 $$file "$(SHARE)/doc/pairlanes/$$file" || exit; \
	done
	install -D -m 644 -t "$(SHARE)/doc/pairlanes/docs/reference" $(BUILD)/reference/*.md
	install -m 644 LICENSE "$(SHARE)/doc/pairlanes/"
	for file in man/man1/pairlanes.1 $(SHELLS); do \
	    install -D -m 644 $(BUILD)/share/$$file "$(SHARE)/$$file" || exit; \
	done

deb: ## make a Debian package of the program for any x86-64 machine, in BUILD-deb
	scripts/setup build
	$(MAKE) $(PARALLEL) BUILD=$(BUILD)-deb LISTS=x86-64-v2 all
	$(MAKE) BUILD=$(BUILD)-deb LISTS=x86-64-v2 PREFIX=/usr DESTDIR=$(abspath $(BUILD)-deb/package) install
	scripts/deb $(BUILD)-deb/package $(VERSION)

uninstall: ## remove what install installed
	rm -rf "$(DESTDIR)$(PREFIX)/bin/pairlanes" "$(DATA)" "$(SHARE)/doc/pairlanes"
	for file in man/man1/pairlanes.1 $(SHELLS); do rm -f "$(SHARE)/$$file"; done

help: ## list what can be made
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(firstword $(MAKEFILE_LIST)) | expand -t 12

clean: ## remove everything that was built
	rm -rf $(BUILD) $(BUILD)-sanitize $(BUILD)-thread $(BUILD)-fuzz

FORCE:
.PHONY: all demo setup test test-long test-ci test-all record figures papers fuzz references docs lint install uninstall help clean FORCE

-include $(OBJECTS:.o=.d)
