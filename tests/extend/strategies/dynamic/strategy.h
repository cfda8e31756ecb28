STRATEGY(.name = "dynamic", .summary = "vertex, balanced at run time", .neighbors = &neighbors_full,
         .tunings = {TUNING_BLOCK(64),
                     {.name = "rows",
                      .summary = "rows handed out at once",
                      .initial = 64,
                      .minimum = 1,
                      .maximum = 4096}},
         .steps = {{.kernel = "force", .items = ITEMS_PARTICLES}})
