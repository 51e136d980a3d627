import { noun } from '../noun';
import { cancelJob, getJob, listJobs, watchJob } from './job.endpoints';
import { job, listedJob } from './job';

export const jobNoun = noun({
  name: 'job',
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
