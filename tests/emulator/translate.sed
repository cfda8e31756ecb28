# From CUDA C++ to what tests/emulator/cuda.h makes of it, on the lines of a kernel's sources.

# A kernel's argument lies in constant memory: it is passed by reference, whatever its size.
s/__grid_constant__ (\w+) /\1 \&/

# The clock is a function, too.
s/asm volatile\("mov\.u64 %0, %globaltimer;" : "=l"\((\w+)\)\)/\1 = emulated_clock()/

# A poll takes a turn of all blocks, not 150 ns.
s/POLLS = 1 << 26/POLLS = 1 << 10/

# An instruction of PTX is a function that is named after it, with the operands in their order.
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

# Shared memory that a launch gives has the most that it can.
s/extern __shared__ (\w+) (\w+)\[\];/__shared__ \1 \2[GRID_SHARED \/ sizeof(\1)];/
