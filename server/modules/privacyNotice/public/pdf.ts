import { createPdfRenderer, type PdfRenderer } from '../../../platform/documents/pdf.ts';
import type { Deps } from '../../../platform/trpc/context.ts';
import { noticeDocument } from '../report/document.ts';
import type { NoticeView } from './reader.ts';

/** PDFs in the cache: each is rendered once. */
const KEPT = 50;

/** PDFs of published versions; the 50 most recently used are cached. */
export function noticePdfs({ log }: Pick<Deps, 'log'>) {
  const pdfs = new Map<string, Promise<Buffer>>();
  let renderer: PdfRenderer | undefined;
  return {
    pdfOf({ notice: { workspaceId, id }, version, content, locale }: NoticeView): Promise<Buffer> {
      const name = `${workspaceId} ${id} ${version.version} ${locale}`;
      const known = pdfs.get(name);
      if (known) return known;
      renderer ??= createPdfRenderer({ log });
      const sha256 = locale === 'th' ? version.sha256Th : version.sha256En;
      const pdf = renderer
        .render(noticeDocument({ version: version.version, sha256, content }, locale))
        .then((bytes) => Buffer.from(bytes));
      pdfs.set(name, pdf);
      pdf.catch(() => pdfs.delete(name));
      if (pdfs.size > KEPT) pdfs.delete(pdfs.keys().next().value!);
      return pdf;
    },
    close: async (): Promise<void> => renderer?.close(),
  };
}
