// The only code that calls ICU.
#pragma once
