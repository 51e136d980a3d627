const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** True for an http URL on this machine, where nobody else can read the traffic. */
export function isLoopback(url: string): boolean {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  return parsed?.protocol === 'http:' && LOOPBACK.has(parsed.hostname);
}

/** True for a valid issuer: https (OpenID Connect Discovery §2), or http on this machine. */
export function isIssuer(url: string): boolean {
  return isLoopback(url) || (URL.canParse(url) && new URL(url).protocol === 'https:');
}
