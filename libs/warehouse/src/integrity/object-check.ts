import { type Finding, type FileFacts, examine, openFile, type Pace, statOf } from './checked-file';

/** Whether a file matches the hash in its name. `identity` is that of the checked file. */
export type Condition =
  | ({ readonly kind: 'intact' } & FileFacts)
  | { readonly kind: 'absent' }
  | { readonly kind: 'damaged'; readonly finding: Finding };

/** About 30 MB of names and identities. */
const MAX_REMEMBERED = 100_000;
/** A file that is replaced while it is read, by a repair or another writer, is checked once more. */
const ATTEMPTS = 3;

/**
 * Knows which files match their names. A file is read completely the first time, and again whenever its identity has
 * changed; otherwise a check costs one `lstat`. Results are kept in memory, per process.
 */
export class ObjectCheck {
  /** Path → identity of the file whose bytes were right. */
  private readonly right = new Map<string, string>();
  private readonly underWay = new Map<string, Promise<Condition>>();

  constructor(private readonly now: () => Date) {}

  async of(path: string, object: string, attempts = ATTEMPTS): Promise<Condition> {
    const now = await statOf(path);
    if (now === null) return { kind: 'absent' };
    const { identity } = now;
    if (this.right.get(path) === identity) return { kind: 'intact', ...now };
    const found = await (this.underWay.get(path) ?? this.start(path, object));
    // The result of another caller's check may be older than what this caller saw.
    const another = found.kind === 'intact' && found.identity !== identity;
    return another && attempts > 1 ? this.of(path, object, attempts - 1) : found;
  }

  /** Reads the file even if it was verified before: bit rot does not change its identity. */
  async anew(path: string, object: string, pace?: Pace): Promise<Condition> {
    this.right.delete(path);
    return this.read(path, object, ATTEMPTS, pace);
  }

  private start(path: string, object: string): Promise<Condition> {
    const reading = this.read(path, object, ATTEMPTS).finally(() => this.underWay.delete(path));
    this.underWay.set(path, reading);
    return reading;
  }

  private async read(path: string, object: string, attempts: number, pace?: Pace): Promise<Condition> {
    const file = await openFile(path);
    if (file === null) return { kind: 'absent' };
    const finding = await examine(file, object, this.now(), pace).finally(() => file.close());
    if (finding.intact) {
      if (finding.settled) this.remember(path, finding.identity);
      return { kind: 'intact', ...finding };
    }
    const still = await statOf(path);
    if (attempts > 1 && (still === null || still.identity !== finding.identity))
      return this.read(path, object, attempts - 1, pace);
    return { kind: 'damaged', finding };
  }

  private remember(path: string, identity: string): void {
    this.right.delete(path);
    this.right.set(path, identity);
    const [oldest] = this.right.keys();
    if (this.right.size > MAX_REMEMBERED && oldest !== undefined) this.right.delete(oldest);
  }
}
