# Rules of `make test`, `make fuzz` and `make lint` for tests, libraries that they load, the emulator, fuzzers, and
# stamps of clang-tidy. Included after the rules of the program; objects are built by the same rules as all others.

# Archive of all objects except that with main, from which test programs link what they need.
TESTED := $(BUILD)/tests/harness.a

TESTS := $(patsubst tests/%.c,$(BUILD)/tests/%,$(wildcard tests/test_*.c))

# Library that replaces the allocator in tests.
TEST_LIBRARIES := $(BUILD)/tests/fail_allocation.so

ifneq ($(CUDA),)
# Libraries that replace NVML and a tool that receives NVTX ranges in tests.
TEST_LIBRARIES += $(BUILD)/tests/libnvidia-ml.so.1 $(BUILD)/tests/nvtx_tool.so

$(BUILD)/tests/libnvidia-ml.so.1: tests/fake_nvml.c
$(BUILD)/tests/nvtx_tool.so: tests/nvtx_tool.c

# Tests of the CUDA backend on an emulated GPU: driver, NVRTC and CUB are emulated, and modules of kernels call
# functions of the program.
EMULATED         := $(addprefix $(BUILD)/tests/test_,emulator footprint gpu_cache gpu_emulated gpu_clusters gpu_dynamics gpu_steps fixed trajectory building batch)
EMULATOR_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/emulator/*.c))

EMULATOR_CXX     := $(strip $(CXX) $(SANITIZER))
EMULATED_HEADER  := $(BUILD)/tests/emulator/cuda.h

# A header that includes the original, next to which the compiler finds the precompiled header.
$(EMULATED_HEADER).gch: $(addprefix tests/emulator/,cuda.h grid.h compile) models/texture.h $(BUILD)/flags/harness
	@mkdir -p $(@D)
	@echo '#include "$<"' > $(EMULATED_HEADER)
	$(call show,C++)tests/emulator/compile '$(EMULATOR_CXX)' --header $@

$(EMULATED): | $(EMULATED_HEADER).gch
$(BUILD)/tests/emulator/compiler.o: tests/emulator/compile

$(EMULATOR_OBJECTS): private CPPFLAGS += -DEMULATOR_COMPILER='"$(EMULATOR_CXX) -include $(EMULATED_HEADER)"'

# The emulator precedes the archive, so that its definitions are linked instead of the archive's.
$(EMULATED): %: %.o $(EMULATOR_OBJECTS) $(TESTED)
	$(call show,LINK)$(CC) $(LDFLAGS) -rdynamic -o $@ $^ -lcmocka $(LDLIBS)

# The program with emulated GPUs, for tests of the command line.
EMULATED_PROGRAM := $(BUILD)/tests/pairlanes-emulated

$(EMULATED_PROGRAM): $(BUILD)/harness/commands/main.o $(EMULATOR_OBJECTS) $(TESTED) | $(EMULATED_HEADER).gch
	$(call show,LINK)$(CC) $(LDFLAGS) -rdynamic -o $@ $^ $(LDLIBS)

# Some of these tests for a real GPU, for scripts/gpu-check.
ON_GPU := $(patsubst %,$(BUILD)/tests/%_on_gpu,gpu_dynamics gpu_steps gpu_clusters fixed building trajectory batch)

$(ON_GPU): $(BUILD)/tests/%_on_gpu: $(BUILD)/tests/test_%.o $(TESTED)
	$(call show,LINK)$(CC) $(LDFLAGS) -o $@ $^ -lcmocka $(LDLIBS)
endif

$(TESTED): $(filter-out $(BUILD)/harness/commands/main.o,$(OBJECTS))
	@mkdir -p $(@D) && rm -f $@
	$(call show,AR)$(AR) rcs --thin $@ $^

$(filter-out $(EMULATED),$(TESTS)): %: %.o $(TESTED)
	$(call show,LINK)$(CC) $(LDFLAGS) -o $@ $^ -lcmocka $(LDLIBS)

# Prints the table of rates of docs/tables/gate.md.
$(BUILD)/tests/gate_rates: %: %.o $(TESTED)
	$(call show,LINK)$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(TEST_LIBRARIES): $(BUILD)/flags/harness
	@mkdir -p $(@D)
	$(call show,LINK)$(CC) $(CPPFLAGS) -std=gnu11 $(WARNINGS) -shared -fPIC -Wl,-soname,$(@F) -o $@ $(filter %.c,$^)

$(BUILD)/tests/fail_allocation.so: tests/fail_allocation.c

# Each fuzzing target (tests/fuzz/fuzz.h) is built as a program that runs it on files, and as a fuzzer.
TARGETS := $(patsubst tests/fuzz/%.c,%,$(filter-out %/shared.c %/replay.c,$(wildcard tests/fuzz/*.c)))
REPLAYS := $(TARGETS:%=$(BUILD)/tests/fuzz/%)
FUZZERS := $(TARGETS:%=$(BUILD)/fuzz/%)
FUZZED  := $(patsubst tests/%.c,$(BUILD)/tests/%.o,$(wildcard tests/fuzz/*.c))

$(REPLAYS): %: %.o $(BUILD)/tests/fuzz/replay.o $(BUILD)/tests/fuzz/shared.o $(TESTED)
	$(call show,LINK)$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(FUZZERS): $(BUILD)/fuzz/%: $(BUILD)/tests/fuzz/%.o $(BUILD)/tests/fuzz/shared.o $(TESTED)
	@mkdir -p $(@D)
	$(call show,LINK)$(CC) $(LDFLAGS) -fsanitize=fuzzer -o $@ $^ $(LDLIBS)

fuzzers: $(FUZZERS)

test-programs: $(BUILD)/pairlanes $(TESTS) $(REPLAYS) $(TEST_LIBRARIES) $(ON_GPU) $(EMULATED_PROGRAM) \
               $(BUILD)/tests/gate_rates

# A stamp next to each object in which clang-tidy found no fault. OpenMP's header comes from gcc.
# The analyzer follows a function to 1/45 of its usual depth. Five times this depth takes three
# times as long, and found no more of the faults that were planted at the ends of long functions.
# Functions of tests are not followed, because tests run them.
TIDY_FLAGS = $(HARNESS_FLAGS) -DEMBEDDED='""' -DPAIRLANES_VERSION='""' \
             -DPAIRLANES_COMMIT='""' -DPAIRLANES_KERNEL_FLAGS='""' -DPAIRLANES_KERNEL_COMPILER='""' \
             -DPAIRLANES_ARCH='""' -DEMULATOR_COMPILER='""' \
             -Xclang -analyzer-config -Xclang max-nodes=5000 \
             -idirafter $(shell $(CC) -print-file-name=include)
TIDY := $(patsubst %.c,$(BUILD)/%.tidy,$(HARNESS_SOURCES) $(wildcard tests/test_*.c) \
            $(if $(CUDA),$(CUDA_SOURCES) $(wildcard tests/emulator/*.c)))

$(TIDY): $(BUILD)/%.tidy: %.c $(BUILD)/%.o .clang-tidy
	$(call show,TIDY)clang-tidy --quiet $(if $(filter tests/%,$<),--checks=-clang-analyzer-*) $< -- $(CPPFLAGS) $(TIDY_FLAGS) 2>/dev/null
	@touch $@

tidy: $(TIDY)

.PHONY: fuzzers test-programs tidy

-include $(TESTS:=.d) $(FUZZED:.o=.d) $(EMULATOR_OBJECTS:.o=.d)
