import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface SvcOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** The client as distributed: bundled, in a process of its own, without our environment. */
export class Svc {
  private folder: string | undefined;

  build(): void {
    this.folder = mkdtempSync(join(tmpdir(), 'svc-cli-'));
    execFileSync(process.execPath, [join(__dirname, '..', 'build.mjs'), join(this.folder, 'client')]);
  }

  /** Its own folder: contains the client, and commands run there. */
  get directory(): string {
    if (this.folder === undefined) throw new Error('the client was not built');
    return this.folder;
  }

  get entry(): string {
    return join(this.directory, 'client', 'svc.mjs');
  }

  run(args: readonly string[], options: SvcOptions = {}): Promise<Ended> {
    const child = spawn(process.execPath, [this.entry, ...args], {
      cwd: options.cwd ?? this.directory,
      env: { PATH: process.env.PATH, HOME: this.directory, ...options.env },
    });
    const [stdout, stderr] = [read(child.stdout), read(child.stderr)];
    child.stdin.on('error', () => undefined).end(options.input ?? '');
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, stdout: stdout(), stderr: stderr() }));
    });
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }
}

function read(stream: NodeJS.ReadableStream): () => string {
  const parts: Buffer[] = [];
  stream.on('data', (part: Buffer) => parts.push(part));
  return () => Buffer.concat(parts).toString('utf8');
}
