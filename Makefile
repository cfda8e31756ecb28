# pairlanes: `make help` lists what can be made.

VERSION := 0.1.0
BUILD   ?= build
PREFIX  ?= /usr/local
ARCH    ?= native

CC      ?= gcc
CXX     ?= g++
CUDA    ?= $(patsubst %/bin/nvcc,%,$(firstword $(wildcard /usr/local/cuda/bin/nvcc) $(shell command -v nvcc)))
COMMIT  := $(shell git describe --always --dirty --abbrev=12 2>/dev/null || echo unknown)

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes
CPPFLAGS += -I. -D_GNU_SOURCE
CFLAGS   ?= -O2 -g
# Bytes of a built system must not depend on the machine: no contraction, no -march.
HARNESS_FLAGS := -std=gnu11 $(CFLAGS) $(WARNINGS) -ffp-contract=off -fopenmp
KERNEL_TUNING ?= -O3 -march=$(ARCH) -mprefer-vector-width=512
KERNEL_FLAGS  := -std=gnu11 -g $(WARNINGS) $(KERNEL_TUNING) -ffp-contract=fast -fno-math-errno \
                 -fno-trapping-math -fopenmp
LDFLAGS  += -fopenmp
LDLIBS   += -lcjson -lm -ldl

ifdef SANITIZE
BUILD         := $(BUILD)-sanitize
SANITIZER     := -fsanitize=address,undefined -fno-omit-frame-pointer -fno-sanitize-recover=all
HARNESS_FLAGS += $(SANITIZER)
KERNEL_FLAGS  += $(SANITIZER)
LDFLAGS       += $(SANITIZER)
endif

MODELS     := $(shell sed -n 's/^MODEL(\([a-z0-9_]*\)).*/\1/p' models/table.h)
STRATEGIES := $(shell sed -n 's/^STRATEGY(.name = "\([a-z0-9_]*\)".*/\1/p' strategies/table.h)
REAL_double := double
REAL_single := float

HARNESS_SOURCES := $(filter-out %_unit.c harness/cuda_%.c,$(wildcard harness/*.c))
KERNELS := $(foreach s,$(STRATEGIES),$(foreach m,$(MODELS),$(foreach p,double single,$(s)-$(m)-$(p))))

OBJECTS := $(HARNESS_SOURCES:%.c=$(BUILD)/%.o) \
           $(MODELS:%=$(BUILD)/models/%.o) \
           $(KERNELS:%=$(BUILD)/kernels/%.o)

ifneq ($(CUDA),)
include harness/cuda.mk
endif

all: $(BUILD)/pairlanes ## build everything for this machine

$(BUILD)/pairlanes: $(OBJECTS)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(BUILD)/harness/%.o: harness/%.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(HARNESS_FLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/harness/version.o: CPPFLAGS += -DPAIRLANES_VERSION='"$(VERSION)"' \
    -DPAIRLANES_COMMIT='"$(COMMIT)"' -DPAIRLANES_KERNEL_FLAGS='"$(KERNEL_FLAGS)"'
$(BUILD)/harness/version.o: $(BUILD)/commit
$(BUILD)/commit: FORCE
	@mkdir -p $(@D)
	@echo '$(COMMIT) $(KERNEL_FLAGS)' | cmp -s - $@ || echo '$(COMMIT) $(KERNEL_FLAGS)' > $@

$(MODELS:%=$(BUILD)/models/%.o): $(BUILD)/models/%.o: harness/model_unit.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(HARNESS_FLAGS) -DMODEL=$* -DMODEL_HEADER='"models/$*.h"' -MMD -MP -c -o $@ $<

# A kernel object: strategy-model-precision.
define kernel_rule
$(BUILD)/kernels/$(1)-$(2)-$(3).o: strategies/$(1)/$(1).c
	@mkdir -p $$(@D)
	$$(CC) $$(CPPFLAGS) $$(KERNEL_FLAGS) -DREAL=$$(REAL_$(3)) -DMODEL=$(2) \
	    -DMODEL_HEADER='"models/$(2).h"' -MMD -MP -c -o $$@ $$<
endef
$(foreach s,$(STRATEGIES),$(foreach m,$(MODELS),$(foreach p,double single,\
    $(eval $(call kernel_rule,$(s),$(m),$(p))))))

help: ## list what can be made
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

clean: ## remove everything that was built
	rm -rf $(BUILD) $(BUILD)-sanitize

FORCE:
.PHONY: all help clean FORCE

-include $(OBJECTS:.o=.d)
