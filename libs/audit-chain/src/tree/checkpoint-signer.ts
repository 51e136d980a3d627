import { readIfPresent } from '../files/read-if-present';
import { replaceFile } from '../files/replace-file';
import { parseJson } from '../canonical-json/parse-json';
import type { SigningKey } from '../keys/signing-key';
import { LogError } from '../record/log.error';
import { integer, object, string, type ShapeOf } from '../shape/shape';
import { signCheckpoint } from './checkpoint';
import { requireKeyName, type LogKey } from './log-key';
import { treeRoot, type SubtreeSource } from './merkle-proof';
import type { TreeHash } from './tree-hash';

const signedState = object({ size: integer(0), root: string('64 hex digits', /^[0-9a-f]{64}$/) });

/** The largest tree ever signed, stored before its signature is returned. */
export type SignedState = ShapeOf<typeof signedState>;

/**
 * Signs checkpoints of one log and MUST be the only one to do so. It never signs a tree that does not extend what
 * it signed before: that would be proof, in its own hand, that the log was rewritten.
 */
export class CheckpointSigner {
  readonly logKey: LogKey;

  /**
   * @param options.name the log's origin, such as `example.com/audit`
   * @param options.statePath where the last signed size is kept; on another disk it also guards against a restored backup
   */
  constructor(
    private readonly options: { readonly key: SigningKey; readonly name: string; readonly statePath: string },
  ) {
    requireKeyName(options.name);
    this.logKey = { name: options.name, publicKey: options.key.publicKey };
  }

  /** What was signed last, or the empty state. */
  async lastSigned(): Promise<SignedState | null> {
    const text = await readIfPresent(this.options.statePath);
    if (text === null) return null;
    const value = parseJson(text);
    if (!signedState.accepts(value))
      throw new LogError('inconsistent-checkpoint', `${this.options.statePath} is not a signing state`);
    return value;
  }

  /**
   * The signed note for a tree.
   * @throws LogError `truncated` if the tree is smaller than what was signed, `inconsistent-checkpoint` if it contradicts it
   */
  async sign(size: number, root: TreeHash, tree: SubtreeSource): Promise<string> {
    await this.requireConsistent(size, tree);
    if ((await treeRoot(size, tree)) !== root)
      throw new LogError('inconsistent-checkpoint', `the stored tree of ${size} records has another root`);
    await replaceFile(this.options.statePath, `${JSON.stringify({ size, root })}\n`);
    return signCheckpoint({ origin: this.options.name, size, root }, this.options.key);
  }

  /** Throws, as `sign` does, unless the tree of `size` records extends what was signed last. */
  async requireConsistent(size: number, tree: SubtreeSource): Promise<void> {
    const last = await this.lastSigned();
    if (last === null) return;
    if (size < last.size) throw new LogError('truncated', `the log has ${size} records, but ${last.size} were signed`);
    if ((await treeRoot(last.size, tree)) !== last.root) {
      throw new LogError(
        'inconsistent-checkpoint',
        `the first ${last.size} records are not the ones that were signed: if verifyLog finds them intact, remove tree/`,
      );
    }
  }
}
