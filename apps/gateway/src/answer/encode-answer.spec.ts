import { Readable } from 'node:stream';
import { type FileReply, getRunPictures } from '@svc/contracts';
import { encodeAnswer } from './encode-answer';

const FILE: FileReply = { object: 'a'.repeat(64), bytes: 5, content_type: 'image/svg+xml', file_name: 'naïve.svg' };
const headersOf = (file: FileReply) => encodeAnswer(getRunPictures, { kind: 'file', file }, { method: 'GET', ifNoneMatch: undefined }, () => Promise.resolve(Readable.from(['<svg>']))).headers;

describe('a file as an answer', () => {
  it('is kept as a file, under its name, and named by its content', () => {
    expect(headersOf(FILE)).toEqual({
      'content-type': 'image/svg+xml', 'content-disposition': "attachment; filename=\"na_ve.svg\"; filename*=UTF-8''na%C3%AFve.svg", 'cache-control': 'private, no-cache', etag: `"sha256:${'a'.repeat(64)}"`,
    });
  });

  it('is shown where the service says so, and may then neither run nor load anything', () => {
    expect(headersOf({ ...FILE, inline: true })).toMatchObject({
      'content-disposition': expect.stringMatching(/^inline; /), 'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    });
  });
});
