// The process from our TypeScript sources, so that a test runs the code as it is and not as it was last built.
require('../../../../../libs/platform/test/run-typescript.js');
require('../oracle-worker.ts');
