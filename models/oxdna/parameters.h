/* Sites and parameters of models/oxdna.h. */
#ifndef PAIRLANES_MODELS_OXDNA_PARAMETERS_H
#define PAIRLANES_MODELS_OXDNA_PARAMETERS_H

#include "models/model.h"

#define OXDNA_PI    3.14159265358979323846
#define OXDNA_BACK  ((real)-0.4)
#define OXDNA_STACK ((real)0.34)
#define OXDNA_BASE  ((real)0.4)

#define OXDNA_REACH2(distance) ((real)((distance) * (distance)))

/* FENE: eps, r0, Delta */
#define OXDNA_FENE       2, 0.7525, 0.25
/* f3: sigma, start of the parabola, b, rc */
#define OXDNA_BACK_BACK  0.7, 0.675, 892.016223343, 0.711879214356
#define OXDNA_BASE_BASE  0.33, 0.32, 4119.70450017, 0.335388426126
#define OXDNA_BASE_BACK  0.515, 0.5, 1707.30627298, 0.52329943261
/* f1: a, r0; b, start and end of the lower parabola; then of the upper parabola */
#define OXDNA_STACKING   6, 0.4, -68.1857, 0.32, 0.23239, -3.12992, 0.75, 0.956
#define OXDNA_PAIRING    8, 0.4, -126.243, 0.34, 0.276908, -7.87708, 0.7, 0.783775
/* f2: k, r0, rc; b, start and end of the lower parabola; then of the upper parabola */
#define OXDNA_CROSS      47.5, 0.575, 0.675, -0.888889, 0.495, 0.45, -0.888889, 0.655, 0.7
#define OXDNA_COAXIAL    46, 0.4, 0.6, -2.13158, 0.22, 0.177778, -2.13158, 0.58, 0.6222222
/* f4: a, b, t0; |t - t0| at the start and at the end of the parabola */
#define OXDNA_STACKING_4 1.3, 6.4381, 0, 0.8, 0.961538
#define OXDNA_STACKING_5 0.9, 3.89361, 0, 0.95, 1.16959 /* also for t6 */
#define OXDNA_PAIRING_1  1.5, 4.16038, 0, 0.7, 0.952381 /* also for t2, t3 */
#define OXDNA_PAIRING_4  0.46, 0.133855, OXDNA_PI, 0.7, 3.10559
#define OXDNA_PAIRING_7  4, 17.0526, OXDNA_PI / 2, 0.45, 0.555556 /* also for t8 */
#define OXDNA_CROSS_1    2.25, 7.00545, OXDNA_PI - 2.35, 0.58, 0.766284
#define OXDNA_CROSS_2    1.7, 6.2469, 1, 0.68, 0.865052 /* also for t3 */
#define OXDNA_CROSS_4    1.5, 2.59556, 0, 0.65, 1.02564
#define OXDNA_CROSS_7    1.7, 6.2469, 0.875, 0.68, 0.865052 /* also for t8 */
#define OXDNA_COAXIAL_1  2, 10.9032, OXDNA_PI - 0.6, 0.65, 0.769231
#define OXDNA_COAXIAL_4  OXDNA_STACKING_4
#define OXDNA_COAXIAL_5  OXDNA_STACKING_5 /* also for t6 */

#endif
