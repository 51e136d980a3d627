const { execFileSync } = require('node:child_process');
const path = require('node:path');

module.exports = () => {
  const root = path.resolve(__dirname, '..');
  execFileSync(path.join(root, 'svc'), ['down'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
};
