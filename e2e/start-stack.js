const { execFileSync } = require('node:child_process');
const { writeFileSync } = require('node:fs');
const path = require('node:path');

/** Runs the README's first command; what it printed is kept for the specs that hold it to its word. */
module.exports = () => {
  const state = process.env.SVC_STATE_DIR;
  if (state === undefined)
    throw new Error('Run the end-to-end tests through ./svc test, which gives them a stack of their own.');
  // Anchors of the audit log lie outside of the state directory; those of tests have no business in anybody's home.
  process.env.XDG_STATE_HOME = `${path.resolve(state)}.home`;
  const root = path.resolve(__dirname, '..');
  const printed = execFileSync(path.join(root, 'svc'), ['up'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  writeFileSync(path.join(state, 'up.txt'), printed);
};
