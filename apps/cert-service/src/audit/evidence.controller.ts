import { Controller, Inject } from '@nestjs/common';
import {
  exportAuditSegment,
  type FileReply,
  getAuditCheckpoint,
  getAuditProof,
  listAuditSegments,
  type RequestOf,
  type ResponseOf,
} from '@svc/contracts';
import { cursorAfter, Handles, numberBefore } from '@svc/platform';
import { AUDIT_FILES, type AuditFiles } from './audit.ports';
import { ProveRecord } from './prove-record';
import { SegmentArchive } from './retention/segment-archive';

/** Downloads for auditors: checkpoints, proofs, and the log itself. */
@Controller()
export class EvidenceController {
  constructor(
    private readonly proofs: ProveRecord,
    private readonly archive: SegmentArchive,
    @Inject(AUDIT_FILES) private readonly files: AuditFiles,
  ) {}

  @Handles(getAuditCheckpoint)
  async checkpoint({
    query,
  }: RequestOf<typeof getAuditCheckpoint>): Promise<ResponseOf<typeof getAuditCheckpoint> | FileReply> {
    const { note, origin, size, root } = await this.proofs.checkpoint();
    if (query.format === 'note') return this.text(note, `checkpoint-${size}.note`);
    return { checkpoint: note, origin, size, root: Buffer.from(root, 'hex').toString('base64') };
  }

  @Handles(getAuditProof)
  async proof({
    params: { seq },
    query,
  }: RequestOf<typeof getAuditProof>): Promise<ResponseOf<typeof getAuditProof> | FileReply> {
    const { proof, checkpoint } = await this.proofs.prove(seq);
    if (query.format === 'note') return this.text(proof, `audit-${seq}.tlog-proof`);
    return { seq, tree_size: checkpoint.size, proof };
  }

  @Handles(listAuditSegments)
  async segments({
    query: { cursor, limit },
  }: RequestOf<typeof listAuditSegments>): Promise<ResponseOf<typeof listAuditSegments>> {
    const items = await this.archive.list(numberBefore(cursor) ?? -1, limit);
    const last = items.at(-1);
    return {
      items,
      next_cursor: items.length === limit && last !== undefined ? cursorAfter(String(last.first_seq)) : null,
    };
  }

  @Handles(exportAuditSegment)
  async export({ params }: RequestOf<typeof exportAuditSegment>): Promise<FileReply> {
    const { object, bytes, name } = await this.archive.fetch(params.first_seq);
    return { object, bytes, content_type: 'application/jsonl', file_name: name };
  }

  private async text(text: string, file_name: string): Promise<FileReply> {
    return { ...(await this.files.offer(text)), content_type: 'text/plain; charset=utf-8', file_name };
  }
}
