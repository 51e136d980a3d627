/** The code of an error of the operating system, such as `EACCES`; undefined for any other error. */
export function errorCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
