// The formats of other tools. Each function gives the whole text of a file, ending in a line break.
#pragma once

#include <string>

#include "reports/exports/exported.hpp"

namespace tensorleak::exports {

/// JUnit's XML, as CI servers read it: a case for the whole and one for each site that is told of.
std::string junit(const Exported& exported);

/// SARIF 2.1.0 (OASIS), for code scanning. Fingerprints are partialFingerprints.
std::string sarif(const Exported& exported);

/// Workflow commands of GitHub Actions, which become annotations of lines.
std::string github(const Exported& exported);

/// GitLab's code quality report (a subset of Code Climate's format).
std::string gitlab(const Exported& exported);

/// A summary for a pull request, in GitHub's Markdown.
std::string markdown(const Exported& exported);

/// All sites as comma-separated values (RFC 4180), with a line of names.
std::string csv(const Exported& exported);

/// Stacks with the bytes that are alive, one a line, as flamegraph.pl reads them; the label is the
/// outermost frame.
std::string folded(const Exported& exported);

/// The same stacks for speedscope.app: bytes and tensors that are alive.
std::string speedscope(const Exported& exported);

/// Counters at each frame in the trace event format, for Perfetto and chrome://tracing: all that is
/// alive in each lane, and each leaking site.
std::string perfetto(const Exported& exported);

}  // namespace tensorleak::exports
