import { FrameReader } from './frame-reader';
import { MAX_FRAME_BYTES } from './frames';

function frames(...chunks: (string | Buffer)[]): unknown[] {
  const reader = new FrameReader();
  return chunks.flatMap((chunk) => [...reader.push(Buffer.from(chunk))]);
}

describe('frames of the untrusted host', () => {
  it('are found however the bytes are cut', () => {
    const text = '{"type":"ready"}\n{"type":"result","output":{"kind":"table","rows":1}}\n';
    const whole = frames(text);
    expect(whole).toHaveLength(2);
    expect(frames(...[...text].map(String))).toEqual(whole);
  });

  it.each([
    ['text that is not JSON', 'garbage', /not JSON/],
    ['an empty line', '', /not JSON/],
    ['a bare value', '3', /malformed at its top/],
    ['an unknown kind', '{"type":"grant"}', /malformed at type/],
    ['a member too many', '{"type":"ready","x":1}', /malformed/],
    ['a count that is no count', '{"type":"result","output":{"kind":"table","rows":-1}}', /malformed at output.rows/],
    ['a hash that is no hash', '{"type":"code","project_hash":"x","functions":[]}', /malformed at project_hash/],
    ['bytes that are no text', Buffer.from([0x22, 0xff]), /not JSON/],
  ])('refuses %s', (_, line, message) => {
    expect(() => frames(Buffer.concat([Buffer.from(line), Buffer.from('\n')]))).toThrow(message);
  });

  it('refuses a line without end before it has filled memory', () => {
    const reader = new FrameReader();
    const chunk = Buffer.alloc(1024 * 1024, 120);
    const feed = (): void => {
      for (let i = 0; i <= MAX_FRAME_BYTES / chunk.length; i += 1) expect([...reader.push(chunk)]).toEqual([]);
    };
    expect(feed).toThrow(/longer than/);
  });

  it('gives only text that can be stored', () => {
    expect(frames('{"type":"failure","reason":"raised","message":"a\\u0000\\ud800","traceback":null}\n')).toEqual([
      { type: 'failure', reason: 'raised', message: 'a␀\uFFFD', traceback: null },
    ]);
  });
});
