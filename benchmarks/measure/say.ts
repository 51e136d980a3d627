/** Tells the person who waits what is being done; tables alone go to standard output. */
export function say(text: string): void {
  process.stderr.write(`  … ${text}\n`);
}
