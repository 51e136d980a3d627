/** Members of a request that grant something, as audit records contain them: names and flags, never secrets. */
export type Granted = Readonly<Record<string, string | number | boolean | null>>;

/** The longest text that the log accepts. */
const MAX_LENGTH = 200;
const CUT = '…';

/**
 * The members of a valid body or query whose names are in `records`. Lists are joined with commas (a comma that is
 * part of a name becomes `\,`); longer texts than the log accepts end in `…`. Members that are absent, or are objects,
 * are left out.
 */
export function grantedIn(records: readonly string[], sent: unknown): Granted {
  if (records.length === 0 || typeof sent !== 'object' || sent === null) return {};
  const members = Object.entries(sent).flatMap(([name, value]) => {
    const said = records.includes(name) ? wordsOf(value) : undefined;
    return said === undefined ? [] : [[name, said] as const];
  });
  return Object.fromEntries(members);
}

function wordsOf(value: unknown): Granted[string] | undefined {
  if (typeof value === 'string') return cut(value);
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  return Array.isArray(value) && value.every((it) => typeof it === 'string')
    ? cut(value.map(escaped).join(','))
    : undefined;
}

/** Groups of a directory may be `CN=…,OU=…`: one such name must not look like two. */
function escaped(name: string): string {
  return name.replaceAll(/[\\,]/g, '\\$&');
}

function cut(text: string): string {
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH - CUT.length)}${CUT}`;
}
