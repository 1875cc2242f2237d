import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withScope } from '../../db/client.ts';
import { attachment, requestedRange } from '../../server/platform/files/answer.ts';
import { base64Decoder, readForm } from '../../server/platform/files/formStream.ts';
import { logo } from '../../server/modules/dataController/files.ts';
import { evidence } from '../../server/modules/incident/files.ts';
import { attachment as requestAttachment } from '../../server/modules/request/files.ts';
import { exportDocument } from '../../server/platform/exports/files.ts';
import {
  attachFile,
  attachGenerated,
  findFile,
  storeGenerated,
  releaseFile,
} from '../../server/platform/files/service.ts';
import { sweepFiles } from '../../server/platform/files/sweep.ts';
import { createFileStore, type FileStore } from '../../server/platform/files/store.ts';
import { displayName, nameOfWords, type UploadedFile } from '../../shared/file.ts';
import { buildPerson, buildServer, callerFor, type Person, signInAgain, type TestServer } from '../factories.ts';
import { buildWorkedRequest } from '../helpers/answers.ts';
import { giveFile } from '../helpers/fileOwners.ts';
import { refusal } from '../helpers/refusal.ts';
import { pdf, png, zip } from '../helpers/samples.ts';
import { type S3Peer, startS3 } from '../helpers/s3.ts';
import { sealedSize } from '../../server/platform/files/sealedStream.ts';

const MB = 1024 * 1024;
let server: TestServer;
let address: string;
let person: Person;
let stranger: Person;

beforeAll(async () => {
  server = await buildServer();
  address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  person = await buildPerson(server, { role: 'Staff' });
  stranger = await buildPerson(server);
});
afterAll(() => server.close());

/** A new person for each group of uploads, because calls are limited per person. */
const colleague = () => buildPerson(server, { workspaceId: person.workspaceId, role: 'DPO' });
const as = (who: Person | null, headers: Record<string, string> = {}) => ({
  'accept-language': 'en',
  ...(who ? { authorization: `Bearer ${who.token}` } : {}),
  ...headers,
});

function upload(
  who: Person | null,
  name: string,
  bytes: Buffer | string,
  query = `workspace=${person.workspaceId}`,
  fields: Record<string, string> = {},
) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([bytes as never]), name);
  return fetch(`${address}/files-api/v1/upload?${query}`, { method: 'POST', headers: as(who), body: form });
}
async function uploaded(name: string, bytes: Buffer | string, query?: string): Promise<UploadedFile> {
  const answer = await upload(person, name, bytes, query);
  expect(answer.status, await answer.clone().text()).toBe(200);
  return (await answer.json()) as UploadedFile;
}
const download = (who: Person | null, url: string, headers: Record<string, string> = {}) =>
  fetch(address + url, { headers: as(who, headers) });
const rowOf = (id: string) => server.owner.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst();
const stored = () => readdir(join(server.deps.config.dataDir, 'files', person.workspaceId)).catch(() => []);

