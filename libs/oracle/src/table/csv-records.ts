/**
 * RFC 4180 records out of chunks of text: quoted fields, doubled quotes, CR LF or LF, a byte-order mark. A quoted
 * field may span chunks. A quote inside an unquoted field is kept as text.
 */
export class CsvRecords {
  private field = '';
  private record: string[] = [];
  private quoted = false;
  private afterQuote = false;
  private started = false;

  constructor(private readonly emit: (record: string[]) => void) {}

  push(chunk: string): void {
    let text = chunk;
    if (!this.started) {
      this.started = true;
      if (text.startsWith('\uFEFF')) text = text.slice(1);
    }
    let from = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (this.quoted) {
        if (code !== 34) continue;
        this.field += text.slice(from, i);
        from = i + 1;
        this.quoted = false;
        this.afterQuote = true;
      } else if (code === 34 && (this.afterQuote || this.field + text.slice(from, i) === '')) {
        // A quote opens an empty field; right after a closing quote it is a doubled one.
        if (this.afterQuote) this.field += '"';
        from = i + 1;
        this.quoted = true;
        this.afterQuote = false;
      } else if (code === 44 || code === 10) {
        this.endField(text.slice(from, i), code === 10);
        from = i + 1;
      }
    }
    this.field += text.slice(from);
  }

  end(): void {
    if (this.field !== '' || this.record.length > 0) this.endField('', true);
  }

  private endField(rest: string, endsRecord: boolean): void {
    const text = this.field + rest;
    this.record.push(endsRecord && text.endsWith('\r') ? text.slice(0, -1) : text);
    this.field = '';
    this.afterQuote = false;
    if (!endsRecord) return;
    const record = this.record;
    this.record = [];
    if (record.length > 1 || record[0] !== '') this.emit(record);
  }
}
