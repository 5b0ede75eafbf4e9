// What the authors of a library wrote where the program has only their bundle.
#pragma once

#include "reports/analysis/find_original.hpp"
#include "reports/analysis/findings.hpp"

namespace tensorleak::analysis {

/// Gives the library frames of a leak their original places, where `find_original` knows them. A
/// map may be tens of megabytes, and what the program called is not what forgot the tensor where
/// that is the runtime: so only libraries in between are asked for, and only of sites that leak.
/// Names, owners and the bundle's places stay, as fingerprints rest on them.
void name_library_originals(Site& site, const FindOriginal& find_original);

}  // namespace tensorleak::analysis
