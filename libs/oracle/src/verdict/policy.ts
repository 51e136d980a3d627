/** Version of the gates and their thresholds; a certificate names it, so that a later oracle does not speak for an earlier one. */
export const ORACLE_VERSION = '0.1.0';

/** Name of the verdict rules. */
export const POLICY = 'svc-oracle/1';

/** Chance of a false "sound" per data hash and question family (Benjamin et al. 2018). */
export const ALPHA = 0.005;
