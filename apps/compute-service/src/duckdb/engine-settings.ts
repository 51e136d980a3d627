/** Limits of one engine. Folders are absolute; it can reach no other file. */
export interface EngineSettings {
  readonly readable: readonly string[];
  /** Folder for output; for trusted statements only, since no COPY in users' SQL passes the gate. */
  readonly writable: readonly string[];
  readonly spillFolder: string;
  readonly spillBytes: number;
  readonly memoryBytes: number;
  readonly threads: number;
}

/** Parses the settings that a worker gets as its argument. No schema library: it would be a tenth of a worker's start. */
export function parseEngineSettings(text: string): EngineSettings {
  const settings: unknown = JSON.parse(text);
  if (isEngineSettings(settings)) return settings;
  throw new Error('a worker is started with its engine settings as JSON');
}

function isEngineSettings(value: unknown): value is EngineSettings {
  if (typeof value !== 'object' || value === null) return false;
  const lists =
    'readable' in value && 'writable' in value && Array.isArray(value.readable) && Array.isArray(value.writable);
  const numbers =
    'spillBytes' in value &&
    'memoryBytes' in value &&
    'threads' in value &&
    [value.spillBytes, value.memoryBytes, value.threads].every(Number.isSafeInteger);
  return lists && numbers && 'spillFolder' in value && typeof value.spillFolder === 'string';
}
