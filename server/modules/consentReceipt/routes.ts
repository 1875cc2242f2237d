import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { canonicalJson } from '../../../shared/canonicalJson.ts';
import { isLocale, type Locale } from '../../../shared/locale.ts';
import {
  KEYS_PATH,
  RECEIPT_FORMATS,
  type Receipt,
  type ReceiptFormat,
} from '../../../shared/consentReceipt/receipt.ts';
import { receiptInput } from '../../../shared/userConsent/schema.ts';
import { keepConfidential } from '../../platform/http/rest.ts';
import type { HttpOptions } from '../../platform/modules/manifest.ts';
import { publicKeys } from '../../platform/crypto/signingKeys.ts';
import { appError } from '../../platform/errors.ts';
import { attachment } from '../../platform/files/answer.ts';
import { withoutMetadata } from '../../platform/files/metadata.ts';
import { readStored } from '../../platform/files/service.ts';
import { translate } from '../../platform/i18n.ts';
import { publicAddress } from '../../platform/mail/links.ts';
import { createPdfRenderer, type PdfRenderer } from '../../platform/documents/pdf.ts';
import { receiptReport } from './report.ts';
import { get, logo, spendCall } from './service.ts';

const RECEIPTS = '/api/v1/:ws/user-consent-receipts/';
const TYPES: Record<ReceiptFormat, string> = {
  pdf: 'application/pdf',
  jsonld: 'application/ld+json',
  jws: 'application/jose',
};

/**
 * Receipts as files and the keys that verify them, for everybody. No cache stores a receipt and no other site learns
 * its address, which is all that is needed to read it.
 */
export async function receiptRoutes(app: FastifyInstance, { deps, createContext }: HttpOptions): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url?.startsWith(RECEIPTS)) keepConfidential(reply);
  });

  app.get(KEYS_PATH, async (_request, reply) => {
    const keys = await publicKeys(deps);
    return reply
      .header('content-type', 'application/jwk-set+json')
      .header('cache-control', 'public, max-age=300')
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(JSON.stringify(keys));
  });

  app.get(`${RECEIPTS}:id/logo`, async (request, reply) => {
    const ctx = await createContext(request, reply, 'rest');
    const file = await logo(ctx, receiptInput.parse(request.params));
    const content = withoutMetadata(await buffer(await readStored(deps, file)), file.type);
    return reply.header('content-type', file.type).send(content);
  });

  let renderer: PdfRenderer | undefined;
  app.addHook('onClose', async () => renderer?.close());

  app.get(`${RECEIPTS}:id/file`, async (request, reply) => {
    const ctx = await createContext(request, reply, 'rest');
    const { format, lang } = request.query as Record<string, string | undefined>;
    if (!RECEIPT_FORMATS.includes(format as ReceiptFormat))
      throw appError('BAD_REQUEST', { at: 'format', text: 'errors:validation' });
    const locale: Locale = isLocale(lang) ? lang : 'th';
    const { jws, receipt, keyId, id } = await get(ctx, receiptInput.parse(request.params));
    let bytes: Buffer | string;
    if (format === 'pdf') {
      await spendCall(ctx, 'pdf');
      renderer ??= createPdfRenderer({ log: deps.log });
      bytes = await renderer.render(
        receiptReport(receipt as unknown as Receipt, jws, keyId, locale, publicAddress(deps.config)),
      );
    } else bytes = format === 'jws' ? jws : canonicalJson(receipt);
    return reply
      .header('content-type', TYPES[format as ReceiptFormat])
      .header(
        'content-disposition',
        attachment(`${translate(locale, 'consentReceipt:title')} ${id.slice(0, 8)}.${format}`),
      )
      .send(bytes);
  });
}
