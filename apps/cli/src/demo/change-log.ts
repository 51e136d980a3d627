import { type AuditRecord, canonicalText, decodeLine, lineHash } from '@svc/audit-chain';
import { CommandError } from '../command/usage-error';
import { type LogFile, type LogLines, middleOf } from './log-lines';

/** A manipulated log, and what was done. */
export interface ChangedLog {
  readonly files: readonly LogFile[];
  readonly change: string;
}

const SOMEBODY_ELSE = 'user:somebody-else';
const CUT = 3;

/** A record that accuses somebody else. */
export function editLine(log: LogLines): ChangedLog {
  const { file, line } = middleOf(log);
  const record = recordAt(log.files, file, line);
  return {
    files: withLines(log.files, file, (lines) => lines.with(line, blaming(record))),
    change: `record ${record.seq} says ${SOMEBODY_ELSE} did it, not ${record.actor}`,
  };
}

/** An invented record. */
export function dropLine(log: LogLines): ChangedLog {
  const { file, line } = middleOf(log);
  return {
    files: withLines(log.files, file, (lines) => lines.toSpliced(line, 1)),
    change: `record ${recordAt(log.files, file, line).seq} is gone`,
  };
}

/** Two records in the wrong order. */
export function swapLines(log: LogLines): ChangedLog {
  const { file, line } = middleOf(log);
  const { seq } = recordAt(log.files, file, line);
  return {
    files: withLines(log.files, file, (lines) => [
      ...lines.slice(0, line),
      ...lines.slice(line, line + 2).reverse(),
      ...lines.slice(line + 2),
    ]),
    change: `records ${seq} and ${seq + 1} have changed places`,
  };
}

/** The newest records cut off. The rest is an intact log. */
export function cutEnd(log: LogLines): ChangedLog {
  const file = log.files.length - 1;
  const count = Math.min(CUT, log.files[file]?.lines.length ?? 0);
  return {
    files: withLines(log.files, file, (lines) => lines.slice(0, -count)),
    change: `the newest ${count === 1 ? 'record is' : `${count} records are`} cut off, and the checkpoint beside them is removed`,
  };
}

/** The edit again, with every later record chained anew: possible for anybody who can write the files and knows the format. */
export function rewriteFrom(log: LogLines): ChangedLog {
  const at = middleOf(log);
  const edited = editLine(log);
  let prev = lineHash(edited.files[at.file]?.lines[at.line] ?? '');
  const rechain = (line: string): string => {
    const record = decodeLine(line);
    if (record === null) throw new CommandError('the log has a line that is not a record');
    const chained = canonicalText({ ...record, prev });
    prev = lineHash(chained);
    return chained;
  };
  const files = edited.files.map((it, index): LogFile => {
    if (index < at.file) return it;
    const kept = index === at.file ? at.line + 1 : 0;
    return {
      name: it.name,
      lines: [...it.lines.slice(0, kept), ...it.lines.slice(kept).map(rechain)],
      asStored: false,
    };
  });
  return { files, change: `${edited.change}, and every later record is chained again` };
}

function blaming(record: AuditRecord): string {
  return canonicalText({ ...record, actor: SOMEBODY_ELSE });
}

function recordAt(files: readonly LogFile[], file: number, line: number): AuditRecord {
  const record = decodeLine(files[file]?.lines[line] ?? '');
  if (record === null) throw new CommandError('the log has a line that is not a record', 'svc certificate chain');
  return record;
}

function withLines(
  files: readonly LogFile[],
  file: number,
  change: (lines: readonly string[]) => readonly string[],
): readonly LogFile[] {
  return files.map((it, index) => (index === file ? { name: it.name, lines: change(it.lines), asStored: false } : it));
}
