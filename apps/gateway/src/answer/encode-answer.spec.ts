import { Readable } from 'node:stream';
import { type FileReply, getDataset, getRunPictures, runSql } from '@svc/contracts';
import { ValueAnswer } from '@svc/platform';
import { encodeAnswer } from './encode-answer';

const FILE: FileReply = { object: 'a'.repeat(64), bytes: 5, content_type: 'image/svg+xml', file_name: 'naïve.svg' };
const headersOf = (file: FileReply) =>
  encodeAnswer(getRunPictures, { kind: 'file', file }, { method: 'GET', ifNoneMatch: undefined }, () =>
    Promise.resolve(Readable.from(['<svg>'])),
  ).headers;

describe('a value as an answer', () => {
  const json = Buffer.from('{"name":"flights","n":1.0}');
  const unread = (): never => {
    throw new Error('was read');
  };
  const encoded = (endpoint: typeof getDataset | typeof runSql, answer: ValueAnswer<unknown>) =>
    encodeAnswer(endpoint, answer, { method: 'GET', ifNoneMatch: undefined }, () =>
      Promise.reject(new Error('opens nothing')),
    );

  it('goes to the caller byte for byte as its service wrote it, unread', () => {
    expect(encoded(runSql, new ValueAnswer(json, unread))).toMatchObject({
      kind: 'text',
      body: json,
      headers: { 'cache-control': 'no-store' },
    });
  });

  it('is read where a header says something of it, and is refused when it is not what was promised', () => {
    expect(() => encoded(getDataset, new ValueAnswer(json, unread))).toThrow('was read');
  });
});

describe('a file as an answer', () => {
  it('is kept as a file, under its name, and named by its content', () => {
    expect(headersOf(FILE)).toEqual({
      'content-type': 'image/svg+xml',
      'content-disposition': 'attachment; filename="na_ve.svg"; filename*=UTF-8\'\'na%C3%AFve.svg',
      'cache-control': 'private, no-cache',
      etag: `"sha256:${'a'.repeat(64)}"`,
    });
  });

  it('says in headers how many rows it has, whether a limit cut it, and what it read that is not certified', () => {
    const table = { ...FILE, rows: 10, truncated: true, uncertified: ['late', 'early'] };
    expect(headersOf(table)).toMatchObject({
      'svc-row-count': '10',
      'svc-truncated': 'true',
      'svc-uncertified': 'late, early',
    });
    const many = headersOf({ ...table, uncertified: Array.from({ length: 100 }, (_, at) => `d${String(at)}`) });
    expect(many['svc-uncertified']).toMatch(/^d0, .*d19, \.\.\.$/);
  });

  it('is not sent again to a caller who has it', () => {
    const tag = `"sha256:${'a'.repeat(64)}"`;
    const answer = (method: string, ifNoneMatch: string) =>
      encodeAnswer(getRunPictures, { kind: 'file', file: { ...FILE, inline: true } }, { method, ifNoneMatch }, () =>
        Promise.reject(new Error('opens nothing')),
      );
    expect(answer('GET', `"other", W/${tag}`)).toEqual({
      kind: 'empty',
      status: 304,
      code: null,
      headers: {
        etag: tag,
        'cache-control': 'private, no-cache',
        'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      },
    });
    expect(answer('GET', '"other"')).toMatchObject({ kind: 'stream', status: 200 });
    expect(answer('POST', tag)).toMatchObject({ kind: 'stream', status: 200 });
  });

  it('is shown where the service says so, and may then neither run nor load anything', () => {
    expect(headersOf({ ...FILE, inline: true })).toMatchObject({
      'content-disposition': expect.stringMatching(/^inline; /),
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    });
  });
});
