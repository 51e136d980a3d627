/** Members of a request that grant something, as the audit log holds them: names and flags, never secrets. */
export type Granted = Readonly<Record<string, string | number | boolean | null>>;

/** The longest text that the log takes. */
const LONGEST = 200;
const CUT = '…';

/**
 * Those members of a valid body or query whose names are in `records`, and no other. Lists are joined with commas (a comma that is
 * part of a name stands as `\,`); what is longer than the log takes ends in `…`. Members that are absent, or are objects,
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

/** Groups of a directory may be `CN=…,OU=…`: one such name must not pass for two. */
function escaped(name: string): string {
  return name.replaceAll(/[\\,]/g, '\\$&');
}

function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - CUT.length)}${CUT}`;
}
