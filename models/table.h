/* The models, a row each: MODEL(name) for models/name.h. */
MODEL(lj)
MODEL(patchy)
MODEL(oxdna)
MODEL(brahms)
MODEL(allatom)
MODEL(polyethylene)
MODEL(martini)
