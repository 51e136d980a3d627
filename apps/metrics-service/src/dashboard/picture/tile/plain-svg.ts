/** The elements and attributes allowed in a drawing. None of them can execute, load or restyle anything. */
const ELEMENTS = new Set(['g', 'path', 'text', 'rect', 'circle', 'line', 'polyline', 'polygon', 'clipPath', 'defs']);
const ATTRIBUTES = new Set([
  'd',
  'x',
  'y',
  'x1',
  'x2',
  'y1',
  'y2',
  'cx',
  'cy',
  'r',
  'width',
  'height',
  'points',
  'transform',
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'clip-path',
  'id',
  'text-anchor',
  'dominant-baseline',
  'font-size',
  'font-weight',
  'xml:space',
]);

const TAG = /<(\/?)([A-Za-z]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>/g;
const ATTRIBUTE = /([\w:-]+)="([^"]*)"/g;

/**
 * A drawing of ECharts as a part of our page: without its frame, its hover rules, and the style attributes that the
 * gateway's content policy forbids; its ids begin with `id`, so that the same data give the same bytes.
 */
export function plainSvg(svg: string, id: string): string {
  return svg
    .replaceAll(/<style[^>]*>[\s\S]*?<\/style>/g, '')
    .replaceAll(TAG, (_, close: string, name: string, attributes: string, empty: string) => {
      if (!ELEMENTS.has(name)) return '';
      return close === '/' ? `</${name}>` : `<${name}${plainAttributes(attributes, id)}${empty}>`;
    })
    .replaceAll(/\n+/g, '');
}

function plainAttributes(text: string, id: string): string {
  return [...text.matchAll(ATTRIBUTE)]
    .flatMap(([, name = '', value = '']) => {
      if (name === 'style') return fontAttributes(value);
      return ATTRIBUTES.has(name) ? [` ${name}="${named(name, value, id)}"`] : [];
    })
    .join('');
}

function named(attribute: string, value: string, id: string): string {
  return attribute === 'id' || attribute === 'clip-path' ? value.replace(/zr\d+-/, `${id}-`) : value;
}

/** `font-size:11px;font-weight:bold`, or the shorthand: `font: normal bold 11px sans-serif`. The family is the page's. */
function fontAttributes(style: string): string[] {
  const [, size] = /(?:font-size:|font:[^;]*?)\s*(\d+(?:\.\d+)?)px/.exec(style) ?? [];
  const bold = /font(?:-weight)?:[^;]*\bbold\b/.test(style);
  return [...(size === undefined ? [] : [` font-size="${size}"`]), ...(bold ? [' font-weight="600"'] : [])];
}
