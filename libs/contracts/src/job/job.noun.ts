import { noun } from '../noun';
import { cancelJob, getJob, listJobs, watchJob } from './job.endpoints';
import { job, listedJob } from './job';
import { jobVocabulary } from './job.vocabulary';

export const jobNoun = noun({
  name: 'job',
  ...jobVocabulary,
  endpoints: {
    listJobs,
    getJob,
    watchJob,
    cancelJob,
  },
  schemas: {
    Job: job,
    ListedJob: listedJob,
  },
});
