import { ownGroup } from './control-group-folder';

/** As on a machine that runs Docker under version 1, with the processor in a hierarchy of its own. */
const V1 = {
  cgroup: '9:name=systemd:/\n8:pids:/\n4:memory:/api/ed18:4\n1:cpu,cpuacct:/\n',
  mountinfo:
    '32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:9 - cgroup cgroup rw,cpu,cpuacct\n' +
    '35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n' +
    '39 31 0:36 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids\n',
};
const V2 = {
  cgroup: '0::/user.slice/user-1000.slice/session-2.scope\n',
  mountinfo:
    '22 1 8:1 / / rw - ext4 /dev/sda1 rw\n31 23 0:28 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n',
};

describe('the control group that a process is in', () => {
  it.each([
    ['memory', '/sys/fs/cgroup/memory/api/ed18:4'],
    ['pids', '/sys/fs/cgroup/pids'],
    ['cpu', '/sys/fs/cgroup/cpu,cpuacct'],
  ] as const)('is found for %s under version 1', (controller, folder) => {
    expect(ownGroup(controller, V1.cgroup, V1.mountinfo)).toEqual({ version: 1, folder });
  });

  it('is one for all controllers under version 2', () => {
    const own = { version: 2, folder: '/sys/fs/cgroup/user.slice/user-1000.slice/session-2.scope' };
    expect(ownGroup('memory', V2.cgroup, V2.mountinfo)).toEqual(own);
    expect(ownGroup('pids', V2.cgroup, V2.mountinfo)).toEqual(own);
  });

  it('is found in the hierarchy that has the controller where both versions are mounted', () => {
    const cgroup = `${V1.cgroup}0::/unit\n`.replace('8:pids:/\n', '');
    const mountinfo = `${V1.mountinfo}41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n`;
    expect(ownGroup('memory', cgroup, mountinfo)).toMatchObject({ version: 1 });
    expect(ownGroup('pids', cgroup, mountinfo)).toEqual({ version: 2, folder: '/sys/fs/cgroup/unified/unit' });
  });

  it('is found below the part of the hierarchy that a container sees, whatever its path is called', () => {
    const mountinfo = '35 31 0:32 /docker/ab\\040c /mnt/cgroup\\040v1 ro - cgroup cgroup rw,memory\n';
    expect(ownGroup('memory', '4:memory:/docker/ab c/child\n', mountinfo)).toEqual({
      version: 1,
      folder: '/mnt/cgroup v1/child',
    });
  });

  it.each([
    ['is mounted nowhere', V2.cgroup, ''],
    ['is outside of what is mounted', '4:memory:/other\n', '35 31 0:32 /docker/a /cg rw - cgroup cgroup rw,memory\n'],
    ['is outside of its namespace', '0::/../elsewhere\n', '31 23 0:28 / /cg rw - cgroup2 cgroup2 rw\n'],
    ['is not written as it ought to be', 'nonsense\n0:\n', 'nonsense - \n\n - cgroup2'],
  ])('is none when it %s', (_, cgroup, mountinfo) => {
    expect(ownGroup('memory', cgroup, mountinfo)).toBeNull();
  });
});
