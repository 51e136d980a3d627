// What an independent reader (PDF.js) finds in PDF files: pages, text, metadata and attachments, as one JSON array.
import { readFile } from 'node:fs/promises';
import { extractText, getDocumentProxy } from 'unpdf';

async function read(path) {
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(path)));
  const { text } = await extractText(pdf, { mergePages: true });
  const attachments = Object.values((await pdf.getAttachments()) ?? {}).map(({ filename, content }) => ({
    name: filename,
    text: Buffer.from(content).toString(),
  }));
  const { info } = await pdf.getMetadata();
  return { pages: pdf.numPages, text, attachments, title: info.Title, created: info.CreationDate };
}

process.stdout.write(JSON.stringify(await Promise.all(process.argv.slice(2).map(read))));
