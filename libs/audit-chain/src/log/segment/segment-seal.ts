import type { AuditEntry, AuditRecord } from '../../record/audit-record';

/**
 * The checkpoint that closes a segment, as members of the next segment's first record: a signature inside the chain,
 * which a rewritten log cannot reproduce. Split up, because members of `detail` are short.
 */
export function sealDetail(note: string): AuditEntry['detail'] {
  const [origin, size, root, , signature] = note.split('\n');
  return {
    tree_origin: origin ?? '',
    tree_size: Number(size),
    tree_root: root ?? '',
    tree_signature: signature?.split(' ').at(-1) ?? '',
  };
}

/** The signed note that a segment's first record carries, or null if its writer had no key. */
export function sealedCheckpoint({ detail }: AuditRecord): string | null {
  const { tree_origin: origin, tree_size: size, tree_root: root, tree_signature: signature } = detail;
  return signature === undefined ? null : `${origin}\n${size}\n${root}\n\n— ${origin} ${signature}\n`;
}
