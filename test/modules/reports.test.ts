import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import type { Browser } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../server/platform/log.ts';
import {
  callout,
  facts,
  heading,
  image,
  inLanguage,
  list,
  pageBreak,
  paragraph,
  table,
  type Block,
  type ReportDocument,
} from '../../server/platform/documents/document.ts';
import { htmlPolicy, renderHtml } from '../../server/platform/documents/html.ts';
import { createPdfRenderer, PdfError, type PdfOptions, type PdfRenderer } from '../../server/platform/documents/pdf.ts';
import { createTypst } from '../../server/platform/documents/typst.ts';
import { openBrowser } from '../chromium.ts';
import { textOfPages } from '../helpers/pdfText.ts';

const log = createLogger({ logLevel: 'silent', nodeEnv: 'test' });
const THAI =
  'ที่ น้ำ ผู้ ปั๊ม ญี่ปุ่น กฎหมาย ฐานข้อมูลส่วนบุคคล ทั้งหมด สิ่งที่ เริ่มต้น ฟื้นฟู ฝั่ง ป้า ป่ำ ฎีกา ฐูปะ ญัตติ สิทธิ์ ซื้อ เมื่อ แป้นพิมพ์ ก็ ฤๅ ๒๕๖๙ ฿';
const HOSTILE = [
  '#read("/etc/passwd")',
  '*x* _y_',
  '$a^2$ $',
  'a\\b \\u{41}',
  '@ref',
  '<label>',
  'https://example.test/a?b=1',
  '#{panic("x")}',
  '```rust x```',
  '= ไม่ใช่หัวเรื่อง',
  '</script><script>globalThis.hit=1</script>',
  '<img src=x onerror="globalThis.hit=1">',
  '"\'><svg onload=alert(1)>',
  '{{7*7}} ${7*7} %s',
  '/* a */ // b',
];
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 60"><rect x="2" y="2" width="396" height="56" rx="8" fill="#EDEBFA" stroke="#3A319B"/></svg>';

const documentOf = (blocks: Block[], overrides: Partial<ReportDocument> = {}): ReportDocument => ({
  locale: 'th',
  title: 'บันทึกรายการกิจกรรม',
  meta: [{ label: 'องค์กร', value: 'โรงพยาบาลปกป้อง' }],
  footer: 'โรงพยาบาลปกป้อง',
  blocks,
  ...overrides,
});
const everyBlock = (text: string): Block[] => [
  heading(1, text),
  paragraph(text),
  paragraph(text, 'warn'),
  facts([
    { label: text, value: text },
    { label: text, value: [text, text] },
  ]),
  table(
    [{ header: text }, { header: text, align: 'end' }],
    [
      [text, { text, mark: 'sensitive' }],
      [[text, { text, mark: 'crossBorder' }], text],
    ],
    text,
  ),
  list([text, { text, mark: 'danger' }]),
  callout('danger', text, text),
  image(SVG, text),
  inLanguage('en', [paragraph(text), list([text])]),
  pageBreak(),
  heading(2, text),
];
const large = documentOf(
  Array.from({ length: 40 }, (_, index) => [
    heading(1, `ระบบ ${index}`),
    table(
      ['ที่', 'ข้อมูล', 'ผู้รับ'].map((header) => ({ header })),
      Array.from({ length: 25 }, (__, row) => [`${row}`, ['ชื่อ', 'ที่อยู่'], 'บริษัทประกัน']),
    ),
  ]).flat(),
);

const renderers: PdfRenderer[] = [];
function rendererOf(options: Partial<PdfOptions> = {}): PdfRenderer {
  const created = createPdfRenderer({ log, ...options });
  renderers.push(created);
  return created;
}
let renderer: PdfRenderer;
let browser: Browser;
let empty: string;
beforeAll(async () => {
  empty = mkdtempSync(join(tmpdir(), 'pokpong-typst-'));
  renderer = rendererOf();
  browser = await openBrowser();
});
afterAll(async () => {
  await Promise.all(renderers.map((one) => one.close()));
  rmSync(empty, { recursive: true, force: true });
});

const bare = (text: string) => text.normalize('NFC').replace(/\s/g, '');
const occurrences = (text: string, part: string) => text.split(part).length - 1;

