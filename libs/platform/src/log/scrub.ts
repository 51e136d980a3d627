const SECRETS: readonly (readonly [RegExp, string])[] = [
  // user:password in any URL
  [/(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@"']*):[^\s/@"']+@/gi, '$1:[redacted]@'],
  [/\bsvc_pat_[A-Za-z0-9_-]+/g, 'svc_pat_[redacted]'],
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]+/gi, '$1 [redacted]'],
  // a signed principal or any JWT: two or three long base64url parts
  [/\beyJ[A-Za-z0-9_-]{10,}(\.[A-Za-z0-9_-]{10,}){1,2}/g, '[redacted]'],
];

/** Removes secrets from a log line: in messages, stacks and URLs that path-based redaction does not cover. */
export function scrub(line: string): string {
  return SECRETS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
}
