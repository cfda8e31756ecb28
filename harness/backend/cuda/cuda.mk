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

# Machine code for the newest shipped architecture, PTX for all others.
CUDA_TARGETS ?= -gencode arch=compute_75,code=compute_75 -gencode arch=compute_90,code=sm_90

# Numbers and ranges that CUB can do without take a quarter of the time.
CUDA_LEAN := -DCCCL_DISABLE_NVTX -DCCCL_DISABLE_FP16_SUPPORT -DCCCL_DISABLE_BF16_SUPPORT -DCCCL_DISABLE_FP8_SUPPORT

$(BUILD)/harness/backend/cuda/lists/cuda_sort.cu.o: harness/backend/cuda/lists/cuda_sort.cu harness/backend/cuda/lists/cuda_sort.h
	@mkdir -p $(@D)
	$(call show,NVCC)$(CUDA)/bin/nvcc -I. -std=c++17 -O2 -Xcompiler -Wall $(CUDA_LEAN) $(CUDA_TARGETS) -c -o $@ $<
