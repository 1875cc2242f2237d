import { PNG } from 'pngjs';
import { decodeQR } from 'qr/decode.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { posterDocument } from '../../server/modules/privacyNotice/poster/document.ts';
import { createPdfRenderer, type PdfRenderer } from '../../server/platform/documents/pdf.ts';
import { noticePage } from '../../shared/privacyNotice/address.ts';
import type { Notice } from '../../shared/privacyNotice/schema.ts';
import { openBrowser } from '../chromium.ts';
import {
  buildDataController,
  buildPerson,
  buildServer,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { publishNotice } from '../helpers/notices.ts';
import { textOfPages } from '../helpers/pdfText.ts';

const PUBLIC_URL = 'https://privacy.example';

let server: TestServer;
let renderer: PdfRenderer;
let dpo: Person;
let ws: string;
let notice: Notice;
beforeAll(async () => {
  server = await buildServer({ PUBLIC_URL });
  renderer = createPdfRenderer({ log: server.deps.log });
  server.clock.set('2026-11-20T05:00:00Z');
  dpo = await buildPerson(server, { role: 'DPO' });
  ws = dpo.workspaceId;
  const { id: dataControllerId } = await buildDataController(server, ws, { nameTh: 'โรงพยาบาลร่มเย็น' });
  notice = await publishNotice(server, dpo, { dataControllerId, name: 'ประกาศกล้องวงจรปิด' });
});
afterAll(async () => {
  await renderer.close();
  await server.close();
});

const poster = (query: string, as: Person = dpo) =>
  server.app.inject({
    url: `/api/v1/${ws}/privacy-notices/${notice.id}/poster-pdf?${query}`,
    headers: { authorization: `Bearer ${as.token}` },
  });
const pagesOf = async (query: string) => textOfPages((await poster(query)).rawPayload);
const joined = (pages: readonly string[]) => pages.join('\n').replace(/\s+/g, '');

/** The content of a poster's QR code, read from its image like by a phone. */
async function codeOf(lang: 'th' | 'en'): Promise<string> {
  const content = { ...notice, approver: notice.draft.approver, effectiveOn: notice.effectiveOn };
  const url = `${PUBLIC_URL}${noticePage(ws, notice.id)}?lang=${lang}`;
  const { blocks } = posterDocument({ version: 1, content, url, notInForce: null }, lang);
  const picture = blocks.find((block) => block.kind === 'image')!;
  const browser = await openBrowser();
  const page = await browser.newPage({ viewport: { width: 600, height: 600 } });
  await page.setContent(`<body style="margin:20px;background:#fff">${picture.svg}</body>`);
  await page.locator('svg').evaluate((svg) => svg.setAttribute('style', 'inline-size:500px;block-size:500px'));
  const { data, width, height } = PNG.sync.read(await page.screenshot());
  await page.close();
  return decodeQR({ data: new Uint8ClampedArray(data), width, height });
}

describe('the poster of a notice', () => {
  it('is one page with controller, purposes and contact, in both languages, with a code that links to the public page', async () => {
    for (const [lang, controller] of [
      ['th', 'โรงพยาบาลร่มเย็น'],
      ['en', 'RomyenHospital'],
    ] as const) {
      const pages = await pagesOf(`lang=${lang}`);
      expect(pages).toHaveLength(1);
      const text = joined(pages);
      expect(text).toContain(controller);
      expect(text).toContain('dpo@romyen.example');
      expect(text).toContain(notice.summary.purposes[0]![lang].replace(/\s+/g, ''));
      expect(text).not.toMatch(/ยังติดแผ่นนี้ไม่ได้|Nottobeputup/);
      expect(await codeOf(lang)).toBe(`${PUBLIC_URL}/notices/${ws}/${notice.id}?lang=${lang}`);
    }
  });

  it('remains one page however long the texts are', async () => {
    const long = (text: string) => text.repeat(200).slice(0, 200);
    const words = { th: long('ดูแลผู้ป่วยและติดตามผล '), en: long('Care for patients and follow up ') };
    for (const lang of ['th', 'en'] as const) {
      const document = posterDocument(
        {
          version: 3,
          content: {
            ...notice,
            name: words[lang],
            approver: notice.draft.approver,
            summary: {
              ...notice.summary,
              controller: words,
              purposes: Array.from({ length: 40 }, () => words),
              contact: long('data.protection.officer@romyen-hospital.example · '),
            },
          },
          url: `${PUBLIC_URL}${noticePage(ws, notice.id)}?lang=${lang}`,
          notInForce: 'ahead',
        },
        lang,
      );
      expect(textOfPages(await renderer.render(document))).toHaveLength(1);
    }
  });

  it('states when it must not be displayed: a draft, a version not yet or no longer in force, a withdrawn notice', async () => {
    const { privacyNotice } = await callerFor(server, dpo);
    expect(joined(await pagesOf('version=0'))).toContain('ยังติดแผ่นนี้ไม่ได้');
    const saved = await privacyNotice.update({
      ws,
      id: notice.id,
      rowVersion: notice.rowVersion,
      ...notice.draft,
      effectiveFrom: '2026-12-01',
    });
    await privacyNotice.publish({ ws, id: notice.id, rowVersion: saved.rowVersion });
    expect(joined(await pagesOf('version=2&lang=en'))).toContain('Noteffective');
    expect(joined(await pagesOf('lang=en'))).not.toContain('Nottobeputup');
    server.clock.set('2026-12-02T05:00:00Z');
    dpo = await buildPerson(server, { workspaceId: ws, role: 'DPO' });
    expect(joined(await pagesOf('version=1&lang=en'))).toContain('Earlier');
    const calls = await callerFor(server, dpo);
    await calls.privacyNotice.remove({ ws, id: notice.id });
    expect(joined(await pagesOf('lang=en'))).toContain('Withdrawn');
  });

  it('is restricted to readers of notices, and refuses unknown notices', async () => {
    const staff = await buildPerson(server, { workspaceId: ws, role: 'Staff' });
    expect((await poster('', staff)).statusCode).toBe(403);
    expect((await poster('lang=fr')).statusCode).toBe(400);
    expect((await poster('version=9')).statusCode).toBe(404);
  });
});
