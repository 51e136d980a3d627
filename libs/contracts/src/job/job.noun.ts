import { noun } from '../noun';
import { cancelJob, getJob, watchJob } from './job.endpoints';
import { job } from './job';

export const jobNoun = noun({
  name: 'job',
  endpoints: {
    getJob,
    watchJob,
    cancelJob,
  },
  schemas: {
    Job: job,
  },
});
