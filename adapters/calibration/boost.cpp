// boost.cpp -- the algebra of Boost.odeint, compiled with the flags of its solver.
//
// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
extern "C" {
#include "adapters/calibration/calibration.h"
}

#include <boost/numeric/odeint/algebra/default_operations.hpp>
#include <boost/numeric/odeint/algebra/range_algebra.hpp>
#include <boost/range/iterator_range.hpp>
#include <boost/version.hpp>
#include <cstdio>

namespace odeint = boost::numeric::odeint;

extern "C" {

static bool open(workpiece *, char *version, size_t size)
{
    std::snprintf(version, size, "%s", BOOST_LIB_VERSION);
    return true;
}

static void sum(workpiece *w)
{
    auto x = boost::make_iterator_range(w->x), y = boost::make_iterator_range(w->y),
         z = boost::make_iterator_range(w->z);
    odeint::range_algebra::for_each3(z, x, y,
                                     odeint::default_operations::scale_sum2<>(1.7, 0.3));
}

extern const calibration calibrate_boost;
const calibration calibrate_boost = { "Boost", open, { { "scale_sum2", sum, loop_sum } } };
}
