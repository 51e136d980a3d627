import { type IngestStack, startIngestStack } from './ingest-stack';

export let stack: IngestStack;

beforeAll(async () => {
  stack = await startIngestStack();
});

afterAll(() => stack.stop());

export async function refusal(reading: Promise<unknown>): Promise<unknown> {
  return reading.then(
    () => 'it was read',
    (error: unknown) => (error instanceof Error && 'failure' in error ? error.failure : error),
  );
}
