import qrcode from 'qrcode-generator';
import { INK } from './look';

/** A QR code of a text, `size` points wide, without the quiet zone: leave four modules free around it. */
export function drawQrCode(pen: PDFKit.PDFDocument, text: string, x: number, y: number, size: number): void {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const module = size / count;
  for (let row = 0; row < count; row += 1) {
    for (let column = 0; column < count; column += 1) {
      // Neighbours in a row are one rectangle: seams between them would show in some viewers.
      const start = column;
      while (column < count && code.isDark(row, column)) column += 1;
      if (column > start) pen.rect(x + start * module, y + row * module, (column - start) * module, module);
    }
  }
  pen.fill(INK);
}
