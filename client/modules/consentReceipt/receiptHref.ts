import type { Locale } from '../../../shared/locale.ts';
import { receiptPath } from '../../../shared/consentReceipt/receipt.ts';
import { withLocale } from '../../../shared/registry/routeMatch.ts';

/** The complete address of a receipt in a language: to copy, and to open in another tab. */
export const receiptHref = (workspaceId: string, receiptId: string, locale: Locale): string =>
  `${location.origin}${withLocale(locale, receiptPath(workspaceId, receiptId))}`;
