import type { JobKind } from './job/job-kind';
import type { Noun } from './noun';
import { nouns } from './nouns';

const declared: readonly Noun[] = nouns;

/** Every kind of job, of every noun. */
export const jobKinds: readonly JobKind[] = declared.flatMap((it) => it.jobKinds ?? []);
