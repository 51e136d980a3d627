import { execFile, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';

const ROOT = path.resolve(__dirname, '../..');
const MiB = 1024 * 1024;

const child = z.looseObject({ name: z.string(), state: z.string(), restarts: z.int() });
const status = z.looseObject({
  gateway: z.string().nullable(),
  token: z.string().nullable(),
  processes: z.array(child),
});
const statusFile = z.looseObject({ children: z.array(child) });

function mount(place: string, bytes: number): string | null {
  const done = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=0755`, 'tmpfs', place], {
    encoding: 'utf8',
  });
  return done.status === 0 ? null : (done.error?.message ?? done.stderr).trim();
}

/** Why no small file system can be mounted here; null where one can. That takes root, and a container that lets it. */
export function whyNoSmallDisk(): string | null {
  const place = mkdtempSync(path.join(tmpdir(), 'svc-mount-'));
  const why = mount(place, MiB);
  if (why === null) spawnSync('umount', [place]);
  rmSync(place, { recursive: true });
  return why;
}

/** A stack of its own whose state lies on a file system of a few hundred megabytes. */
export class SmallDisk {
  private constructor(readonly place: string) {}

  static async start(bytes: number): Promise<SmallDisk> {
    const disk = new SmallDisk(mkdtempSync(path.join(tmpdir(), 'svc-small-disk-')));
    const why = mount(disk.place, bytes);
    if (why !== null) throw new Error(why);
    try {
      await disk.svc('up', '--bare');
      return disk;
    } catch (error) {
      await disk.stop();
      throw error;
    }
  }

  /** Runs `./svc …` for this stack; rejects when it fails, but answers what `status` says however it ends. */
  svc(...args: string[]): Promise<string> {
    const { SVC_POSTGRES_URL: _p, SVC_NATS_URL: _n, SVC_REDIS_URL: _r, ...env } = process.env;
    return new Promise((resolve, reject) => {
      execFile(
        path.join(ROOT, 'svc'),
        args,
        { cwd: ROOT, env: { ...env, SVC_STATE_DIR: path.join(this.place, 'state'), NO_COLOR: '1' } },
        (error, stdout, stderr) => {
          if (error === null || args[0] === 'status') resolve(stdout);
          else reject(new Error(`svc ${args.join(' ')}: ${stderr}`));
        },
      );
    });
  }

  async status(): Promise<z.output<typeof status>> {
    return status.parse(JSON.parse(await this.svc('status', '--json')));
  }

  /** What `./svc status` would say, from the file it reads: starting that program takes seconds on a busy machine. */
  processes(): z.output<typeof child>[] {
    return statusFile.parse(JSON.parse(readFileSync(path.join(this.place, 'state', 'run', 'status.json'), 'utf8')))
      .children;
  }

  /** Takes every last byte of the disk, as somebody would who knows nothing of reserves. Answers how many that were. */
  fill(): number {
    const handle = openSync(this.filler, 'a');
    let taken = 0;
    try {
      for (let piece = MiB; piece >= 512;) {
        try {
          taken += writeSync(handle, Buffer.alloc(piece));
        } catch {
          piece /= 2;
        }
      }
    } finally {
      closeSync(handle);
    }
    return taken;
  }

  free(): void {
    rmSync(this.filler, { force: true });
  }

  async stop(): Promise<void> {
    this.free();
    await this.svc('down').catch(() => undefined);
    spawnSync('umount', [this.place]);
    rmSync(this.place, { recursive: true, force: true });
  }

  private get filler(): string {
    return path.join(this.place, 'filler');
  }
}
