// What the headers of the C++ API share: the export macro, and the C interface below them.
//
// Needs. None of these headers uses RTTI or contains a throw or a catch, so they compile with
// -fno-rtti and -fno-exceptions. The library itself throws: a program built with -fno-exceptions
// ends by std::terminate where one of its calls is documented to throw.
#pragma once

#include <track/track.h>

// track.h names no exports where TRACK_DISABLE turns it into nothing.
#ifndef TRACK_API
#if defined(__GNUC__)
#define TRACK_API __attribute__((visibility("default")))
#else
#define TRACK_API
#endif
#endif
