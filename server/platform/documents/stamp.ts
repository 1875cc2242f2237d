/**
 * A document that somebody from outside sent, and what stands across it wherever it is shown: who sees it, and when.
 */
export interface StampedDocument {
  readonly bytes: Uint8Array;
  readonly type: 'application/pdf' | 'image/jpeg' | 'image/png';
  readonly mark: string;
}

/** Pages of a PDF that are drawn. */
export const STAMPED_PAGES = 10;

/** How many pages a PDF has, by what Typst says of one that it has not; null where it complains of something else. */
export function pagesIn(complaint: string): number | null {
  const count = /the document only has (\d+) page/.exec(complaint)?.[1];
  return count && Number(count) > 0 ? Number(count) : null;
}
