const MAX_LENGTH = 4_000;

/**
 * An error message with a bounded length: the engine quotes offending values and types of any length, and the service
 * reads, stores and sends all of it.
 */
export function shortMessage(message: string): string {
  // Not within a surrogate pair, half of which is not valid text.
  return message.length <= MAX_LENGTH ? message : `${message.slice(0, MAX_LENGTH).replace(/[\ud800-\udbff]$/, '')} …`;
}
