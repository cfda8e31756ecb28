# Translates CUDA C++ that tests/emulator/cuda.h cannot express, in the sources of a kernel.

# The argument of a kernel, in constant memory on a GPU, becomes a reference.
s/__grid_constant__ (\w+) /\1 \&/

# The clock becomes a function.
s/asm volatile\("mov\.u64 %0, %globaltimer;" : "=l"\((\w+)\)\)/\1 = emulated_clock()/

# Fewer polls, because here a poll runs all blocks, while on a GPU it takes 150 ns.
s/POLLS = 1 << 26/POLLS = 1 << 10/

# A PTX instruction becomes a function that is named after it, with its operands in the same order.
/asm volatile\(/ {
  :whole
  /\);$/ !{
    N
    b whole
  }
  s/"\n *"/ /g
  s/\n */ /g
  s/asm volatile\( ?"(\w+)\.(\w+)\.(\w+)[^"]*"[ :]*/ptx_\1_\2_\3(/
  s/asm volatile\( ?"(\w+)\.(\w+)[^"]*"[ :]*/ptx_\1_\2(/
  s/"=?[a-z]"(\([^()]*\))/\1/g
  s/\) : \(/), (/g
  s/ : "memory"\)/)/
}

# Dynamic shared memory becomes an array of the largest possible size.
s/extern __shared__ (\w+) (\w+)\[\];/__shared__ \1 \2[GRID_SHARED \/ sizeof(\1)];/