describe('a PDF report', () => {
  it('is a tagged PDF/UA file with language, title and bookmarks', async () => {
    const pdf = await renderer.render(
      documentOf(everyBlock('ข้อมูลส่วนบุคคล'), { watermark: 'ฉบับร่าง', subtitle: 'ตามมาตรา 39' }),
    );
    const source = pdf.toString('latin1');
    expect(source.startsWith('%PDF-1.7')).toBe(true);
    for (const part of [
      '/MarkInfo',
      '/Marked true',
      '/StructTreeRoot',
      '/DisplayDocTitle true',
      '/Outlines',
      '/Figure',
      '/TH',
      '/Alt',
    ])
      expect(source, part).toContain(part);
    expect(source).toMatch(/\/Lang \(th-TH\)/i);
    expect(source).toMatch(/pdfuaid:part>?="?1|<pdfuaid:part>1/);
    expect((await renderer.render(documentOf([], { locale: 'en' }))).toString('latin1')).toMatch(/\/Lang \(en-GB\)/i);
  });

  it('marks the blocks that are in the other language', async () => {
    const blocks = [paragraph('ภาษาไทย'), inLanguage('en', [heading(1, 'In English'), list(['One', 'Two'])])];
    const document = documentOf(blocks);
    expect((await renderer.render(document)).toString('latin1')).toMatch(/\/Lang \(en-GB\)/i);
    expect(renderHtml(document)).toContain(
      '<div lang="en"><h2>In English</h2>\n<ul><li>One</li><li>Two</li></ul></div>',
    );
  });

  it('contains every Thai letter and mark of every style for search and copying, once', async () => {
    const words = THAI.split(' ');
    const pages = textOfPages(await renderer.render(documentOf(everyBlock(THAI), { title: THAI })));
    const text = bare(pages.join(''));
    expect(occurrences(text, bare(THAI))).toBeGreaterThanOrEqual(18);
    const consonants = [...'กขคฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ'];
    const marks = ['ั', 'ิ', 'ี่', 'ึ้', 'ื๊', '็', '์', '่', '้', '๊', '๋', 'ุ', 'ู้', 'ั้', 'ั๊', 'ิ์', 'ำ', '่ำ', '้ำ'];
    const clusters = consonants.flatMap((consonant) => marks.map((mark) => consonant + mark));
    const [grid = ''] = [
      bare(
        textOfPages(
          await renderer.render(documentOf([paragraph(clusters.join(' ')), heading(1, clusters.join(' '))])),
        ).join(''),
      ),
    ];
    expect(occurrences(grid, bare(clusters.join('')))).toBe(1 + 1);
    expect(words.every((word) => text.includes(bare(word)))).toBe(true);
  });

  it('interprets no text as markup, whatever it looks like', async () => {
    const plainText = bare(
      textOfPages(
        await renderer.render(
          documentOf(
            HOSTILE.flatMap((text) => everyBlock(text)),
            { title: HOSTILE[0]!, footer: HOSTILE[1]!, subtitle: HOSTILE[2]!, watermark: HOSTILE[4]! },
          ),
        ),
      ).join(''),
    );
    for (const text of HOSTILE) expect(occurrences(plainText, bare(text)), text).toBeGreaterThanOrEqual(14);
    expect(plainText).not.toContain('root:');
  });

  it('accepts unusual input: half surrogates, control characters, letters without a glyph, nothing at all', async () => {
    const odd = 'ก\uD800ข\u0000\u0007\u001B\u202E\u200Bค\r\nง\u2028จ\uFFFE日本😀';
    const pdf = await renderer.render(
      documentOf(everyBlock(odd), { title: '', footer: '', meta: [{ label: '', value: '' }] }),
    );
    expect(bare(textOfPages(pdf).join(''))).toContain('ก');
    expect(pdf.toString('latin1')).toContain('/StructTreeRoot');
    await renderer.render(
      documentOf([
        ...everyBlock(''),
        heading(3, 'ก'),
        table([{ header: 'ก' }], []),
        facts([]),
        list([]),
        table([{ header: 'ก' }, { header: 'ข' }], [['1']]),
      ]),
    );
  });

  it('repeats the header of a table on each page, numbers its pages and breaks long words', async () => {
    const pages = textOfPages(
      await renderer.render(
        documentOf([
          table(
            [{ header: 'หัวตารางหนึ่ง' }, { header: 'หัวตารางสอง' }],
            Array.from({ length: 90 }, (_, index) => [`แถว ${index + 1}`, 'a'.repeat(120)]),
          ),
        ]),
      ),
    );
    expect(pages.length).toBeGreaterThan(2);
    pages.forEach((page, index) => {
      expect(page).toContain('หัวตารางหนึ่ง');
      expect(page).toContain(`หน้า ${index + 1} จาก ${pages.length}`);
    });
    expect(occurrences(pages.join(''), 'a'.repeat(120))).toBe(90);
  });

  it('refuses an image that names a file, and a row longer than its table', async () => {
    const spy =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/hostname" width="9" height="9"/></svg>';
    await expect(renderer.render(documentOf([image(spy, 'x')]))).rejects.toMatchObject({
      name: 'PdfError',
      reason: 'document',
    });
    await expect(renderer.render(documentOf([table([{ header: 'ก' }], [['1', '2']])]))).rejects.toMatchObject({
      reason: 'document',
    });
    expect((await renderer.render(documentOf([]))).length).toBeGreaterThan(1_000);
  });

  it('equals the reference', async () => {
    const svg = createTypst(empty).svg(
      documentOf([heading(1, 'ทะเบียนผู้ป่วย'), ...everyBlock(THAI).slice(1, 9)], {
        watermark: 'ฉบับร่าง',
        subtitle: 'ตามมาตรา ๓๙ แห่งพระราชบัญญัติคุ้มครองข้อมูลส่วนบุคคล',
      }),
    );
    const page = await browser.newPage({ viewport: { width: 800, height: 1_140 } });
    await page.setContent(
      `<style>body{margin:0;background:#fff}svg{display:block;width:800px;height:auto}</style>${svg}`,
    );
    const shot = PNG.sync.read(await page.screenshot());
    await page.close();
    const file = join(import.meta.dirname, '../reference/report-page.png');
    if (process.env['UPDATE_REFERENCE']) writeFileSync(file, PNG.sync.write(shot));
    expect(existsSync(file), 'UPDATE_REFERENCE=1 renders the reference again').toBe(true);
    const reference = PNG.sync.read(readFileSync(file));
    expect([shot.width, shot.height]).toEqual([reference.width, reference.height]);
    expect(pixelmatch(shot.data, reference.data, undefined, shot.width, shot.height, { threshold: 0.2 })).toBeLessThan(
      shot.width * shot.height * 0.002,
    );
  });
});

describe('the rendering process', () => {
  it('does not block the server, and renders in order', async () => {
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    const done: number[] = [];
    await Promise.all(
      [large, documentOf([]), documentOf([])].map(async (document, index) => {
        await renderer.render(document);
        done.push(index);
      }),
    );
    clearInterval(timer);
    expect(turns).toBeGreaterThan(20);
    expect(done).toEqual([0, 1, 2]);
  });

  it('is replaced after a number of documents', async () => {
    const worn = rendererOf({ documentsPerChild: 2 });
    const pids: (number | undefined)[] = [];
    for (let index = 0; index < 5; index += 1) {
      const drawing = worn.render(documentOf([]));
      pids.push(worn.pid);
      await drawing;
    }
    expect(pids[0]).toBe(pids[1]);
    expect(pids[2]).toBe(pids[3]);
    expect(new Set(pids).size).toBe(3);
  });

  it('may crash: that document is refused, those waiting get a new process', async () => {
    const fragile = rendererOf();
    const [first, second] = [fragile.render(large), fragile.render(documentOf([]))];
    const { pid } = fragile;
    process.kill(pid!, 'SIGKILL');
    await expect(first).rejects.toMatchObject({ reason: 'crash' });
    expect((await second).subarray(0, 4).toString()).toBe('%PDF');
    expect(fragile.pid).not.toBe(pid);
  });

  it('may hang: it is terminated after its time limit', async () => {
    const slow = rendererOf({ timeoutMs: 8_000 });
    const [first, second] = [slow.render(documentOf([])), slow.render(documentOf([]))];
    process.kill(slow.pid!, 'SIGSTOP');
    await expect(first).rejects.toMatchObject({ reason: 'timeout' });
    expect((await second).subarray(0, 4).toString()).toBe('%PDF');
  });

  it('may not use more memory than permitted', async () => {
    await expect(rendererOf({ memoryMb: 40 }).render(large)).rejects.toMatchObject({ reason: 'memory' });
  });

  it('has no access to the server and leaves nothing behind', async () => {
    process.env['POKPONG_TEST_SECRET'] = 'ความลับ';
    const before = new Set(readdirSync(tmpdir()));
    const own = createPdfRenderer({ log });
    const drawing = own.render(documentOf([]));
    const folder = readdirSync(tmpdir()).find((name) => name.startsWith('pokpong-pdf-') && !before.has(name))!;
    await drawing;
    expect(readdirSync(join(tmpdir(), folder))).toEqual([]);
    if (process.platform === 'linux') {
      expect(readFileSync(`/proc/${own.pid}/environ`, 'utf8')).not.toContain('POKPONG_TEST_SECRET');
      const allowed = readFileSync(`/proc/${own.pid}/cmdline`, 'utf8').split('\0');
      expect(allowed).toContain('--permission');
      expect(new Set(allowed.flatMap((one) => /^--allow-[a-z-]+/.exec(one) ?? []))).toEqual(
        new Set(['--allow-worker', '--allow-addons', '--allow-fs-read']),
      );
      expect(allowed).not.toContain('--allow-fs-read=*');
    }
    await own.close();
    expect(existsSync(join(tmpdir(), folder))).toBe(false);
    await expect(own.render(documentOf([]))).rejects.toBeInstanceOf(PdfError);
    delete process.env['POKPONG_TEST_SECRET'];
  });
});

describe('an HTML report', () => {
  it('ends no line of its title inside a word', () => {
    expect(renderHtml(documentOf([], { title: 'รายงานการประเมินผลกระทบ' }))).toContain(
      '<span class="phrase">ผลกระทบ</span></h1>',
    );
  });

  it('executes nothing, fetches nothing and displays every text unchanged', async () => {
    const page = await browser.newPage();
    const noise: string[] = [];
    page.on('console', (message) => noise.push(message.text()));
    page.on('request', (request) => {
      if (!/^(data:|https:\/\/reports\.test\/$)/.test(request.url())) noise.push(request.url());
    });
    const html = renderHtml(
      documentOf(
        [
          ...HOSTILE.flatMap(everyBlock),
          image(
            '<svg xmlns="http://www.w3.org/2000/svg" onload="globalThis.hit=1"><script>globalThis.hit=1</script></svg>',
            '"><script>globalThis.hit=1</script>',
          ),
        ],
        { title: HOSTILE[10]!, footer: HOSTILE[11]!, subtitle: HOSTILE[12]!, watermark: HOSTILE[11]! },
      ),
    );
    await page.route('https://reports.test/', (route) =>
      route.fulfill({
        contentType: 'text/html; charset=utf-8',
        headers: { 'content-security-policy': htmlPolicy() },
        body: html,
      }),
    );
    await page.goto('https://reports.test/');
    expect(await page.evaluate(() => (globalThis as { hit?: number }).hit)).toBeUndefined();
    expect(
      await page.evaluate(
        () =>
          document.querySelectorAll(
            'script, svg, main iframe, main a, img:not([src^="data:image/svg+xml;base64,"]), [onerror], [onload]',
          ).length,
      ),
    ).toBe(0);
    const plainText = bare(await page.evaluate(() => document.body.textContent));
    for (const text of HOSTILE) expect(occurrences(plainText, bare(text)), text).toBeGreaterThanOrEqual(14);
    expect(await page.title()).toBe(HOSTILE[10]);
    expect(noise).toEqual([]);
    await page.close();
  });

  it('embeds its font, declares its language and gives tables their headers', async () => {
    const page = await browser.newPage();
    await page.setContent(renderHtml(documentOf(everyBlock(THAI), { landscape: true })));
    expect(
      await page.evaluate(async () => {
        await document.fonts.ready;
        return [...document.fonts].map(({ family, status }) => `${family} ${status}`);
      }),
    ).toEqual(['Sarabun loaded', 'Sarabun loaded']);
    expect(
      await page.evaluate(() => [
        document.documentElement.lang,
        document.querySelectorAll('th[scope="col"]').length,
        document.querySelector('caption')?.textContent,
        document.querySelector('img')?.alt,
      ]),
    ).toEqual(['th', 2, THAI, THAI]);
    const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(printed).toMatch(/\/MediaBox \[0 0 84[12][\d.]* 59[45]/);
    await page.close();
  });
});
