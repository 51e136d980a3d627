/** Colours of a drawing by what they say. */
export const INK = {
  text: '#1f2328',
  quiet: '#57606a',
  faint: '#d8dee4',
  page: '#f6f8fa',
  tile: '#ffffff',
  sound: '#1a7f37',
  doubt: '#8a6100',
  wrong: '#b3261e',
  land: '#e7eaee',
  shore: '#b4bcc6',
} as const;
/** Names, told apart also by those who see fewer colours (after Okabe and Ito); shapes say the same once more. */
export const COLORS = ['#0b57d0', '#d55e00', '#009e73', '#a6448c', '#b08900', '#4699c9', '#5b3fa0', '#6b6b6b'] as const;
/** Numbers, from low to high. */
export const SCALE = ['#a9c8f2', '#7aa8e8', '#4a85d9', '#1f61bd', '#0a3a80'] as const;

/** How a picture looks. */
export type Theme = 'light' | 'dark';

type LightColour = (typeof INK)[keyof typeof INK] | (typeof COLORS)[number] | (typeof SCALE)[number];

/** What stands for each colour on a dark ground: as far from it as the light one is from a light ground. */
const DARK: Readonly<Record<LightColour, string>> = {
  '#1f2328': '#e6edf3',
  '#57606a': '#9ba6b2',
  '#d8dee4': '#30363d',
  '#f6f8fa': '#0d1117',
  '#ffffff': '#161b22',
  '#1a7f37': '#3fb950',
  '#8a6100': '#d6a21e',
  '#b3261e': '#ff7b72',
  '#e7eaee': '#2a313a',
  '#b4bcc6': '#4b5663',
  '#0b57d0': '#6ea8ff',
  '#d55e00': '#ff8a4c',
  '#009e73': '#3ecf9b',
  '#a6448c': '#dd8ccd',
  '#b08900': '#e0b83a',
  '#4699c9': '#7cc4ec',
  '#5b3fa0': '#a992ea',
  '#6b6b6b': '#a8a8a8',
  '#a9c8f2': '#234a78',
  '#7aa8e8': '#2f67a8',
  '#4a85d9': '#4a8be0',
  '#1f61bd': '#82b4f7',
  '#0a3a80': '#c4dcff',
};
const DARK_OF: ReadonlyMap<string, string> = new Map(Object.entries(DARK));

/** The drawing in a theme. Only attributes are changed: in a text there is no quotation mark that is not escaped. */
export function inTheme(svg: string, theme: Theme): string {
  if (theme === 'light') return svg;
  return svg.replaceAll(/ (fill|stroke)="(#[0-9a-f]{6})"/g, (whole, attribute: string, colour: string) => {
    const dark = DARK_OF.get(colour);
    return dark === undefined ? whole : ` ${attribute}="${dark}"`;
  });
}
