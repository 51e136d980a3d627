import { readFileSync } from 'node:fs';
import path from 'node:path';
import { containerSeccompProfile } from './container-profile';
import { ALLOWED } from './bubblewrap/system-calls';

const shipped: unknown = JSON.parse(readFileSync(path.resolve(__dirname, '../../../deploy/seccomp.json'), 'utf8'));

describe('the seccomp profile of containers that build sandboxes', () => {
  it('is the one in deploy/; after a change: npm run seccomp -w @svc/runner', () => {
    expect(shipped).toEqual(containerSeccompProfile());
  });

  it('refuses what it does not name, and what would reach other processes, the kernel or its settings', () => {
    expect(shipped).toMatchObject({ defaultAction: 'SCMP_ACT_ERRNO' });
    for (const call of ['ptrace', 'bpf', 'keyctl', 'io_uring_setup', 'setns', 'init_module', 'process_vm_writev'])
      expect(JSON.stringify(shipped)).not.toContain(`"${call}"`);
  });

  it('allows new namespaces only together with a new user namespace', () => {
    const flags = (value: number, valueTwo: number) => [{ index: 0, op: 'SCMP_CMP_MASKED_EQ', value, valueTwo }];
    const action = 'SCMP_ACT_ALLOW';
    expect(shipped).toMatchObject({
      syscalls: [
        { action },
        { action: 'SCMP_ACT_ERRNO', errnoRet: 38 },
        { names: ['clone'], action, args: flags(0x7e020000, 0) },
        { names: ['clone'], action, args: flags(0x10000000, 0x10000000) },
        { names: ['unshare'], action, args: flags(0x10000000, 0x10000000) },
      ],
    });
  });

  it('allows each call once that sandboxes may make, or the walls around them could not be given', () => {
    const { syscalls } = JSON.parse(JSON.stringify(shipped));
    const { names } = syscalls[0];
    expect(names).toEqual([...new Set(names)]);
    expect(names).toEqual(expect.arrayContaining(Object.keys(ALLOWED)));
  });
});
