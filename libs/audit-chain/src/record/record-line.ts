import { hash } from 'node:crypto';
import { canonicalText } from '../canonical-json/canonicalize';
import { isWellFormed } from '../canonical-json/json-limits';
import { JsonError } from '../canonical-json/json.error';
import { parseJson } from '../canonical-json/parse-json';
import { auditEntry, auditRecord, type AuditEntry, type AuditRecord } from './audit-record';
import { LogError } from './log.error';

/** What the first line of a log names as the line before it. */
export const NO_LINE = '0'.repeat(64);

/** SHA-256 of a raw line without its newline: what the next line's `prev` must be. */
export function lineHash(line: string | Uint8Array): string {
  return hash('sha256', line);
}

/**
 * The canonical line (RFC 8785, no newline) of an entry at a place in the chain.
 *
 * Members are written in canonical order by hand, several times faster than sorting them for each record; a property
 * test holds it equal to `canonicalText`.
 */
export function encodeLine(entry: AuditEntry, seq: number, prev: string): string {
  const { target } = entry;
  return (
    `{"action":${quote(entry.action)},"actor":${quote(entry.actor)},"at":${quote(entry.at)}` +
    `,"detail":${canonicalText(entry.detail)},"duration_us":${entry.duration_us},"id":${quote(entry.id)}` +
    `,"method":${quote(entry.method)},"outcome":"${entry.outcome}","prev":"${prev}","route":${quote(entry.route)}` +
    `,"seq":${seq},"status":${entry.status}` +
    `,"target":${target === null ? 'null' : `{"name":${quote(target.name)},"type":${quote(target.type)}}`}` +
    `,"trace_id":${quote(entry.trace_id)},"v":1}`
  );
}

/** The record of a line, or null if the line is not exactly the canonical form of a record. */
export function decodeLine(line: string): AuditRecord | null {
  try {
    const value = parseJson(line);
    return auditRecord.accepts(value) && canonicalText(value) === line ? value : null;
  } catch (error) {
    if (error instanceof JsonError) return null;
    throw error;
  }
}

/**
 * The record of a line that a writer wrote, without asking whether it is spelled canonically: verifying does.
 * @throws LogError `log-damaged` naming the file
 */
export function readRecord(line: string, file: string): AuditRecord {
  const value = parseOrNull(line);
  if (!auditRecord.accepts(value)) throw new LogError('log-damaged', `${file} contains a line that is not a record`);
  return value;
}

function parseOrNull(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** @throws LogError `invalid-entry` naming every defect, so that one bad entry cannot spoil a line */
export function requireEntry(entry: AuditEntry): void {
  const problems = auditEntry.problems(entry);
  if (problems.length === 0 && !isWellFormed(entryText(entry))) problems.push('/: contains half of a surrogate pair');
  if (problems.length > 0) throw new LogError('invalid-entry', problems.join('; '));
}

function entryText(entry: AuditEntry): string {
  const target = entry.target === null ? '' : `${entry.target.type}\n${entry.target.name}`;
  return [
    entry.actor,
    entry.action,
    entry.method,
    entry.route,
    entry.trace_id,
    target,
    ...Object.keys(entry.detail),
    ...Object.values(entry.detail),
  ].join('\n');
}

function quote(text: string): string {
  return JSON.stringify(text);
}
