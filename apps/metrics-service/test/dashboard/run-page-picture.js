// The thread entry from our TypeScript sources, so that a test runs the code as it is and not as it was last built.
require('../../../../libs/platform/test/run-typescript.js');
module.exports = require('../../src/dashboard/picture/page-picture.worker.ts').default;