describe('upload', () => {
  it('stores a file with its hash, size, detected type and uploader, and returns it byte for byte', async () => {
    const bytes = pdf('สวัสดี'.length.toString());
    const file = await uploaded('โลโก้ บริษัท.pdf', bytes, `workspace=${person.workspaceId}&kind=evidence`);
    expect(file).toEqual({
      id: file.id,
      url: `/files-api/v1/files/${file.id}?workspace=${person.workspaceId}`,
      name: 'โลโก้ บริษัท.pdf',
      size: bytes.length,
      type: 'application/pdf',
    });
    expect(await rowOf(file.id)).toMatchObject({
      workspaceId: person.workspaceId,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      storageKey: `${person.workspaceId}/${file.id}`,
      uploadedBy: person.personnelId,
      ownerKind: null,
      ownerId: null,
    });
    const answer = await download(person, file.url);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('accepts workspace and kind from the form, also after the file, and as `ws`', async () => {
    const form = new FormData();
    form.append('note', 'anything else is accepted');
    form.append('file', new Blob([png() as never]), 'me.png');
    form.append('ws', person.workspaceId);
    form.append('kind', 'photo');
    const answer = await fetch(`${address}/files-api/v1/upload`, { method: 'POST', headers: as(person), body: form });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ name: 'me.png', type: 'image/png' });
  });

  it('accepts an encoded form with the file in base64', async () => {
    const bytes = pdf();
    const body = new URLSearchParams({
      workspace: person.workspaceId,
      name: 'หนังสือ.pdf',
      file: bytes.toString('base64'),
    });
    const answer = await fetch(`${address}/files-api/v1/upload`, { method: 'POST', headers: as(person), body });
    expect(answer.status).toBe(200);
    const file = (await answer.json()) as UploadedFile;
    expect(file).toMatchObject({ name: 'หนังสือ.pdf', size: bytes.length });
    expect((await rowOf(file.id))?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('stores text, csv in a Thai code page, ZIP and images as attachments', async () => {
    expect((await uploaded('note.txt', 'บันทึก')).type).toBe('text/plain');
    expect((await uploaded('ตาราง.csv', Buffer.from([0xaa, 0xd7, 0xe8, 0xcd, 0x2c, 0x31, 0x0d, 0x0a]))).type).toBe(
      'text/csv',
    );
    expect((await uploaded('all.zip', zip())).type).toBe('application/zip');
    expect((await uploaded('shot.png', png())).type).toBe('image/png');
  });

  it('detects the type by the content and names it accordingly', async () => {
    expect(await uploaded('page.html', png())).toMatchObject({ type: 'image/png', name: 'page.html.png' });
    expect(await uploaded('run.js', 'alert(1)')).toMatchObject({ type: 'text/plain', name: 'run.js.txt' });
  });

  it('never uses a name as a path', async () => {
    const before = (await stored()).length;
    for (const [name, expected] of [
      ['../../../etc/passwd.pdf', 'passwd.pdf'],
      ['..\\..\\windows\\a.pdf', 'a.pdf'],
      ['/etc/cron.d/x.pdf', 'x.pdf'],
      ['a\u202efdp.exe.pdf', 'afdp.exe.pdf'],
    ] as const) {
      expect((await uploaded(name, pdf())).name).toBe(expected);
    }
    const retained = await stored();
    expect(retained.length).toBe(before + 4);
    expect(retained.every((name) => /^[0-9a-f-]{36}$/.test(name))).toBe(true);
  });

  it('leaves nothing of a refused file behind', async () => {
    const before = await stored();
    const rows = await server.owner.selectFrom('files').select('id').execute();
    expect((await upload(person, 'x.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')).status).toBe(415);
    expect(await stored()).toEqual(before);
    expect(await server.owner.selectFrom('files').select('id').execute()).toEqual(rows);
    await expect.poll(() => readdir(join(server.deps.config.dataDir, 'incoming'))).toEqual([]);
  });
});

describe('refused content', () => {
  const html = '<!doctype html><script>alert(1)</script>';
  const cases: [what: string, kind: string, name: string, bytes: () => Buffer][] = [
    ['SVG', 'general', 'a.svg', () => Buffer.from('<svg onload="alert(1)"></svg>')],
    ['SVG after an XML head', 'general', 'a.svg', () => Buffer.from('<?xml version="1.0"?><svg></svg>')],
    ['SVG that calls itself PNG', 'photo', 'a.png', () => Buffer.from('<svg></svg>')],
    ['HTML', 'general', 'a.html', () => Buffer.from(html)],
    ['HTML that calls itself text', 'general', 'a.txt', () => Buffer.from(`\ufeff  \n${html}`)],
    ['text with markup in it', 'general', 'a.txt', () => Buffer.from(`hello ${html}`)],
    ['HTML that calls itself PDF', 'logo', 'a.pdf', () => Buffer.from(html)],
    ['a PDF that begins with HTML', 'logo', 'a.pdf', () => Buffer.concat([Buffer.from(html), pdf()])],
    [
      'a PDF that begins with JavaScript',
      'general',
      'a.pdf',
      () => Buffer.concat([Buffer.from('alert(1)/*'), pdf(), Buffer.from('*/')]),
    ],
    ['a PDF that begins with a ZIP', 'general', 'a.docx', () => Buffer.concat([zip(), pdf()])],
    ['a PDF that begins with a line break', 'logo', 'a.pdf', () => Buffer.concat([Buffer.from('\n'), pdf()])],
    [
      'a PDF with HTML after its head',
      'logo',
      'a.pdf',
      () => Buffer.concat([Buffer.from(`%PDF-1.7\n${html}\n`), pdf()]),
    ],
    ['a PDF followed by a ZIP', 'logo', 'a.pdf', () => Buffer.concat([pdf(), zip()])],
    ['a PDF around a ZIP', 'logo', 'a.pdf', () => Buffer.concat([pdf(), zip(), Buffer.from('startxref\n0\n%%EOF')])],
    ['a PDF followed by more', 'logo', 'a.pdf', () => Buffer.concat([pdf(), Buffer.from('more')])],
    ['a PDF cut short', 'logo', 'a.pdf', () => pdf().subarray(0, 200)],
    ['only a PDF head', 'logo', 'a.pdf', () => Buffer.from('%PDF-1.7\n')],
    ['a PNG as logo', 'logo', 'a.pdf', png],
    ['a PDF as photo', 'photo', 'a.png', pdf],
    ['a PNG followed by a ZIP', 'photo', 'a.png', () => Buffer.concat([png(), zip()])],
    ['a PNG that unfolds to 10 gigapixels', 'photo', 'a.png', () => png({ width: 100_000, height: 100_000 })],
    ['a PNG without size', 'photo', 'a.png', () => png({ width: 0, height: 0 })],
    ['only a JPEG head', 'photo', 'a.jpg', () => Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')],
    ['a program', 'general', 'a.pdf', () => Buffer.concat([Buffer.from('7f454c4602010100', 'hex'), randomBytes(500)])],
    ['noise', 'general', 'a.txt', () => Buffer.concat([Buffer.from([0]), randomBytes(500)])],
    ['a ZIP as table to import', 'import', 'a.xlsx', zip],
    [
      'an old Office file without a telling name',
      'general',
      'a.bin',
      () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)]),
    ],
  ];
  let sender: Person;
  beforeAll(async () => void (sender = await colleague()));

  it.each(cases)('%s', async (_what, kind, name, bytes) => {
    const answer = await upload(sender, name, bytes(), `workspace=${person.workspaceId}&kind=${kind}`);
    const body = (await answer.json()) as {
      code: string;
      message: string;
      issues: { path: string[]; reason: string }[];
    };
    expect(answer.status, JSON.stringify(body)).toBe(415);
    expect(body.code).toBe('file.type');
    expect(body.issues[0]?.path).toEqual(['file']);
    expect(body.message).not.toMatch(/files:|\{\{/);
  });

  it("is reported in the caller's language", async () => {
    const form = new FormData();
    form.append('file', new Blob(['<svg/>']), 'a.svg');
    const answer = await fetch(`${address}/files-api/v1/upload?workspace=${person.workspaceId}&kind=logo`, {
      method: 'POST',
      headers: { ...as(sender), 'accept-language': 'th' },
      body: form,
    });
    expect(((await answer.json()) as { message: string }).message).toBe('ไม่รองรับไฟล์ชนิดนี้ กรุณาใช้ pdf');
  });
});

describe('who may upload, and how', () => {
  it('nobody without sign-in', async () => {
    expect((await upload(null, 'a.pdf', pdf())).status).toBe(401);
  });

  it('nobody from another workspace, named in the address or in the form', async () => {
    expect((await upload(stranger, 'a.pdf', pdf())).status).toBe(404);
    expect((await upload(stranger, 'a.pdf', pdf(), '', { workspace: person.workspaceId })).status).toBe(404);
  });

  it('nobody who is suspended', async () => {
    const suspended = await buildPerson(server, { workspaceId: person.workspaceId, status: 'suspended' });
    expect([401, 404]).toContain((await upload(suspended, 'a.pdf', pdf())).status);
  });

  it('names the invalid part of the request', async () => {
    const who = await colleague();
    const fieldOf = async (answer: Response) => [
      answer.status,
      ((await answer.json()) as { issues?: { path: string[] }[] }).issues?.[0]?.path[0],
    ];
    expect(await fieldOf(await upload(who, 'a.pdf', pdf(), ''))).toEqual([400, 'workspace']);
    expect(await fieldOf(await upload(who, 'a.pdf', pdf(), 'workspace=x'))).toEqual([400, 'workspace']);
    expect(await fieldOf(await upload(who, 'a.pdf', pdf(), `workspace=${person.workspaceId}&kind=x`))).toEqual([
      400,
      'kind',
    ]);
    expect(await fieldOf(await upload(who, 'a.pdf', ''))).toEqual([400, 'file']);
    const url = `${address}/files-api/v1/upload?workspace=${person.workspaceId}`;
    const two = new FormData();
    two.append('file', new Blob([pdf() as never]), 'a.pdf');
    two.append('file', new Blob([pdf() as never]), 'b.pdf');
    expect((await fetch(url, { method: 'POST', headers: as(who), body: two })).status).toBe(400);
    const none = new FormData();
    none.append('note', 'x');
    expect(await fieldOf(await fetch(url, { method: 'POST', headers: as(who), body: none }))).toEqual([400, 'file']);
    const otherField = new FormData();
    otherField.append('picture', new Blob([pdf() as never]), 'a.pdf');
    expect(await fieldOf(await fetch(url, { method: 'POST', headers: as(who), body: otherField }))).toEqual([
      400,
      'file',
    ]);
    expect(
      (await fetch(url, { method: 'POST', headers: as(who, { 'content-type': 'application/json' }), body: '{}' }))
        .status,
    ).toBe(415);
    expect(
      (await fetch(url, { method: 'POST', headers: as(who, { 'content-type': 'multipart/form-data' }), body: 'x' }))
        .status,
    ).toBe(400);
    expect(
      (
        await fetch(url, {
          method: 'POST',
          headers: as(who, { 'content-type': 'multipart/form-data; boundary=x' }),
          body: '--x\r\nbroken',
        })
      ).status,
    ).toBe(400);
    expect(
      (
        await fetch(url, {
          method: 'POST',
          headers: as(who),
          body: new URLSearchParams({ file: '<not base64>', name: 'a.pdf' }),
        })
      ).status,
    ).toBe(400);
    expect(
      (
        await fetch(url, {
          method: 'POST',
          headers: as(who, { 'content-type': 'application/x-www-form-urlencoded' }),
          body: 'file=%4',
        })
      ).status,
    ).toBe(400);
    await expect.poll(() => readdir(join(server.deps.config.dataDir, 'incoming'))).toEqual([]);
  });

  it('an encoded form of nothing but separators is refused in words', async () => {
    const answer = await fetch(`${address}/files-api/v1/upload`, {
      method: 'POST',
      headers: as(person, { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en' }),
      body: '&'.repeat(2 * 1024 * 1024),
    });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({
      code: 'form',
      message: 'A form may have at most 20 fields besides the file. Remove the others and send it again.',
    });
    await expect.poll(() => readdir(join(server.deps.config.dataDir, 'incoming'))).toEqual([]);
  });

  it('a refused form does not block the next request on its connection', async () => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    let answers = '';
    socket.on('data', (chunk) => (answers += String(chunk)));
    const statuses = () => [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    const size = 2 * 1024 * 1024;
    try {
      socket.write(
        `POST /files-api/v1/upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${person.token}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${size}\r\n\r\n`,
      );
      socket.write('&'.repeat(size));
      await expect.poll(statuses).toEqual(['413']);
      socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
      await expect.poll(statuses).toEqual(['413', '200']);
    } finally {
      socket.destroy();
    }
  });

  it('not more than 60 times a minute', async () => {
    const eager = await colleague();
    const answers = await Promise.all(
      Array.from({ length: 65 }, () =>
        fetch(`${address}/files-api/v1/upload`, {
          method: 'POST',
          headers: as(eager, { 'content-type': 'text/plain' }),
          body: 'x',
        }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 415).length).toBe(60);
    expect(statuses.filter((status) => status === 429).length).toBe(5);
    expect((await upload(person, 'a.pdf', pdf())).status).toBe(200);
  });
});

describe('size', () => {
  it.each([
    ['photo', 2 * MB, 'a.png', png],
    ['logo', 5 * MB, 'a.pdf', pdf],
    ['evidence', 2 * MB, 'a.pdf', pdf],
  ] as const)('%s: the limit itself is accepted, a byte more is 413', async (kind, limit, name, make) => {
    const who = await colleague();
    const full = make();
    // Spaces between header and trailer create a PDF of any size; a PNG may have bytes after its end.
    const padded = (size: number) => {
      const padding = Buffer.alloc(size - full.length, 0x20);
      return name.endsWith('.pdf')
        ? Buffer.concat([full.subarray(0, 9), padding, full.subarray(9)])
        : Buffer.concat([full, padding]);
    };
    const query = `workspace=${person.workspaceId}&kind=${kind}`;
    expect((await upload(who, name, padded(limit), query)).status).toBe(200);
    const answer = await upload(who, name, padded(limit + 1), query);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({
      code: 'file.tooLarge',
      message: `The file must be at most ${limit / MB} MB. Reduce it and try again.`,
    });
    // Without the kind in the address it is checked once the form is read.
    expect((await upload(who, name, padded(limit + 1), `workspace=${person.workspaceId}`, { kind })).status).toBe(413);
  });

  it('refuses a declared size above the limit before reading', async () => {
    const status = await new Promise<number | undefined>((done, fail) => {
      const call = httpRequest(`${address}/files-api/v1/upload?workspace=${person.workspaceId}`, {
        method: 'POST',
        headers: as(person, {
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': String(50_000 * MB),
        }),
      });
      call.on('response', (answer) => done(answer.statusCode)).on('error', fail);
      call.write('--x\r\n');
    });
    expect(status).toBe(413);
  });

  it('stops an endless stream, and memory does not grow with it', async () => {
    const chunk = Buffer.alloc(MB, 0x61);
    const before = process.memoryUsage().rss;
    let peak = before;
    let sent = 0;
    async function* body() {
      yield Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n');
      for (; sent < 400; sent += 1) {
        peak = Math.max(peak, process.memoryUsage().rss);
        yield chunk;
      }
    }
    const status = await new Promise<number | string>((done) => {
      const call = httpRequest(`${address}/files-api/v1/upload?workspace=${person.workspaceId}`, {
        method: 'POST',
        headers: as(person, { 'content-type': 'multipart/form-data; boundary=x' }),
      });
      call
        .on('response', (answer) => done(answer.statusCode ?? 0))
        .on('error', (error: NodeJS.ErrnoException) => done(error.code ?? 'error'));
      Readable.from(body()).pipe(call);
    });
    expect([413, 'EPIPE', 'ECONNRESET']).toContain(status);
    expect(sent).toBeLessThan(100);
    expect((peak - before) / MB).toBeLessThan(150);
    await expect.poll(() => readdir(join(server.deps.config.dataDir, 'incoming'))).toEqual([]);
  });
});

describe('download', () => {
  const content = 'สวัสดีครับ 0123456789';
  const full = Buffer.from(content);
  let file: UploadedFile;
  beforeAll(async () => void (file = await uploaded('a "b"; c=\'d\' ก.txt', content)));

  it('is not executed by a browser', async () => {
    const answer = await download(person, file.url);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-length': String(full.length),
      'content-disposition': `attachment; filename="a _b_; c='d' _.txt"; filename*=UTF-8''a%20%22b%22%3B%20c%3D%27d%27%20%E0%B8%81.txt`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'no-store',
      'accept-ranges': 'bytes',
      etag: `"${createHash('sha256').update(full).digest('hex')}"`,
    });
    expect(await answer.text()).toBe(content);
  });

  it('returns ranges', async () => {
    const part = async (range: string, headers: Record<string, string> = {}) => {
      const answer = await download(person, file.url, { range, ...headers });
      return [
        answer.status,
        answer.headers.get('content-range'),
        Buffer.from(await answer.arrayBuffer()).toString('hex'),
      ];
    };
    const size = full.length;
    const hex = (start: number, end: number) => full.subarray(start, end).toString('hex');
    expect(await part('bytes=0-3')).toEqual([206, `bytes 0-3/${size}`, hex(0, 4)]);
    expect(await part('bytes=5-')).toEqual([206, `bytes 5-${size - 1}/${size}`, hex(5, size)]);
    expect(await part('bytes=-4')).toEqual([206, `bytes ${size - 4}-${size - 1}/${size}`, hex(size - 4, size)]);
    expect(await part('bytes=2-99999')).toEqual([206, `bytes 2-${size - 1}/${size}`, hex(2, size)]);
    expect(await part('bytes=0-1,3-4')).toEqual([200, null, hex(0, size)]);
    expect(await part('bytes=4-2')).toEqual([200, null, hex(0, size)]);
    expect(await part('bytes=0-3', { 'if-range': '"other"' })).toEqual([200, null, hex(0, size)]);
    expect(await part('bytes=0-3', { 'if-range': `"${createHash('sha256').update(full).digest('hex')}"` })).toEqual([
      206,
      `bytes 0-3/${size}`,
      hex(0, 4),
    ]);
    const outside = await download(person, file.url, { range: `bytes=${size}-` });
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
    expect(await outside.json()).toMatchObject({ code: 'file.range' });
  });

  it.each([
    ['a document', pdf(), 'a.pdf'],
    ['a picture', png(), 'a.png'],
  ])('is logged once where its owner demands it, whichever piece is asked for first: %s', async (_, bytes, name) => {
    const reader = await colleague();
    const request = await buildWorkedRequest(server, { dpo: reader, staff: person });
    const { id, url, size } = await uploaded(name, bytes);
    await giveFile(server, requestAttachment, request.id, id);
    const entries = async () =>
      (
        await server.owner
          .selectFrom('securityLogs')
          .select('id')
          .where('event', '=', 'file.downloaded')
          .where('userId', '=', reader.userId)
          .execute()
      ).length;
    const before = await entries();
    const again = await signInAgain(server, reader);
    for (const range of ['bytes=1-', `bytes=-${size - 1}`, 'bytes=5-9'])
      expect((await download(again, url, { range })).ok, range).toBe(true);
    // A picture is always sent whole: each time is a download.
    expect(await entries()).toBe(before + (name === 'a.pdf' ? 1 : 3));
    expect((await download(again, url)).ok).toBe(true);
    expect(await entries()).toBe(before + (name === 'a.pdf' ? 2 : 4));
  });

  it('is logged by what it is and by its record, never by its name', async () => {
    const reader = await colleague();
    const request = await buildWorkedRequest(server, { dpo: reader, staff: person });
    const { id, url } = await uploaded('บัตรประชาชน สมหญิง ใจดี.pdf', pdf());
    await giveFile(server, requestAttachment, request.id, id);
    expect((await download(await signInAgain(server, reader), url)).ok).toBe(true);
    const logged = await server.owner
      .selectFrom('securityLogs')
      .select(['subject', 'details'])
      .where('event', '=', 'file.downloaded')
      .where('userId', '=', reader.userId)
      .execute();
    expect(logged).toEqual([{ subject: request.id, details: { owner: 'request.attachment' } }]);
  });

  it('is not sent again to a client that has it', async () => {
    const etag = (await download(person, file.url)).headers.get('etag') as string;
    const again = await download(person, file.url, { 'if-none-match': `W/${etag}` });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('answers HEAD with the same headers', async () => {
    const answer = await fetch(address + file.url, { method: 'HEAD', headers: as(person) });
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([
      200,
      String(full.length),
      '',
    ]);
  });

  it('is restricted to the personnel of its workspace', async () => {
    expect((await download(null, file.url)).status).toBe(401);
    expect((await download(stranger, file.url)).status).toBe(404);
    // Their own workspace, her file.
    expect((await download(stranger, `/files-api/v1/files/${file.id}?workspace=${stranger.workspaceId}`)).status).toBe(
      404,
    );
    expect(
      (await download(person, `/files-api/v1/files/${randomUUIDv7()}?workspace=${person.workspaceId}`)).status,
    ).toBe(404);
    expect(
      (await download(person, `/files-api/v1/files/..%2f..%2fmaster.key?workspace=${person.workspaceId}`)).status,
    ).toBe(404);
    expect((await download(person, `/files-api/v1/files/${file.id}`)).status).toBe(400);
  });

  it('is restricted to its uploader while no record displays it', async () => {
    const own = await uploaded('draft.pdf', pdf());
    const other = await colleague();
    const both = async () => [(await download(person, own.url)).status, (await download(other, own.url)).status];
    const inside = (work: Parameters<typeof withScope<void>>[2]) =>
      withScope(server.deps.db, { workspaceId: person.workspaceId }, work);
    const ownerId = randomUUIDv7();
    expect(await both()).toEqual([200, 404]);
    await inside(
      async (trx) =>
        void (await attachFile(trx, logo, {
          workspaceId: person.workspaceId,
          ownerId,
          fileId: own.id,
          by: person.personnelId,
        })),
    );
    expect(await both()).toEqual([200, 200]);
    await inside((trx) => releaseFile(trx, logo, { workspaceId: person.workspaceId, ownerId, fileId: own.id }));
    expect(await both()).toEqual([200, 404]);
  });

  it('returns not found if the bytes are missing', async () => {
    const lost = await uploaded('lost.txt', 'lost');
    await server.deps.files.remove(`${person.workspaceId}/${lost.id}`);
    expect((await download(person, lost.url)).status).toBe(404);
  });
});

describe('files and records', () => {
  const inside = <Result>(work: Parameters<typeof withScope<Result>>[2], workspaceId = person.workspaceId) =>
    withScope(server.deps.db, { workspaceId }, work);
  const day = 24 * 60 * 60 * 1000;
  const ownerId = randomUUIDv7();

  it('a file is attached by saving the record', async () => {
    const file = await uploaded('logo.pdf', pdf());
    await inside((trx) =>
      attachFile(trx, logo, {
        workspaceId: person.workspaceId,
        ownerId,
        fileId: file.id,
        by: person.personnelId,
      }),
    );
    expect(await rowOf(file.id)).toMatchObject({ ownerKind: 'dataController.logo', ownerId });
    await inside((trx) => releaseFile(trx, logo, { workspaceId: person.workspaceId, ownerId, fileId: file.id }));
    expect(await rowOf(file.id)).toMatchObject({ ownerKind: null, ownerId: null });
  });

  it('a file not accepted by the field is refused at the field, and remains unattached', async () => {
    const file = await uploaded('photo.png', png());
    const attempt = inside((trx) =>
      attachFile(trx, logo, {
        workspaceId: person.workspaceId,
        ownerId,
        fileId: file.id,
        by: person.personnelId,
        field: 'logoId',
      }),
    );
    await expect(attempt).rejects.toMatchObject({
      status: 'BAD_REQUEST',
      problem: { code: 'file.kind', issues: [{ path: ['logoId'], key: 'files:kind' }] },
    });
    expect(await rowOf(file.id)).toMatchObject({ ownerKind: null, ownerId: null });
  });

  it('a generated file is deleted unless the record that displays it is saved, and preserves its name', async () => {
    const bytes = Buffer.from('a,b\r\n');
    const { workspaceId } = person;
    const facts = {
      workspaceId,
      uploadedBy: null,
      name: 'รายงาน/2569.csv',
      type: 'text/csv',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    };
    const created = await storeGenerated(server.deps, facts, Readable.from([bytes]));
    expect(await rowOf(created.id)).toMatchObject({ ownerKind: null, name: null });
    expect((await download(person, created.url)).status).toBe(404);
    await inside((trx) => attachGenerated(trx, logo, { workspaceId, ownerId, fileId: created.id, at: new Date() }));
    expect(await rowOf(created.id)).toMatchObject({ ownerKind: logo.kind, ownerId, retainedFrom: null });
    const sent = await download(person, created.url);
    expect(sent.headers.get('content-disposition')).toContain(`''2569.csv`);
    expect(await sent.text()).toBe('a,b\r\n');
    const at = new Date('2026-11-20T03:00:00Z');
    await inside((trx) => attachGenerated(trx, exportDocument, { workspaceId, ownerId, fileId: created.id, at }));
    expect(await rowOf(created.id)).toMatchObject({ ownerKind: exportDocument.kind, retainedFrom: at.toISOString() });
    await expect(storeGenerated(server.deps, { ...facts, size: 99 }, Readable.from([bytes]))).rejects.toMatchObject({
      status: 'SERVICE_UNAVAILABLE',
    });
    await server.owner.deleteFrom('files').where('size', '=', 99).execute();
  });

  /** The answer to an id that names no file of the caller: nothing tells whether there is one elsewhere. */
  const NO_FILE = {
    status: 'BAD_REQUEST',
    problem: { code: 'file.notFound', issues: [{ path: ['fileId'], key: 'files:notFound' }] },
  };

  it('a file of another workspace is not found', async () => {
    const file = await uploaded('logo.pdf', pdf());
    const attempt = inside(
      (trx) =>
        attachFile(trx, logo, {
          workspaceId: stranger.workspaceId,
          ownerId,
          fileId: file.id,
          by: person.personnelId,
        }),
      stranger.workspaceId,
    );
    await expect(attempt).rejects.toMatchObject(NO_FILE);
    // Even if a query omits the workspace, row-level security applies.
    const mixed = inside(
      (trx) =>
        attachFile(trx, logo, {
          workspaceId: person.workspaceId,
          ownerId,
          fileId: file.id,
          by: person.personnelId,
        }),
      stranger.workspaceId,
    );
    await expect(mixed).rejects.toMatchObject(NO_FILE);
    expect(await rowOf(file.id)).toMatchObject({ ownerKind: null, ownerId: null });
  });

  it('a file of another person or record is not found, even with its id; files of the record remain', async () => {
    const other = await colleague();
    const file = await uploaded('logo.pdf', pdf());
    const attach = (by: Person, kind = logo, id = ownerId) =>
      inside((trx) =>
        attachFile(trx, kind, {
          workspaceId: person.workspaceId,
          ownerId: id,
          fileId: file.id,
          by: by.personnelId,
        }),
      );
    await expect(attach(other)).rejects.toMatchObject(NO_FILE);
    expect(await rowOf(file.id)).toMatchObject({ ownerKind: null, ownerId: null });
    await attach(person);
    for (const [kind, id] of [
      [logo, randomUUIDv7()],
      [evidence, ownerId],
    ] as const)
      await expect(attach(person, kind, id)).rejects.toMatchObject(NO_FILE);
    expect((await attach(other)).id).toBe(file.id);
    // Nor can another record remove or read it.
    const { workspaceId } = person;
    const others = { workspaceId, ownerId: randomUUIDv7(), fileId: file.id };
    await inside((trx) => releaseFile(trx, logo, others));
    await inside((trx) => releaseFile(trx, evidence, { ...others, ownerId }));
    expect(await rowOf(file.id)).toMatchObject({ ownerKind: logo.kind, ownerId });
    await expect(inside((trx) => findFile(trx, logo, others))).rejects.toMatchObject({ status: 'NOT_FOUND' });
    expect((await inside((trx) => findFile(trx, logo, { ...others, ownerId }))).id).toBe(file.id);
  });

  it('no record accepts the file of another person, whatever its kind', async () => {
    const other = await colleague();
    const api = await callerFor(server, other);
    const ws = person.workspaceId;
    const contact = { phone: '021234567', email: 'dpo@hospital.example' };
    const [logo, photo, table] = [
      await uploaded('logo.pdf', pdf()),
      await uploaded('me.png', png()),
      await uploaded('ตาราง.csv', 'ก,ข\n1,2\n'),
    ];
    const attempts: [UploadedFile, () => Promise<unknown>][] = [
      [
        logo,
        () =>
          api.dataController.create({
            ws,
            name: { th: 'โรงพยาบาล', en: '' },
            contactPerson: 'สมชาย ใจดี',
            address: '1 ถนนสุขุมวิท',
            ...contact,
            logoId: logo.id,
          }),
      ],
      [
        photo,
        () =>
          api.personnel.create({
            ws,
            name: 'สมหญิง ใจดี',
            position: 'พยาบาล',
            ...contact,
            role: 'Staff',
            photoId: photo.id,
          }),
      ],
      [table, () => api.recordImport.create({ ws, fileId: table.id })],
    ];
    for (const [file, attempt] of attempts) {
      expect(await refusal(attempt()), file.name).toMatchObject({ status: 'BAD_REQUEST', code: 'file.notFound' });
      expect((await rowOf(file.id))?.ownerKind, file.name).toBeNull();
    }
  });

  it('unattached files are deleted after a day, and nothing else', async () => {
    const now = Date.now();
    const [old, retained, recent] = [
      await uploaded('old.txt', 'old'),
      await uploaded('kept.pdf', pdf()),
      await uploaded('recent.txt', 'recent'),
    ];
    await server.owner
      .updateTable('files')
      .set({ createdAt: new Date(now - day - 60_000) })
      .where('id', 'in', [old.id, retained.id])
      .execute();
    await server.owner
      .updateTable('files')
      .set({ createdAt: new Date(now - day + 60_000) })
      .where('id', '=', recent.id)
      .execute();
    await inside((trx) =>
      attachFile(trx, logo, {
        workspaceId: person.workspaceId,
        ownerId,
        fileId: retained.id,
        by: person.personnelId,
      }),
    );
    const [one, two] = await Promise.all([sweepFiles(server.deps), sweepFiles(server.deps)]);
    expect(one + two).toBe(1);
    expect(await rowOf(old.id)).toBeUndefined();
    expect(await stored()).not.toContain(old.id);
    expect(await stored()).toEqual(expect.arrayContaining([retained.id, recent.id]));
    expect((await download(person, retained.url)).status).toBe(200);
  });

  it('a file that a record still displays is never deleted, and does not stop the clean-up', async () => {
    const [picture, old] = [await uploaded('me.png', png()), await uploaded('old.txt', 'old')];
    await server.owner
      .updateTable('personnel')
      .set({ photoId: picture.id })
      .where('id', '=', person.personnelId)
      .execute();
    await server.owner
      .updateTable('files')
      .set({ createdAt: new Date(Date.now() - 2 * day) })
      .where('id', 'in', [picture.id, old.id])
      .execute();
    expect(await sweepFiles(server.deps)).toBe(1);
    expect((await download(person, picture.url)).status).toBe(200);
    await server.owner.updateTable('personnel').set({ photoId: null }).where('id', '=', person.personnelId).execute();
  });
});

function behavesAsStore(open: () => { store: FileStore; others: () => string[] | Promise<string[]> }) {
  const facts = (bytes: Buffer) => ({ size: bytes.length, type: 'text/plain' });
  const key = () => `${randomUUIDv7()}/${randomUUIDv7()}`;

  it('stores bytes and streams, returns ranges, removes', async () => {
    const { store } = open();
    const bytes = randomBytes(300_000);
    for (const source of [bytes, Readable.from([bytes.subarray(0, 100_000), bytes.subarray(100_000)])]) {
      const name = key();
      await store.put(name, source, facts(bytes));
      expect((await buffer(await store.get(name))).equals(bytes)).toBe(true);
      expect(
        (await buffer(await store.get(name, { start: 10, end: 99_999 }))).equals(bytes.subarray(10, 100_000)),
      ).toBe(true);
      await store.remove(name);
      await store.remove(name);
      await expect(store.get(name)).rejects.toMatchObject({ name: 'FileMissing' });
    }
  });

  it('stores a finished file of the disk, which stays until whoever made it removes it', async () => {
    const { store } = open();
    const folder = await mkdtemp(join(server.deps.config.dataDir, 'finished-'));
    const onDisk = join(folder, 'a');
    const bytes = randomBytes(300_000);
    await writeFile(onDisk, bytes);
    const name = key();
    await expect(store.put(name, { onDisk }, { size: bytes.length + 1, type: 'text/plain' })).rejects.toThrow();
    await expect(store.get(name)).rejects.toMatchObject({ name: 'FileMissing' });
    await store.put(name, { onDisk }, facts(bytes));
    expect((await readFile(onDisk)).equals(bytes)).toBe(true);
    await rm(folder, { recursive: true });
    expect((await buffer(await store.get(name))).equals(bytes)).toBe(true);
    await expect(store.put(key(), { onDisk }, facts(bytes))).rejects.toThrow();
  });

  it('removes an entire workspace and no other', async () => {
    const { store } = open();
    const [one, other] = [randomUUIDv7(), randomUUIDv7()];
    for (let index = 0; index < 8; index += 1)
      await store.put(`${one}/f${index}`, Buffer.from('x'), { size: 1, type: 'text/plain' });
    await store.put(`${other}/f`, Buffer.from('y'), { size: 1, type: 'text/plain' });
    await store.removeAll(one);
    await store.removeAll(one);
    for (let index = 0; index < 8; index += 1)
      await expect(store.get(`${one}/f${index}`)).rejects.toMatchObject({ name: 'FileMissing' });
    expect(await text(await store.get(`${other}/f`))).toBe('y');
  });

  it('stores nothing of a stream that breaks or has another length than declared', async () => {
    const { store, others } = open();
    const before = await others();
    async function* broken() {
      yield Buffer.from('half');
      throw new Error('the sender left');
    }
    await expect(store.put(key(), Readable.from(broken()), { size: 8, type: 'text/plain' })).rejects.toThrow();
    await expect(
      store.put(key(), Readable.from([Buffer.from('short')]), { size: 50, type: 'text/plain' }),
    ).rejects.toThrow();
    expect(await others()).toEqual(before);
  });

  it.each(['../x', 'a/../b', '/a', 'a//b', 'a/.b', 'a\0b', 'a\\b', '', 'ก'])('refuses the key %j', async (name) => {
    const { store } = open();
    await expect(store.put(name, Buffer.from('x'), { size: 1, type: 'text/plain' })).rejects.toThrow();
    await expect(store.get(name)).rejects.toThrow();
    await expect(store.removeAll(name)).rejects.toThrow();
  });
}

describe('the store in a folder', () => {
  behavesAsStore(() => ({
    store: createFileStore({ dataDir: server.deps.config.dataDir }),
    others: async () =>
      (await readdir(join(server.deps.config.dataDir, 'files'), { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map(({ name }) => name),
  }));
});

describe('the store in a bucket', () => {
  const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret/with+signs' };
  let peer: S3Peer;
  const settings = (overrides: object = {}) => ({
    dataDir: '/nowhere',
    s3: {
      bucket: 'pokpong',
      prefix: 'files',
      endpoint: peer.endpoint,
      region: 'ap-southeast-1',
      ...keys,
      ...overrides,
    },
  });
  beforeAll(async () => void (peer = await startS3('pokpong', keys)));
  afterAll(() => peer.close());

  behavesAsStore(() => ({ store: createFileStore(settings()), others: () => [...peer.objects.keys()] }));

  it('signs with the configured key, under the prefix', async () => {
    await createFileStore(settings()).put('w/f', Buffer.from('x'), { size: 1, type: 'image/png' });
    expect(peer.objects.get('files/w/f')).toMatchObject({ type: 'image/png' });
    await expect(createFileStore(settings({ secretAccessKey: 'wrong' })).get('w/f')).rejects.toMatchObject({
      name: 'SignatureDoesNotMatch',
    });
  });

  it('serves uploads and downloads, and 503 while it is unavailable', async () => {
    const other = await buildServer({
      FILES: 's3://pokpong/app',
      S3_ENDPOINT: peer.endpoint,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    });
    try {
      const base = await other.app.listen({ port: 0, host: '127.0.0.1' });
      const who = await buildPerson(other);
      const send = () => {
        const form = new FormData();
        form.append('file', new Blob([pdf() as never]), 'a.pdf');
        return fetch(`${base}/files-api/v1/upload?workspace=${who.workspaceId}`, {
          method: 'POST',
          headers: as(who),
          body: form,
        });
      };
      const file = (await (await send()).json()) as UploadedFile;
      // Encrypted before it is stored there.
      const stored = peer.objects.get(`app/${who.workspaceId}/${file.id}`)!.bytes;
      expect([stored.length, stored.includes('%PDF')]).toEqual([sealedSize(pdf().length), false]);
      const part = await fetch(base + file.url, { headers: as(who, { range: 'bytes=0-3' }) });
      expect([part.status, await part.text()]).toEqual([206, '%PDF']);
      peer.away = true;
      expect((await send()).status).toBe(503);
      expect((await fetch(base + file.url, { headers: as(who) })).status).toBe(503);
      peer.away = false;
      expect((await other.owner.selectFrom('files').select('id').execute()).length).toBe(1);
    } finally {
      peer.away = false;
      await other.close();
    }
  });
});

/** All pieces of an encoded form. */
async function piecesOf(body: Readable) {
  const pieces = [];
  for await (const piece of readForm(body)) pieces.push(piece);
  return pieces;
}

describe('names, ranges and forms', () => {
  it('names are displayed without folders, control characters and direction marks', () => {
    expect(displayName('a/b\\c.pdf')).toBe('c.pdf');
    expect(displayName('  ..  ')).toBe('file');
    expect(displayName('')).toBe('file');
    expect(nameOfWords('รายงาน HR/Payroll รั่ว\n 2026-11-21', 'application/pdf')).toBe(
      'รายงาน HR-Payroll รั่ว 2026-11-21.pdf',
    );
    expect(displayName('a\r\nSet-Cookie: x.txt')).toBe('aSet-Cookie: x.txt');
    expect(displayName('\ud800.txt')).toBe('\ufffd.txt');
    expect(displayName('ก'.repeat(400) + '.pdf')).toBe(`${'ก'.repeat(251)}.pdf`);
    expect([...displayName('x'.repeat(400), 'image/png')].length).toBe(255);
    expect(displayName('photo.JPEG', 'image/jpeg')).toBe('photo.JPEG');
  });

  it('a header is never broken by a name', () => {
    expect(attachment('a"b\\c.pdf')).toBe(`attachment; filename="a_b_c.pdf"; filename*=UTF-8''a%22b%5Cc.pdf`);
    expect(attachment('ข้อมูล.pdf')).toMatch(/^attachment; filename="file\.pdf"; filename\*=UTF-8''%E0%B8%82/);
  });

  it('ranges follow RFC 9110', () => {
    expect(requestedRange(undefined, 10)).toBeUndefined();
    expect(requestedRange('bytes=-0', 10)).toBeNull();
    expect(requestedRange('bytes=10-', 10)).toBeNull();
    expect(requestedRange('bytes=-', 10)).toBeUndefined();
    expect(requestedRange('lines=0-1', 10)).toBeUndefined();
    expect(requestedRange('bytes=-20', 10)).toEqual({ start: 0, end: 9 });
  });

  it('an encoded form is parsed the same however it is split', async () => {
    const body = Buffer.from('a=1&%E0%B8%81=%E0%B8%82+x&empty=&data=QUJD%2BA%3D%3D&last=%26%3D');
    const expected = [
      ['a', '1'],
      ['ก', 'ข x'],
      ['empty', ''],
      ['data', 'QUJD+A=='],
      ['last', '&='],
    ];
    for (let size = 1; size <= body.length; size += 1) {
      const chunks = Array.from({ length: Math.ceil(body.length / size) }, (_, index) =>
        body.subarray(index * size, (index + 1) * size),
      );
      const fields = new Map<string, Buffer[]>();
      for await (const piece of readForm(Readable.from(chunks)))
        fields.set(piece.name, [...(fields.get(piece.name) ?? []), Buffer.from(piece.bytes)]);
      expect([...fields].map(([name, pieces]) => [name, Buffer.concat(pieces).toString()])).toEqual(expected);
    }
  });

  it('an encoded form is read no further than its last permitted field', async () => {
    let read = 0;
    const chunks = function* () {
      for (; read < 100; read += 1) yield Buffer.from('&&&&&&&');
    };
    const drained = (source: Iterable<Buffer>) => piecesOf(Readable.from(source, { highWaterMark: 1 }));
    await expect(drained(chunks())).rejects.toThrow(expect.objectContaining({ status: 'PAYLOAD_TOO_LARGE' }));
    expect(read).toBeLessThan(6);
    const named = (count: number) => [Buffer.from(Array.from({ length: count }, (_, i) => `f${i}=1`).join('&'))];
    expect((await drained(named(21))).length).toBe(21 + 1);
    await expect(drained(named(22))).rejects.toThrow(expect.objectContaining({ status: 'PAYLOAD_TOO_LARGE' }));
  });

  it('all fields of a chunk of an encoded form are decoded into one buffer', async () => {
    const chunk = Buffer.from(Array.from({ length: 20 }, (_, i) => `f${i}=${'x'.repeat(3000)}`).join('&'));
    const pieces = await piecesOf(Readable.from([chunk]));
    expect(pieces.filter(({ last }) => last).length).toBe(20);
    const buffers = new Set(pieces.filter(({ bytes }) => bytes.length > 0).map(({ bytes }) => bytes.buffer));
    expect(buffers.size).toBe(1);
    expect([...buffers][0]!.byteLength).toBe(chunk.length);
  });

  it('base64 is decoded in chunks, in both alphabets, and anything else is refused', () => {
    const bytes = randomBytes(1000);
    for (const written of [
      bytes.toString('base64'),
      bytes.toString('base64url'),
      bytes.toString('base64').replaceAll('+', ' '),
    ]) {
      const decoder = base64Decoder();
      const pieces = written.match(/.{1,7}/gs)?.map((piece) => decoder.push(Buffer.from(piece))) ?? [];
      expect(Buffer.concat([...pieces, decoder.end()]).equals(bytes)).toBe(true);
    }
    expect(() => base64Decoder().push(Buffer.from('<abc'))).toThrow();
  });
});

it('the key of the installation is not among the files', async () => {
  const key = join(server.deps.config.dataDir, 'master.key');
  expect((await readFile(key, 'utf8')).trim().length).toBe(44);
});
