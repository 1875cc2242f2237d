import { createPdfRenderer, type PdfRenderer } from '../../../platform/documents/pdf.ts';
import type { Deps } from '../../../platform/trpc/context.ts';
import { noticeDocument } from '../report/document.ts';
import type { NotInForce } from '../inForce.ts';
import type { NoticeView } from './reader.ts';
import { RenderCache } from './renderCache.ts';

/** PDFs in the cache. */
const CACHED = 50;

/** A version, and why it is not the one in force; null: it is. */
interface StatedView extends NoticeView {
  readonly notInForce: NotInForce | null;
}

/** PDFs of published versions; the 50 most recently used are cached. */
export function noticePdfs({ log }: Pick<Deps, 'log'>) {
  const pdfs = new RenderCache<Buffer>(CACHED);
  let renderer: PdfRenderer | undefined;
  return {
    /**
     * @param spend counts a PDF that has to be drawn for the caller; throws to refuse it
     * @throws AppError 503 `document.busy`
     */
    pdfOf(
      { notice: { workspaceId, id }, version, content, locale, notInForce }: StatedView,
      spend: () => void,
    ): Promise<Buffer> {
      const sha256 = locale === 'th' ? version.sha256Th : version.sha256En;
      return pdfs.get(`${workspaceId} ${id} ${version.version} ${locale} ${notInForce}`, spend, () => {
        renderer ??= createPdfRenderer({ log });
        return renderer.render(noticeDocument({ version: version.version, sha256, notInForce, content }, locale));
      });
    },
    close: async (): Promise<void> => renderer?.close(),
  };
}
