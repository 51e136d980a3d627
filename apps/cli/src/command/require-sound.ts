import type { OptionSpec } from './command';

/** An option of commands that judge claims. */
export const REQUIRE_SOUND: OptionSpec = {
  flags: '--require-sound',
  text: 'exit with 6 unless every derivation is certified, and so sound',
};
