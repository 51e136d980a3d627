import { pixelsOf } from './pixels';

const drawing = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="120" height="40" viewBox="0 0 120 40">${inside}</svg>`;

describe('a drawing in pixels', () => {
  it('shows words: with a text it is another picture than without', () => {
    expect(
      Buffer.from(pixelsOf(drawing('<text x="5" y="20" font-family="system-ui">36</text>'))).equals(
        Buffer.from(pixelsOf(drawing(''))),
      ),
    ).toBe(false);
  });

  it('loads nothing, neither files nor addresses', () => {
    const image = (href: string) =>
      Buffer.from(pixelsOf(drawing(`<image xlink:href="${href}" width="120" height="40"/>`)));
    const nothing = Buffer.from(pixelsOf(drawing('')));
    for (const href of ['file:///usr/share/pixmaps/debian-logo.png', '/etc/hostname', 'http://127.0.0.1:9/x.png'])
      expect(image(href).equals(nothing)).toBe(true);
  });
});
