/* Variants of arithmetic: PRECISION(enumerator, fields of struct precision_info). */
PRECISION(DOUBLE, .name = "double", .summary = "64-bit floating point throughout",
          .types = "-DREAL=double -DSUM=double", .state = "-DSTATE=double", .cpu = "", .gpu = "",
          .real_size = 8, .sum_size = 8, .state_size = 8, .tolerance = 1e-12)
PRECISION(SINGLE, .name = "single", .summary = "32-bit floating point throughout",
          .types = "-DREAL=float -DSUM=float", .state = "-DSTATE=float", .cpu = "",
          /*
           * 1/x and sqrt are only accurate to 1 ulp, and numbers below 1e-38 become 0. The
           * tolerance allows for both
           */
          .gpu = "--ftz=true --prec-div=false --prec-sqrt=false", .real_size = 4, .sum_size = 4,
          .state_size = 4, .tolerance = 1e-5)
PRECISION(MIXED, .name = "mixed", .summary = "pairs in 32-bit, sums in 64-bit floating point",
          .types = "-DREAL=float -DSUM=double", .state = "-DSTATE=double", .cpu = "",
          .gpu = "--ftz=true --prec-div=false --prec-sqrt=false", .real_size = 4, .sum_size = 8,
          .state_size = 8, .tolerance = 1e-5)
PRECISION(FIXED, .name = "fixed",
          .summary = "pairs in 32-bit floating point, sums in 64-bit fixed point: the same bits in "
                     "any order and strategy",
          .types = "-DREAL=float -DSUM=fixed_point -DFRACTION_BITS=32", .state = "-DSTATE=double",
          /* 1/x and sqrt are rounded as in `single`, so that equal arguments give equal results */
          .cpu = "-ffp-contract=off",
          .gpu = "--fmad=false --ftz=true --prec-div=false --prec-sqrt=false", .real_size = 4,
          .sum_size = 8, .state_size = 8, .fraction_bits = 32, .tolerance = 1e-5)
/*
 * Each operation on a GPU is an intrinsic function, as in A. Shkurti et al., J. Comput. Chem. 34,
 * 803 (2013), table 8. Without contraction a sum is __fadd_rn and a product __fmul_rn. With correct
 * rounding a quotient is __fdiv_rn and a root __fsqrt_rn. A CPU uses the compiler's fast-math, but
 * sums keep their order, because differences of coordinates need it.
 */
PRECISION(INTRINSICS, .name = "intrinsics",
          .summary = "32-bit floating point, each operation an intrinsic function on a GPU, "
                     "-ffast-math on a CPU",
          .types = "-DREAL=float -DSUM=float", .state = "-DSTATE=float",
          .cpu = "-ffast-math -fno-associative-math",
          .gpu = "--fmad=false --prec-div=true --prec-sqrt=true -DRECIPROCAL_SQRT=__frsqrt_rn",
          .real_size = 4, .sum_size = 4, .state_size = 4, .tolerance = 1e-5)
PRECISION(FIXED_MATH, .name = "fixed_math",
          .summary = "32-bit fixed point throughout, 16 bits after the point; some models",
          .types = "-DFIXED_MATH -DREAL=float -DSUM=fixed_point -DFRACTION_BITS=16",
          .state = "-DSTATE=fixed_state", .cpu = "-x c++ -std=gnu++20 -ffp-contract=off",
          .gpu = "--fmad=false", .real_size = 4, .sum_size = 4, .state_size = 4,
          .fraction_bits = 16, .state_bits = 16, .turn_bits = 30, .largest = 32767, .tolerance = 0)
/*
 * Forces in 32 bits, integration in 64 bits: the mixed precision of L. Rovigatti et al., J. Comput.
 * Chem. 36, 1 (2015), section II. Pairs use the kernels of `single`.
 */
PRECISION(DOUBLE_STATE, .name = "double_state",
          .summary = "forces as in single, positions and momenta in 64-bit floating point",
          .types = "-DREAL=float -DSUM=float", .state = "-DSTATE=double", .cpu = "",
          .gpu = "--ftz=true --prec-div=false --prec-sqrt=false", .real_size = 4, .sum_size = 4,
          .state_size = 8, .tolerance = 1e-5)
