/*
 * Members of a region of a kernel, in the form of members/case.h. Values come from the region `r`,
 * called `name`.
 */
MEMBER(TEXT, name, "name", name, .summary = "The region, or the model's branch.")
MEMBER(INTEGER, issues, "issues", (double)r->issues, .range = AT_LEAST(1),
       .summary = "Passes of a warp, per force call.")
MEMBER(NUMBER, active_share, "active_share", lanes_share(r), .digits = 9, .range = BETWEEN(0, 1),
       .summary = "Share of active lanes in these passes.")
