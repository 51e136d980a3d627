import { hostname } from 'node:os';
import { folderOfThisProcess, isOfDeadProcess } from './process-folder';

describe('the folder of a process', () => {
  it('is known to be left behind once its process has ended, also when another got its number', () => {
    const own = folderOfThisProcess();
    expect(isOfDeadProcess(own)).toBe(false);
    expect(isOfDeadProcess(`${hostname()}_${String(process.pid)}_1`)).toBe(true);
    expect(isOfDeadProcess(`${hostname()}_4194305_1`)).toBe(true);
  });

  it('is left alone when it is of another host, or of nobody we know', () => {
    expect(isOfDeadProcess('another-host_4194305_1')).toBe(false);
    expect(isOfDeadProcess('6f1c0f4e-52c5-4d0b-9a54-1f5a2d3b8c11')).toBe(false);
  });
});
