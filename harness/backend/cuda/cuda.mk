# Included where there is a CUDA toolkit. The binary needs none of its shared libraries to start.
CPPFLAGS += -DPAIRLANES_CUDA='"$(CUDA)"' -isystem $(CUDA)/include
LDLIBS   += -L$(CUDA)/lib64 -lcudart_static -lrt -lpthread -lstdc++
# The one that takes longest comes first.
CUDA_SOURCES := $(wildcard harness/backend/cuda/*.c harness/backend/cuda/*/*.c)
OBJECTS  := $(BUILD)/harness/backend/cuda/lists/cuda_sort.cu.o $(OBJECTS) \
            $(CUDA_SOURCES:%.c=$(BUILD)/%.o) \
            $(BUILD)/harness/backend/cuda/driver/cuda_counters.o

$(BUILD)/harness/backend/cuda/driver/cuda_counters.o: harness/backend/cuda/driver/cuda_counters.cc $(BUILD)/flags/harness
	@mkdir -p $(@D)
	$(call show,C++)$(CXX) $(CPPFLAGS) -std=c++17 $(CFLAGS) -Wall -Wextra -Wpedantic -Wshadow \
	    $(SANITIZER) -MMD -MP -c -o $@ $<

# What tests put in the place of the driver's NVML and of a tool that listens to NVTX.
TEST_LIBRARIES += $(BUILD)/tests/libnvidia-ml.so.1 $(BUILD)/tests/nvtx_tool.so

$(BUILD)/tests/libnvidia-ml.so.1: tests/fake_nvml.c
$(BUILD)/tests/nvtx_tool.so: tests/nvtx_tool.c

# Tests of the backend on a GPU that does not exist: the driver, NVRTC and CUB are the emulator's,
# whose modules call back into the program.
EMULATED         := $(addprefix $(BUILD)/tests/test_,emulator footprint gpu_cache gpu_emulated gpu_clusters gpu_dynamics fixed trajectory building batch)
EMULATOR_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/emulator/*.c))

EMULATOR_CXX     := $(strip $(CXX) $(SANITIZER))
EMULATED_HEADER  := $(BUILD)/tests/emulator/cuda.h

# The compiler takes the precompiled header in the place of one that names the original.
$(EMULATED_HEADER).gch: $(addprefix tests/emulator/,cuda.h grid.h compile) models/texture.h $(BUILD)/flags/harness
	@mkdir -p $(@D)
	@echo '#include "$<"' > $(EMULATED_HEADER)
	$(call show,C++)tests/emulator/compile '$(EMULATOR_CXX)' --header $@

$(EMULATED): | $(EMULATED_HEADER).gch
$(BUILD)/tests/emulator/compiler.o: tests/emulator/compile

$(EMULATOR_OBJECTS): private CPPFLAGS += -DEMULATOR_COMPILER='"$(EMULATOR_CXX) -include $(EMULATED_HEADER)"'
$(EMULATOR_OBJECTS): $(BUILD)/tests/emulator/%.o: tests/emulator/%.c $(BUILD)/flags/harness
	@mkdir -p $(@D)
	$(call show,CC)$(CC) $(CPPFLAGS) $(HARNESS_FLAGS) -MMD -MP -c -o $@ $<

# What the emulator defines is not taken from the archive behind it.
$(EMULATED): %: %.o $(EMULATOR_OBJECTS) $(TESTED)
	$(call show,LINK)$(CC) $(LDFLAGS) -rdynamic -o $@ $^ -lcmocka $(LDLIBS)

# The program itself on such GPUs, for tests of the command line.
EMULATED_PROGRAM := $(BUILD)/tests/pairlanes-emulated

$(EMULATED_PROGRAM): $(BUILD)/harness/commands/main.o $(EMULATOR_OBJECTS) $(TESTED) | $(EMULATED_HEADER).gch
	$(call show,LINK)$(CC) $(LDFLAGS) -rdynamic -o $@ $^ $(LDLIBS)

-include $(EMULATOR_OBJECTS:.o=.d)

# Some of them once more, for the GPU that scripts/gpu-check finds.
ON_GPU := $(patsubst %,$(BUILD)/tests/%_on_gpu,gpu_dynamics gpu_clusters fixed building trajectory batch)

$(ON_GPU): $(BUILD)/tests/%_on_gpu: $(BUILD)/tests/test_%.o $(TESTED)
	$(call show,LINK)$(CC) $(LDFLAGS) -o $@ $^ -lcmocka $(LDLIBS)

# Machine code for the newest shipped architecture, PTX for all others.
CUDA_TARGETS ?= -gencode arch=compute_75,code=compute_75 -gencode arch=compute_90,code=sm_90

# Numbers and ranges that CUB can do without take a quarter of the time.
CUDA_LEAN := -DCCCL_DISABLE_NVTX -DCCCL_DISABLE_FP16_SUPPORT -DCCCL_DISABLE_BF16_SUPPORT -DCCCL_DISABLE_FP8_SUPPORT

$(BUILD)/harness/backend/cuda/lists/cuda_sort.cu.o: harness/backend/cuda/lists/cuda_sort.cu harness/backend/cuda/lists/cuda_sort.h
	@mkdir -p $(@D)
	$(call show,NVCC)$(CUDA)/bin/nvcc -I. -std=c++17 -O2 -Xcompiler -Wall $(CUDA_LEAN) $(CUDA_TARGETS) -c -o $@ $<
