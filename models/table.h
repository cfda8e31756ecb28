/* The models: one MODEL(name) for each models/name.h. */
MODEL(lj)
MODEL(patchy)
MODEL(oxdna)
MODEL(brahms)
MODEL(allatom)
MODEL(polyethylene)
MODEL(martini)
