import { didYouMean } from '@svc/closest-name';
import type { ColumnType } from '../table/column';
import { type Claim, CLAIM_KINDS, type ClaimKind, type RoleValue } from './claim';
import { type ClaimKindDescription, claimKinds } from './claim-kinds';
import { requireChangeForm } from './change-form';
import { requireWholeDesigns } from './design-roles';
import type { RoleDescription } from './roles';
import { DECLARED_FACTS, readDeclared } from './declared-facts';
import { isObject, isStringList, type Problem, Problems } from './problem';

/** A column by name alone, or with its type (which lets unusable types be refused too). */
export type KnownColumn = string | { readonly name: string; readonly type?: ColumnType };

export type ParsedClaim =
  { readonly ok: true; readonly claim: Claim } | { readonly ok: false; readonly problems: readonly Problem[] };

const PARTS = ['question', 'kind', 'roles', 'declared'];

/**
 * Reads a claim against the columns it speaks about. Everything a typo could silence is refused here, with a
 * suggestion: an unknown kind, role or fact, a missing column, a column whose type cannot fill the role.
 */
export function parseClaim(json: unknown, columns: readonly KnownColumn[]): ParsedClaim {
  const problems = new Problems();
  if (!isObject(json)) return { ok: false, problems: [{ pointer: '', message: 'a claim must be an object' }] };
  for (const part of Object.keys(json)) {
    if (!PARTS.includes(part)) problems.add([part], `is not a member of a claim${didYouMean(part, PARTS)}`);
  }
  const { question } = json;
  if (typeof question !== 'string' || question.trim() === '') problems.add(['question'], 'must state what is claimed');
  const kind = readKind(json.kind, problems);
  const types = new Map(
    columns.map((column) => (typeof column === 'string' ? [column, undefined] : [column.name, column.type])),
  );
  const declared = readDeclared(json.declared, new Set(types.keys()), problems);
  const roles = kind === null ? {} : readRoles(json.roles, claimKinds[kind], types, problems);
  if (kind !== null) requireRoles(claimKinds[kind], roles, json.declared, kind, problems);
  if (problems.list.length > 0 || kind === null || typeof question !== 'string')
    return { ok: false, problems: problems.list };
  return { ok: true, claim: { question, kind, roles, declared } };
}

function readKind(value: unknown, problems: Problems): ClaimKind | null {
  const kind = CLAIM_KINDS.find((name) => name === value);
  if (kind !== undefined) return kind;
  const hint = typeof value === 'string' ? didYouMean(value, CLAIM_KINDS) : '';
  problems.add(['kind'], `must be one of ${CLAIM_KINDS.join(', ')}${hint}`);
  return null;
}

type Types = ReadonlyMap<string, ColumnType | undefined>;

function readRoles(
  value: unknown,
  kind: ClaimKindDescription,
  types: Types,
  problems: Problems,
): Record<string, RoleValue> {
  const roles: Record<string, RoleValue> = {};
  if (value === undefined || value === null) return roles;
  if (!isObject(value)) {
    problems.add(['roles'], 'must map roles to columns');
    return roles;
  }
  for (const [given, content] of Object.entries(value)) {
    const name = ownName(kind, given);
    const description = kind.roles[name];
    if (description === undefined) {
      const known = Object.keys(kind.roles);
      problems.add(
        ['roles', given],
        kind.refused?.[given] === undefined
          ? `is not a role of this kind (${known.join(', ') || 'it has none'})${factHint(given)}${didYouMean(given, known)}`
          : `has no meaning here: ${kind.refused[given]}`,
      );
    } else if (roles[name] !== undefined) {
      problems.add(['roles', given], `gives "${name}" twice`);
    } else if (content !== null) {
      const read = readRole(content, description, ['roles', given], types, problems);
      if (read !== null) roles[name] = read;
    }
  }
  return roles;
}

function factHint(given: string): string {
  return DECLARED_FACTS.includes(given) ? `; "${given}" is a fact: put it under declared` : '';
}

function ownName(kind: ClaimKindDescription, given: string): string {
  if (Object.hasOwn(kind.roles, given)) return given;
  const match = Object.entries(kind.roles).find(([, role]) => role.aliases.includes(given));
  return match?.[0] ?? given;
}

function readRole(
  content: unknown,
  role: RoleDescription,
  path: readonly string[],
  types: Types,
  problems: Problems,
): RoleValue | null {
  if (role.takes === 'number') {
    if (typeof content === 'number' && Number.isFinite(content)) return content;
    problems.add(path, 'must be a number');
    return null;
  }
  const columns = typeof content === 'string' ? [content] : content;
  if (!isStringList(columns) || columns.length === 0 || (role.takes === 'column' && columns.length !== 1)) {
    problems.add(path, role.takes === 'column' ? 'must be one column' : 'must be a column or a list of columns');
    return null;
  }
  columns.forEach((column, i) =>
    checkColumn(column, role, typeof content === 'string' ? path : [...path, String(i)], types, problems),
  );
  return role.takes === 'column' ? (columns[0] ?? null) : columns;
}

function checkColumn(
  column: string,
  role: RoleDescription,
  path: readonly string[],
  types: Types,
  problems: Problems,
): void {
  if (!types.has(column)) {
    problems.add(path, `there is no column "${column}"${didYouMean(column, types.keys())}`);
    return;
  }
  const type = types.get(column);
  if (role.type === 'numeric' && (type === 'string' || type === 'time')) {
    problems.add(path, `"${column}" holds ${type === 'string' ? 'text' : 'times'}; this role needs numbers`);
  }
  if (role.type === 'time' && type === 'boolean')
    problems.add(path, `"${column}" holds true/false; this role needs times or numbers`);
}

function requireRoles(
  kind: ClaimKindDescription,
  roles: Readonly<Record<string, RoleValue>>,
  declared: unknown,
  name: ClaimKind,
  problems: Problems,
): void {
  for (const [role, { required, unless = role, meaning }] of Object.entries(kind.roles)) {
    if (
      required &&
      roles[role] === undefined &&
      roles[unless] === undefined &&
      !failedAlready(problems, kind.roles[role], role)
    ) {
      problems.add(['roles'], `"${name}" needs the role "${role}": ${meaning}`);
    }
  }
  const facts = isObject(declared) ? declared : {};
  for (const choice of kind.oneOf) {
    const given = choice.some((entry) =>
      entry.startsWith('declared:') ? (facts[entry.slice(9)] ?? null) !== null : roles[entry] !== undefined,
    );
    if (!given)
      problems.add(
        [choice[0]?.startsWith('declared:') === true ? 'declared' : 'roles'],
        `"${name}" needs ${choice.map((entry) => entry.replace(':', '.')).join(' or ')}`,
      );
  }
  requireWholeDesigns(roles, facts, problems);
  if (name === 'change') requireChangeForm(roles, problems);
}

/** A role that was given but refused has its own problem; saying that it is missing would mislead. */
function failedAlready(problems: Problems, role: RoleDescription | undefined, name: string): boolean {
  return problems.list.some(({ pointer }) =>
    [name, ...(role?.aliases ?? [])].some((spelling) => pointer.startsWith(`/roles/${spelling}`)),
  );
}
