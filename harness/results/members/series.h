/* The members of a series of samples, as members/case.h has it; the values are of the series `s`.
 */
MEMBER(NUMBER, mean, "mean", s->mean, .null = true, .summary = "Mean of the samples.")
MEMBER(NUMBER, deviation, "deviation", s->deviation, .null = true,
       .summary = "Their standard deviation.")
MEMBER(NUMBER, error, "error", s->error, .null = true,
       .summary = "Standard error of the mean by blocking; null of fewer than 16 samples.")
