import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { extractImages, extractText, getDocumentProxy, getMeta } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assertClean, redact } from '../../server/modules/requestAnswer/redaction/redact.ts';
import { inConfinement } from '../../server/modules/requestAnswer/redaction/confined.ts';
import { openPages } from '../../server/modules/requestAnswer/redaction/openPages.ts';
import { buildServer, callerFor, type Person, signInAgain, type TestServer } from '../factories.ts';
import { REDACTION_BOXES, redactAnswerFile } from '../../shared/requestAnswer/redaction.ts';
import { approve, buildUpload, buildWorkedRequest } from '../helpers/answers.ts';
import { refusal } from '../helpers/refusal.ts';
import { buildTeam } from '../helpers/team.ts';
import { until } from '../helpers/until.ts';

const PDF = 'application/pdf';
const ID = '018f4f5e-0000-7000-8000-000000000000';
const BOX = { page: 0, x: 0.05, y: 0.42, width: 0.9, height: 0.2 };
/** Below it, where nothing is written. */
const BESIDE = { ...BOX, y: 0.66, height: 0.15 };

/** A PDF with a text, a note, a title, an attachment and a script. */
function loadedPdf(text: string): Buffer {
  const content = `BT /F1 12 Tf 20 100 Td (${text}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\("SecretScript"\\)) >> /Names << /EmbeddedFiles << /Names [(SecretFile.txt) 8 0 R] >> >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Annots [6 0 R] /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Annot /Subtype /Text /Rect [10 10 30 30] /Contents (SecretNote) >>',
    '<< /Title (SecretTitle) /Author (SecretAuthor) >>',
    '<< /Type /Filespec /F (SecretFile.txt) /EF << /F 9 0 R >> >>',
    '<< /Type /EmbeddedFile /Length 13 >>\nstream\nSecretContent\nendstream',
  ];
  let out = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const at = out.length;
    out += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.from(
    `${out}xref\n0 10\n0000000000 65535 f \n${table}trailer\n<< /Size 10 /Root 1 0 R /Info 7 0 R >>\nstartxref\n${out.length}\n%%EOF\n`,
    'latin1',
  );
}
/** The text that pdf.js, which is independent of the product's own reader, finds in a PDF. */
const textOf = async (pdf: Buffer): Promise<string> =>
  (await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })).text;

const checkered = (): PNG => {
  const png = new PNG({ width: 120, height: 80 });
  for (let at = 0; at < png.data.length; at += 4) png.data.set([(at / 4) % 2 ? 255 : 200, 120, 40, 255], at);
  return png;
};

/** A PDF of these objects, the first of which is its catalogue. */
function pdfOf(objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = parts[0]!.length;
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object as string), Buffer.from('\nendobj\n')]));
  }
  const at = length;
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  add(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
/** Empty pages of this size in points. */
const emptyPages = (count: number, side = 200): Buffer =>
  pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${count} /Kids [${Array.from({ length: count }, (_, page) => `${page + 3} 0 R`).join(' ')}] >>`,
    ...Array.from({ length: count }, () => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${side} ${side}] >>`),
  ]);
/** An image of a page with text, like from a scanner or a camera, with location and author. */
async function photo(): Promise<{ jpeg: Buffer; width: number; height: number }> {
  const order = { work: 'page', type: PDF, boxes: [], page: 0 } as const;
  const [page] = (await inConfinement({ ...order, bytes: loadedPdf('HN 00-4231') })).pages!;
  const bytes = Buffer.from(page!.bytes, 'base64');
  const segment = (marker: number, text: string) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(text.length + 2, 2);
    return Buffer.concat([head, Buffer.from(text, 'latin1')]);
  };
  const jpeg = Buffer.concat([
    bytes.subarray(0, 2),
    segment(0xe1, 'Exif\0\0SecretPlace 13.7563 N'),
    segment(0xfe, 'SecretAuthor'),
    bytes.subarray(2),
  ]);
  return { jpeg, width: page!.width, height: page!.height };
}
/** A scanned page: only an image. */
const scanned = ({ jpeg, width, height }: Awaited<ReturnType<typeof photo>>): Buffer => {
  const drawn = 'q 200 0 0 200 0 0 cm /I Do Q';
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>',
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    Buffer.concat([
      Buffer.from(
        `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n`,
      ),
      jpeg,
      Buffer.from('\nendstream'),
    ]),
  ]);
};
/** The brightest and the darkest value in a part of the only image of a PDF, as extracted by pdf.js. */
async function lightOf(pdf: Buffer, { x, y, width, height }: Omit<typeof BOX, 'page'>): Promise<[number, number]> {
  const pictures = await extractImages(await getDocumentProxy(new Uint8Array(pdf)), 1);
  expect(pictures).toHaveLength(1);
  const [picture] = pictures;
  const values: number[] = [];
  const inside = (from: number, share: number, all: number) => [
    Math.ceil(from * all) + 1,
    Math.floor((from + share) * all) - 1,
  ];
  const [left, right] = inside(x, width, picture!.width);
  const [top, bottom] = inside(y, height, picture!.height);
  for (let row = top!; row < bottom!; row += 1)
    for (let column = left!; column < right!; column += 1)
      values.push(picture!.data[(row * picture!.width + column) * picture!.channels]!);
  return [Math.max(...values), Math.min(...values)];
}

describe('scanned or photographed documents', () => {
  it('have nothing under the box of a scanned PDF, as the image extracted by another reader proves', async () => {
    const original = scanned(await photo());
    expect(await textOf(original)).toBe('');
    // There is text.
    expect((await lightOf(original, BOX))[1]).toBeLessThan(110);
    const redacted = await redact(PDF, original, [BOX]);
    expect((await lightOf(redacted, BOX))[0]).toBeLessThan(40);
    expect((await lightOf(redacted, BESIDE))[1]).toBeGreaterThan(215);
    for (const secret of ['SecretPlace', 'SecretAuthor']) {
      expect(original.includes(secret)).toBe(true);
      expect(redacted.includes(secret)).toBe(false);
    }
  });

  it('have nothing under the box of a JPEG, nor its location and author', async () => {
    const one = await photo();
    const jpeg = await redact('image/jpeg', one.jpeg, [BOX]);
    for (const secret of ['SecretPlace', 'SecretAuthor', 'Exif']) expect(jpeg.includes(secret)).toBe(false);
    const again = scanned({ ...one, jpeg });
    expect((await lightOf(scanned(one), BOX))[1]).toBeLessThan(110);
    expect((await lightOf(again, BOX))[0]).toBeLessThan(40);
    expect((await lightOf(again, BESIDE))[1]).toBeGreaterThan(215);
  });

  it('are not redacted by a box drawn over a scan whose image is still complete', async () => {
    const box = 'q 200 0 0 200 0 0 cm /I Do Q 0 g 10 76 180 40 re f';
    const original = scanned(await photo())
      .toString('latin1')
      .replace(/<< \/Length 28 >>[^]*?endstream/, `<< /Length ${box.length} >>\nstream\n${box}\nendstream`);
    const painted = Buffer.from(original, 'latin1');
    // It looks black and its image is not: that is why pages are rendered again.
    expect((await lightOf(painted, BOX))[1]).toBeLessThan(110);
    expect((await lightOf(painted, BOX))[0]).toBeGreaterThan(215);
    expect((await lightOf(await redact(PDF, painted, [BOX]), BOX))[0]).toBeLessThan(40);
  });
});

describe('limits of redaction', () => {
  const unreadable = async (work: Promise<unknown>) =>
    expect((await refusal(work)).code).toBe('requestAnswer.unreadable');

  it('are 200 pages', async () => {
    expect((await openPages(PDF, emptyPages(200))).sizes).toHaveLength(200);
    await unreadable(redact(PDF, emptyPages(201), [BOX]));
  });

  it('are 50,000 letters per page, before they reach the process that asked for them', async () => {
    const letters = (lines: number) => {
      const text = Array.from({ length: lines }, () => 'x'.repeat(100));
      const bytes = loadedPdf(text.reduce((all, line, at) => `${all}) Tj ET BT /F1 0.3 Tf 20 ${at / 3} Td (${line}`));
      return inConfinement({ work: 'letters', type: PDF, bytes, boxes: [], page: 0 });
    };
    expect((await letters(300)).letters![0]!.length).toBeGreaterThan(29_000);
    await unreadable(letters(600));
  });

  it('are twelve million pixels a page, whatever size it declares', async () => {
    const { width, height } = (await openPages(PDF, emptyPages(1, 14_400))).draw(0, 200);
    expect(width * height).toBeLessThanOrEqual(12_000_000 * 1.001);
    expect(width * height).toBeGreaterThan(11_000_000);
  });

  it('are 48 million pixels of an image, and the memory of the process that opens it', async () => {
    // Grey, of one byte a pixel: small when compressed.
    const bomb = (side: number) => {
      const chunk = (type: string, data: Buffer) => {
        const body = Buffer.concat([Buffer.from(type), data]);
        const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
        size.writeUInt32BE(data.length);
        sum.writeUInt32BE(crc32(body));
        return Buffer.concat([size, body, sum]);
      };
      const head = Buffer.alloc(13);
      head.writeUInt32BE(side, 0);
      head.writeUInt32BE(side, 4);
      head[8] = 8;
      return Buffer.concat([
        Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
        chunk('IHDR', head),
        chunk('IDAT', deflateSync(Buffer.alloc((side + 1) * side), { level: 1 })),
        chunk('IEND', Buffer.alloc(0)),
      ]);
    };
    const fullPage = { page: 0, x: 0, y: 0, width: 1, height: 1 };
    await unreadable(redact('image/png', bomb(7000), [fullPage]));
    await unreadable(redact('image/png', bomb(18_000), [fullPage]));
  });

  it('are 5,000 boxes per file, which fit into a call, each within its page', () => {
    const call = { ws: ID, id: ID, rightId: ID, answerFileId: ID, redactedId: null };
    const takes = (boxes: object[]) => redactAnswerFile.safeParse({ ...call, boxes }).success;
    const [x, y] = [1 / 81, 1 / 83];
    const boxes = Array.from({ length: REDACTION_BOXES }, () => ({ page: 199, x, y, width: x, height: y }));
    expect(takes(boxes)).toBe(true);
    expect(JSON.stringify({ ...call, boxes }).length).toBeLessThan(1024 * 1024);
    expect(takes([...boxes, BOX])).toBe(false);
    // Without any, what was redacted becomes its original again; an original stays one.
    expect(takes([])).toBe(false);
    expect(redactAnswerFile.safeParse({ ...call, redactedId: ID, boxes: [] }).success).toBe(true);
    expect(takes([{ ...BOX, page: 200 }])).toBe(false);
    expect(takes([{ ...BOX, x: 1.1 }])).toBe(false);
  });
});

describe('a redacted PDF', () => {
  it('has no text, note, title, attachment or script of the original, according to another reader', async () => {
    const original = loadedPdf('Secret 1234567890123');
    expect(await textOf(original)).toContain('1234567890123');
    const redacted = await redact(PDF, original, [BOX]);
    expect(await textOf(redacted)).toBe('');
    const document = await getDocumentProxy(new Uint8Array(redacted));
    expect(await (await document.getPage(1)).getAnnotations()).toEqual([]);
    expect(await document.getAttachments()).toBeNull();
    expect((await getMeta(document)).info).not.toHaveProperty('Title');
    expect(redacted.includes('Secret')).toBe(false);
    const { sizes } = await openPages(PDF, redacted);
    expect(sizes).toEqual([{ width: 200, height: 200 }]);
  });

  it('displays what is beside the box, and black inside it', async () => {
    const redacted = await redact(PDF, loadedPdf('Visible'), [{ ...BOX, x: 0.5 }]);
    const { data, width } = (await openPages(PDF, redacted)).draw(0, 100);
    const darkest = (left: number, right: number) => {
      let least = 255;
      for (let row = 120; row < 150; row += 1)
        for (let column = left; column < right; column += 1) least = Math.min(least, data[(row * width + column) * 4]!);
      return least;
    };
    expect(darkest(20, 130)).toBeLessThan(120);
    expect(data[(140 * width + 200) * 4]).toBeLessThan(40);
  });

  it('is refused if text is still found: a box that was only painted over', async () => {
    const painted = loadedPdf('Secret) Tj ET 0 g 0 80 200 60 re f BT (');
    expect((await refusal(assertClean(PDF, painted, [BOX]))).code).toBe('requestAnswer.notClean');
  });

  it('is not created from an unreadable file', async () => {
    expect((await refusal(redact(PDF, Buffer.from('%PDF-1.7\nnothing'), [BOX]))).code).toBe('requestAnswer.unreadable');
    expect((await refusal(redact('image/jpeg', Buffer.from('nothing'), [BOX]))).code).toBe('requestAnswer.unreadable');
  });
});

describe('a redacted image', () => {
  it('is black inside the box and unchanged beside it', async () => {
    const redacted = PNG.sync.read(
      await redact('image/png', PNG.sync.write(checkered()), [{ page: 0, x: 0, y: 0, width: 0.5, height: 1 }]),
    );
    expect([redacted.width, redacted.height]).toEqual([120, 80]);
    const pixel = (x: number, y: number) => [...redacted.data.subarray((y * 120 + x) * 4, (y * 120 + x) * 4 + 3)];
    for (const x of [0, 30, 59]) expect(pixel(x, 40)).toEqual([0, 0, 0]);
    for (const x of [60, 100, 119]) expect(pixel(x, 40).slice(1)).toEqual([120, 40]);
  });
});

describe('staff', () => {
  let server: TestServer;
  let ws: string;
  let dpo: Person;
  let staff: Person;
  let other: Person;
  beforeAll(async () => {
    server = await buildServer({}, { jobs: true });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.set('2026-11-02T10:15:00+07:00');
    ({ ws, dpo, staff, other } = await buildTeam(server, { dpo: 'DPO', staff: 'Staff', other: 'Staff' }));
  });
  const as = async (person: Person) => (await callerFor(server, await signInAgain(server, person))).requestAnswer;

  it('redact a file: areas are suggested, the new file is sent, the original is stored separately', async () => {
    const { id, rightId } = await buildWorkedRequest(server, { dpo, staff });
    const right = { ws, id, rightId };
    const api = await as(staff);
    const bytes = loadedPdf('Mr Other 081-234-5678');
    const fileId = await buildUpload(server, staff, { name: 'บันทึก.pdf', type: PDF, bytes });
    const [file] = (await api.addFile({ ...right, fileId })).files;
    const ofFile = { ...right, answerFileId: file!.id };
    expect(await api.redactionPages(ofFile)).toEqual({
      sizes: [{ width: 200, height: 200 }],
      boxes: [],
      redactedId: null,
    });
    expect((await api.redactionPage({ ...ofFile, page: 0 })).picture).toMatch(/^data:image\/jpeg;base64,/);
    const { boxes, more } = await api.suggestRedactions({ ...ofFile, query: 'other' });
    expect(boxes).toHaveLength(2);
    expect(more).toBe(false);
    for (const box of boxes) expect(box.y).toBeGreaterThan(0.4);
    expect((await refusal((await as(other)).redactionPages(ofFile))).code).toBe('request.notFound');
    const answer = await api.redact({ ...ofFile, redactedId: null, boxes });
    const { redactedId } = answer.files[0]!;
    expect(redactedId).not.toBeNull();
    // Somebody who opened the file before that would otherwise undo it.
    const late = await refusal((await as(dpo)).redact({ ...ofFile, redactedId: null, boxes: [BOX] }));
    expect(late).toMatchObject({ status: 'CONFLICT', code: 'requestAnswer.redactedMeanwhile' });
    expect(await api.redactionPages(ofFile)).toMatchObject({ boxes, redactedId });
    await approve(server, { dpo, staff }, { id });
    await (await as(dpo)).release({ ...right, expiryDays: 14, downloadLimit: 1 });
    const ready = await until(async () => {
      const one = await (await as(dpo)).get(right);
      return ['READY', 'FAILED'].includes(one.status) && one;
    }, 'the package');
    expect(ready.status).toBe('READY');
    const sent = await server.owner
      .selectFrom('requestAnswerFiles')
      .select('redactedSha256')
      .where('id', '=', file!.id)
      .executeTakeFirstOrThrow();
    expect(ready.package!.contents.find(({ name }) => name === 'files/บันทึก.pdf')!.sha256).toBe(sent.redactedSha256);
    expect((await (await as(dpo)).letter(right)).html).toContain('ปิดทับ');
  });

  it('redact a file in more than 500 places, each of which is suggested', async () => {
    const { id, rightId } = await buildWorkedRequest(server, { dpo, staff });
    const right = { ws, id, rightId };
    const api = await as(staff);
    const line = Array.from({ length: 10 }, () => '0812345678 x').join(' ');
    const lines = Array.from({ length: 60 }, (_, at) => `) Tj ET BT /F1 2 Tf 5 ${3 * at} Td (${line}`);
    const bytes = loadedPdf(lines.join(''));
    const fileId = await buildUpload(server, staff, { name: 'บันทึก.pdf', type: PDF, bytes });
    const [file] = (await api.addFile({ ...right, fileId })).files;
    const ofFile = { ...right, answerFileId: file!.id };
    const { boxes, more } = await api.suggestRedactions({ ...ofFile, query: '' });
    expect([boxes.length, more]).toEqual([600, false]);
    const { redactedId } = (await api.redact({ ...ofFile, redactedId: null, boxes })).files[0]!;
    expect(await api.redactionPages(ofFile)).toMatchObject({ boxes, redactedId });
  });

  it('undo the redaction of a file by saving it without boxes: its original is sent, the redacted file is removed', async () => {
    const { id, rightId } = await buildWorkedRequest(server, { dpo, staff });
    const right = { ws, id, rightId };
    const api = await as(staff);
    const bytes = PNG.sync.write(checkered());
    const fileId = await buildUpload(server, staff, { name: 'บัตร.png', type: 'image/png', bytes });
    const [file] = (await api.addFile({ ...right, fileId })).files;
    const ofFile = { ...right, answerFileId: file!.id };
    const { redactedId } = (await api.redact({ ...ofFile, redactedId: null, boxes: [BOX] })).files[0]!;
    const undone = await api.redact({ ...ofFile, redactedId, boxes: [] });
    expect(undone.files).toMatchObject([{ redactedId: null }]);
    expect(await api.redactionPages(ofFile)).toMatchObject({ boxes: [], redactedId: null });
    const left = await server.owner.selectFrom('files').select('id').where('id', '=', redactedId!).execute();
    expect(left).toEqual([]);
    const again = await refusal(api.redact({ ...ofFile, redactedId, boxes: [] }));
    expect(again.code).toBe('requestAnswer.redactedMeanwhile');
  });
});
