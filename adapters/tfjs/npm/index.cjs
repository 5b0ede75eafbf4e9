'use strict';

const { expectNoLeakedTensors } = require('./expect.cjs');
const { LeakedTensorsError, NothingObservedError } = require('./errors.cjs');

module.exports = { expectNoLeakedTensors, LeakedTensorsError, NothingObservedError };
