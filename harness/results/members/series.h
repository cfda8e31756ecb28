/*
 * Members of a series of samples, in the form of members/case.h, with values from the series `s`.
 */
MEMBER(NUMBER, mean, "mean", s->mean, .null = true, .summary = "Mean of the samples.")
MEMBER(NUMBER, deviation, "deviation", s->deviation, .null = true,
       .summary = "Their standard deviation.")
MEMBER(NUMBER, error, "error", s->error, .null = true,
       .summary = "Standard error of the mean by blocking; null of fewer than 16 samples.")
