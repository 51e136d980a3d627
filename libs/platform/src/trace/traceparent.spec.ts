import { nextStep } from './traceparent';

describe('a trace', () => {
  const incoming = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

  it('goes on with its id and flags and a span of its own', () => {
    const step = nextStep(incoming);
    expect(step.traceId).toBe('0af7651916cd43dd8448eb211c80319c');
    expect(step.traceparent).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-01$/);
    expect(step.traceparent).not.toBe(incoming);
  });

  it.each([
    undefined,
    '',
    'garbage',
    '00-00000000000000000000000000000000-b7ad6b7169203331-01',
    '00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01',
    `${incoming}\r\nsvc-principal: x`,
  ])('starts anew when %p arrives', (header) => {
    const step = nextStep(header);
    expect(step.traceparent).toMatch(new RegExp(`^00-${step.traceId}-[0-9a-f]{16}-01$`));
    expect(step.traceId).toMatch(/^(?!0+$)[0-9a-f]{32}$/);
    expect(step.traceId).not.toBe('0af7651916cd43dd8448eb211c80319c');
  });

  it('has a new span at every step', () => {
    expect(new Set(Array.from({ length: 1_000 }, () => nextStep(incoming).traceparent)).size).toBe(1_000);
  });
});
