import { Resvg } from '@resvg/resvg-js';

/** Pixels per unit of the drawing: sharp on current screens. */
const SCALE = 2;

/** A bundled font, the same on every machine; system fonts replace characters that it lacks. */
const FONTS = {
  fontFiles: ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((name) => require.resolve(`dejavu-fonts-ttf/ttf/${name}`)),
  loadSystemFonts: true,
  defaultFontFamily: 'DejaVu Sans',
  sansSerifFamily: 'DejaVu Sans',
};

/** A drawing as PNG. It loads nothing: our drawings reference no images, and none would be fetched. */
export function pixelsOf(svg: string): Uint8Array {
  return new Resvg(svg, { fitTo: { mode: 'zoom', value: SCALE }, background: 'white', font: FONTS }).render().asPng();
}
