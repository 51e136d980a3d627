// Lets `node -r` run a program of this service's tests from our TypeScript sources, the libraries' too.
require('../../../libs/platform/test/run-typescript.js');
const Module = require('node:module');
const path = require('node:path');

const libs = path.resolve(__dirname, '../../../libs');
const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, ...rest) {
  const [, library] = /^@svc\/(audit-chain|oracle)$/.exec(request) ?? [];
  return library === undefined ? resolve.call(this, request, ...rest) : path.join(libs, library, 'src', 'index.ts');
};
