/*
 * Names of the model that a unit is compiled for: the build defines MODEL as the model's name, and
 * what a model `m` calls m_pair or m_constants is model_pair and MODEL_STRUCT in every unit.
 */
#ifndef PAIRLANES_MODELS_OF_MODEL_H
#define PAIRLANES_MODELS_OF_MODEL_H

#define JOIN_(a, b)   a##b
#define JOIN(a, b)    JOIN_(a, b)
#define TEXT_(a)      #a
#define TEXT(a)       TEXT_(a)
#define OF_MODEL(end) JOIN(MODEL, end)

#define MODEL_STRUCT struct OF_MODEL(_constants)
#define model_pair   OF_MODEL(_pair)

#include "models/defaults.h"

#endif
