/** When a job was created, in microseconds since 1970: a number that JSON keeps exactly and every service orders alike. */
const CREATED = '(extract(epoch FROM created_at) * 1000000)::bigint';

/**
 * The newest jobs of the principal $1 (null: of everybody), of kind $2 and in state $3 (null: any), created before
 * microsecond $4 or then with a smaller id than $5 (null: from the newest on), at most $6.
 */
export const JOB_PAGE = `
  SELECT *, ${CREATED}::text AS created_us FROM job
  WHERE ($1::text IS NULL OR principal ->> 'id' = $1) AND ($2::text IS NULL OR kind = $2) AND ($3::text IS NULL OR state = $3)
    AND ($4::bigint IS NULL
      OR (created_at, id COLLATE "C") < ('epoch'::timestamptz + $4::bigint * interval '1 microsecond', $5))
  ORDER BY created_at DESC, id COLLATE "C" DESC LIMIT $6`;
