import { Resvg } from '@resvg/resvg-js';

/** Pixels for each unit of the drawing: sharp on the screens that people have. */
const SCALE = 2;

/** A font that is there on every machine; those of the system stand in where it lacks a character. */
const FONTS = {
  fontFiles: ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((name) => require.resolve(`dejavu-fonts-ttf/ttf/${name}`)),
  loadSystemFonts: true,
  defaultFontFamily: 'DejaVu Sans',
  sansSerifFamily: 'DejaVu Sans',
};

/** A drawing as PNG. It loads nothing: our drawings name no images, and none would be fetched. */
export function pixelsOf(svg: string): Uint8Array {
  return new Resvg(svg, { fitTo: { mode: 'zoom', value: SCALE }, background: 'white', font: FONTS }).render().asPng();
}
