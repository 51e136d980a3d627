const LONGEST = 4_000;

/**
 * A refusal as its caller gets it. The engine quotes the value or the type that it could not take, of any length, and the service
 * reads, stores and sends every word of it.
 */
export function shortMessage(message: string): string {
  // Not within a surrogate pair, half of which is no text.
  return message.length <= LONGEST ? message : `${message.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, '')} …`;
}
