// Lets a child process of a test run our TypeScript sources: `node -r ./run-typescript.js script.ts`.
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const { transformSync } = require('@swc/core');

const libs = path.resolve(__dirname, '..', '..');
const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, ...rest) {
  const [, library] = /^@svc\/(contracts|oracle|platform|testing|warehouse)$/.exec(request) ?? [];
  return library === undefined ? resolve.call(this, request, ...rest) : path.join(libs, library, 'src', 'index.ts');
};
Module._extensions['.ts'] = (module, file) => {
  const { code } = transformSync(readFileSync(file, 'utf8'), {
    filename: file,
    swcrc: false,
    jsc: {
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
      target: 'es2023',
      keepClassNames: true,
    },
    module: { type: 'commonjs' },
  });
  module._compile(code, file);
};
