import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reportDocument } from '../../server/modules/dpia/report/document.ts';
import type { ReportFacts } from '../../server/modules/dpia/report/facts.ts';
import { openPages, type Pages } from '../../server/modules/requestAnswer/redaction/openPages.ts';
import { createPdfRenderer, type PdfRenderer } from '../../server/platform/documents/pdf.ts';
import { createLogger } from '../../server/platform/log.ts';
import { publishedDpia } from '../helpers/dpiaContents.ts';

const DOTS = 60;
/** The share of a page's pixels that may differ: letters are placed slightly differently on another machine. */
const MOST_DIFFERENT = 0.002;
const SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const AT = '2026-11-01T03:00:00.000Z';
const FLOW =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 60"><rect x="2" y="2" width="196" height="56" rx="8" fill="#EDEBFA" stroke="#3A319B"/></svg>';

let renderer: PdfRenderer;
beforeAll(() => {
  renderer = createPdfRenderer({ log: createLogger({ logLevel: 'silent', nodeEnv: 'test' }) });
});
afterAll(() => renderer.close());

/** A published version with content in every part, the same each time. */
function factsOf(): Omit<ReportFacts, 'dpia'> {
  const { content } = publishedDpia('01a20000-0000-7000-8000-000000000001', {
    id: '01a20000-0000-7000-8000-000000000002',
    name: 'ระบบตรวจพันธุกรรม',
  });
  const worst = content.draft.worstCases[0]!;
  return {
    content: {
      ...content,
      // Versions published earlier have no names of security measures.
      people: [],
      draft: {
        ...content.draft,
        criteria: [{ code: 'SENSITIVE_DATA', note: 'ข้อมูลพันธุกรรม' }],
        dpoOpinion: { th: 'ควรเข้ารหัสทั้งฐานข้อมูล', en: '' },
        worstCases: [
          {
            ...worst,
            residual: { likelihood: 3, impact: 5 },
            treatment: {
              method: 'ACCEPTANCE',
              detail: 'ยอมรับจนกว่าจะเปลี่ยนระบบ',
              measures: [],
              expected: { likelihood: 2, impact: 4 },
              expectedOn: '2027-01-31',
              responsibleId: null,
            },
          },
        ],
      },
    },
    version: 2,
    sha256: SHA256,
    at: AT,
    preparedBy: 'สมปอง คุ้มครอง',
    organization: 'โรงพยาบาลร่มเย็น',
    workspace: 'สำนักงานใหญ่',
    history: [{ version: 2, publishedAt: AT, publishedBy: null, sha256: SHA256 }],
    flow: FLOW,
    files: new Map(),
    approvals: [
      { line: 7, name: 'วิชัย ผู้บริหาร', position: 'ผู้อำนวยการ', role: 'Top Management', standsInFor: null, at: AT },
    ],
  };
}

/** A page as an image. */
function pictureOf(pages: Pages, page: number): PNG {
  const { width, height, data } = pages.draw(page, DOTS);
  const png = new PNG({ width, height });
  png.data.set(data);
  return png;
}

it('equals the reference, page by page', async () => {
  const document = reportDocument(factsOf() as ReportFacts, { at: new Date(AT), by: 'สมปอง คุ้มครอง' });
  const pages = await openPages('application/pdf', await renderer.render(document));
  const reference = (page: number) => join(import.meta.dirname, `../reference/dpia-report-${page + 1}.png`);
  for (let page = 0; page < pages.sizes.length; page++) {
    const drawn = pictureOf(pages, page);
    if (process.env['UPDATE_REFERENCE']) writeFileSync(reference(page), PNG.sync.write(drawn));
    expect(existsSync(reference(page)), 'UPDATE_REFERENCE=1 renders the reference again').toBe(true);
    const { data, width, height } = PNG.sync.read(readFileSync(reference(page)));
    expect([drawn.width, drawn.height]).toEqual([width, height]);
    expect(pixelmatch(drawn.data, data, undefined, width, height, { threshold: 0.2 }), `page ${page + 1}`).toBeLessThan(
      width * height * MOST_DIFFERENT,
    );
  }
  expect(existsSync(reference(pages.sizes.length)), 'a page fewer than before').toBe(false);
});
