import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endingText, openControlGroups } from '@svc/runner';
import { requireProgram } from '@svc/testing';
import { OracleChild } from './oracle-child';

/** Says what it finds where it runs, as an oracle that a stranger's file has taken over would. */
const TAKEN_OVER = `
const fs = require('node:fs');
const attempt = (what) => { try { return String(what() ?? 'done'); } catch (error) { return error.code; } };
process.once('message', ({ data }) => process.send({
  status: fs.readFileSync('/proc/self/status', 'utf8'),
  rows: attempt(() => fs.readFileSync(data.path)),
  forged: attempt(() => fs.writeFileSync(data.path, 'forged')),
  chmod: attempt(() => fs.chmodSync(data.path, 0o666)),
  written: attempt(() => fs.writeFileSync('/tmp/x', 'x')),
  others: attempt(() => fs.readFileSync(OBJECT)),
  routes: fs.readFileSync('/proc/net/route', 'utf8').trim().split('\\n').length - 1,
  environment: Object.keys(process.env).filter((name) => !name.startsWith('NODE_CHANNEL')),
}));
`;

const root = mkdtempSync(join(tmpdir(), 'svc-oracle-child-'));
const [code, object, scratch] = [join(root, 'code'), join(root, 'object'), join(root, 'scratch')];
beforeAll(() => {
  mkdirSync(code);
  chmodSync(code, 0o755);
  writeFileSync(join(code, 'program.js'), TAKEN_OVER.replace('OBJECT', JSON.stringify(object)));
  writeFileSync(object, 'certified', { mode: 0o444 });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('an oracle process behind its walls', () => {
  it('runs as an unprivileged user, reads the rows it judges and can change nothing', async () => {
    const child = OracleChild.start({
      program: join(code, 'program.js'),
      memoryMb: 128,
      walls: {
        bubblewrap: requireProgram('bwrap', 'bubblewrap'),
        code: [code],
        scratch,
        groups: openControlGroups().groups,
      },
    });
    const said = new Promise<Record<string, unknown>>((resolve, reject) => {
      child.process.process.once('message', (message) => resolve(Object(message)));
      void child.process.ended.then((ending) => reject(new Error(endingText(ending))));
    });
    const task = await child.shown({
      ...Object(null),
      data: { path: object, hash: '', rows: 1 },
      sample: null,
    });
    child.process.send(task);
    const { status, ...found } = await said;
    expect(found).toEqual({
      rows: 'certified',
      forged: 'EROFS',
      chmod: 'EROFS',
      written: 'EFBIG',
      others: 'ENOENT',
      routes: 0,
      environment: ['PWD'],
    });
    expect(status).toMatch(/^CapEff:\s+0{16}$/m);
    expect(status).toMatch(/^Uid:\s+65534\s/m);
    expect(status).toMatch(/^Seccomp:\s+2$/m);
    await child.end();
    expect(readdirSync(scratch)).toEqual([]);
    expect(existsSync(object)).toBe(true);
  });
});
