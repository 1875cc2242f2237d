import { createHash, randomUUID } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runExport } from '../../server/platform/exports/run.ts';
import { evidenceReport, pagesOf } from '../../server/modules/approvalLine/evidence.ts';
import { buildPerson, buildServer, buildWorkspace, callerFor, type Person, type TestServer } from '../factories.ts';
import { buildApplication, buildApprovalLine } from '../helpers/approvals.ts';
import { textOfPages } from '../helpers/pdfText.ts';
import { refusal, refusedWith } from '../helpers/refusal.ts';

let server: TestServer;
let ws: string;
let people: Record<'staff' | 'dpo' | 'board' | 'deputy', Person>;

beforeAll(async () => {
  server = await buildServer({ PUBLIC_URL: 'https://pokpong.example' });
  ({ id: ws } = await buildWorkspace(server));
  const person = (role: Person['role'], name: string) => buildPerson(server, { workspaceId: ws, role, name });
  people = {
    staff: await person('Staff', 'สมศรี ขอก่อน'),
    dpo: await person('DPO', 'ดิเรก คุ้มครอง'),
    board: await person('Top Management', 'บุญมี ที่สุด'),
    deputy: await person('Staff', 'Deputy Person'),
  };
});
afterAll(() => server.close());

const as = async (person: Person) => (await callerFor(server, person)).approvalLine;
const pdfOf = (person: Person | null, id: string, query = '') =>
  server.app.inject({
    url: `/api/v1/${ws}/approval-lines/${id}/report-pdf${query}`,
    headers: person ? { authorization: `Bearer ${person.token}` } : {},
  });

/** The files embedded in a PDF, as a reader would save them. */
const filesIn = (pdf: Buffer): Buffer[] => {
  const source = pdf.toString('latin1');
  return [...source.matchAll(/\/Type \/EmbeddedFile\b[\s\S]*?stream\n/g)].map((found) => {
    const start = found.index + found[0].length;
    const head = source.slice(source.lastIndexOf(' obj\n', found.index), start);
    const bytes = pdf.subarray(start, start + Number(/\/Length (\d+)/.exec(head)![1]));
    return head.includes('/FlateDecode') ? inflateSync(bytes) : Buffer.from(bytes);
  });
};

async function approved(format: 'pdf' | 'html') {
  const { id: applicationId, name } = await buildApplication(server, ws, { name: `ทะเบียนผู้ป่วย ${format}` });
  const caller = await callerFor(server, people.staff);
  const { id: exportId } = await caller.export.start({
    ws,
    kind: 'application-ropa',
    subjectId: applicationId,
    format,
  });
  await runExport(server.deps, ws, exportId, new AbortController().signal);
  const line = await caller.approvalLine.create({
    ws,
    reportType: 'ROPA',
    applicationId,
    approverIds: [people.dpo.personnelId, people.board.personnelId],
    description: 'ฉบับแรกของปี',
  });
  await (
    await as(people.board)
  ).absences
    .create({
      ws,
      delegateId: people.deputy.personnelId,
      fromAt: new Date(Date.now() - 60_000).toISOString(),
      untilAt: new Date(Date.now() + 60_000).toISOString(),
    })
    .then(({ id }) => ended.push(id));
  await (await as(people.dpo)).act({ ws, id: line.id, status: 'REWORKED', comment: 'ขาดผู้ประมวลผล' });
  await caller.approvalLine.resubmit({ ws, id: line.id, description: 'ผู้ประมวลผลระบุไว้แล้วในฉบับนี้' });
  await (await as(people.dpo)).act({ ws, id: line.id, status: 'APPROVED', comment: 'ครบถ้วนแล้ว' });
  const done = await (await as(people.deputy)).act({ ws, id: line.id, status: 'APPROVED' });
  await (await as(people.board)).absences.end({ ws, id: ended.pop()! });
  const document = await server.app.inject({
    url: done.document.url,
    headers: { authorization: `Bearer ${people.staff.token}` },
  });
  return { line: done, name, bytes: document.rawPayload };
}
const ended: string[] = [];

describe('the evidence of an approval', () => {
  it('is the document, then who approved it and when, with its hash and the verification address', async () => {
    const { line, name, bytes } = await approved('pdf');
    const answer = await pdfOf(people.staff, line.id);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toContain(
      `filename*=UTF-8''${encodeURIComponent(`หลักฐานการอนุมัติ ${line.number} ${name}.pdf`)}`,
    );
    const pdf = answer.rawPayload;
    const own = pagesOf(bytes, 'application/pdf');
    expect(own).toBeGreaterThan(0);
    const pages = textOfPages(pdf);
    expect(pages.length).toBeGreaterThan(own);
    const text = pages.slice(own).join(' ').replaceAll(/\s+/g, ' ');
    const squeezed = text.replaceAll(/\s/g, '');
    for (const fetched of [
      'หลักฐานการอนุมัติ',
      name,
      'สมศรี ขอก่อน',
      'ดิเรก คุ้มครอง',
      'บุญมี ที่สุด',
      'Deputy Person',
      'ครบถ้วนแล้ว',
      'ขาดผู้ประมวลผล',
      'รอบที่ 1',
      'ผู้ประมวลผลระบุไว้แล้วในฉบับนี้',
      'Officer',
    ])
      expect(squeezed, fetched).toContain(fetched.replaceAll(/\s/g, ''));
    expect(squeezed).toContain(line.document.sha256);
    // And of the decisions in the previous round.
    expect(line.rounds).toHaveLength(1);
    // Both rounds use one export: its hash appears twice.
    expect(squeezed.split(line.rounds[0]!.document.sha256)).toHaveLength(3);
    expect(squeezed).toContain(`https://pokpong.example/approval-check#code=${line.checkUrl.split('code=')[1]}`);
    // The document itself can be extracted again, byte for byte.
    const [file, ...others] = filesIn(pdf);
    expect(others).toEqual([]);
    expect(createHash('sha256').update(file!).digest('hex')).toBe(line.document.sha256);
    expect(file!.equals(bytes)).toBe(true);
  });

  it('embeds a document without pages in the language requested', async () => {
    const { line, bytes } = await approved('html');
    const { rawPayload: pdf } = await pdfOf(people.board, line.id, '?lang=en');
    const text = textOfPages(pdf).join(' ').replaceAll(/\s/g, '');
    expect(text).toContain('Evidenceofapproval');
    expect(text).toContain('decidedbydelegateDeputyPerson');
    expect(filesIn(pdf)[0]!.equals(bytes)).toBe(true);
  });

  it('embeds a document whose pages cannot be rendered', async () => {
    const line = await buildApprovalLine(server, ws, {
      requesterId: people.staff.personnelId,
      approverIds: [people.dpo.personnelId],
    });
    await server.owner.updateTable('files').set({ name: 'broken.pdf' }).where('id', '=', line.fileId).execute();
    const { storageKey } = await server.owner
      .selectFrom('files')
      .select('storageKey')
      .where('id', '=', line.fileId)
      .executeTakeFirstOrThrow();
    const broken = Buffer.from('%PDF-1.7\n1 0 obj << /Type /Pages /Count 3 >> endobj\n%%EOF');
    await server.deps.files.put(storageKey, broken, { size: broken.length, type: 'application/pdf' });
    const answer = await pdfOf(people.dpo, line.id, '?lang=en');
    expect(answer.statusCode).toBe(200);
    expect(filesIn(answer.rawPayload)[0]!.equals(broken)).toBe(true);
    // It differs from the submitted one, and the evidence says so.
    expect(textOfPages(answer.rawPayload).join('').replaceAll(/\s/g, '')).toContain('donotusethisfileasevidence');
  });

  it('preserves every name at its position, whatever its script, and reverses none', async () => {
    const names = [
      'ปิ่นเพ็ชร์ กู้เกียรติ์ ณ ที่นี่',
      'محمد بن عبد الله',
      '\u202Eevorppa\u202C สมชาย',
      '👩‍⚕️ ใจดี 🏥',
      'ก'.repeat(200),
      'ที่'.repeat(66),
      'ย'.repeat(200),
      '漢字'.repeat(100),
      'W'.repeat(200),
      '#set page() $x^2$ *b* @ref <lbl> \\',
    ];
    const approvers = [];
    for (const name of names) approvers.push(await buildPerson(server, { workspaceId: ws, role: 'Staff', name }));
    const line = await buildApprovalLine(server, ws, {
      requesterId: approvers[4]!.personnelId,
      approverIds: approvers.map(({ personnelId }) => personnelId),
      status: 'APPROVED',
      applicationName: `ระบบ ${'ย'.repeat(190)}`,
    });
    // Without pages, so that the evidence itself is read.
    await server.owner
      .updateTable('files')
      .set({ type: 'text/html; charset=utf-8' })
      .where('id', '=', line.fileId)
      .execute();
    const answer = await pdfOf(people.dpo, line.id, '?lang=en');
    expect(answer.statusCode).toBe(200);
    const text = textOfPages(answer.rawPayload).join('').replaceAll(/\s/g, '');
    for (const name of names.filter((one) => !/[\u202e\u{1f3e5}\u0600-\u06ff漢]/u.test(one)))
      expect(text).toContain(name.normalize('NFC').replaceAll(/\s/g, ''));
    expect(text).toContain('evorppaสมชาย');
    expect(text).not.toMatch(/[\u202a-\u202e\u200b]/);
    expect(text.match(/Approved/g)!.length).toBeGreaterThanOrEqual(names.length);
    // Text without words of any dictionary can be broken anyway: otherwise it would overlap its neighbours.
    const fetched = await (await as(people.dpo)).get({ ws, id: line.id });
    const report = evidenceReport(
      { line: fetched, organization: 'องค์กร', bytes: Buffer.alloc(0), type: 'text/html' },
      'th',
      new Date(),
    );
    const versionOf = (source: { version: number; fromDraft: boolean | null }) =>
      JSON.stringify(
        evidenceReport(
          { line: { ...fetched, ...source }, organization: 'องค์กร', bytes: Buffer.alloc(0), type: 'text/html' },
          'en',
          new Date(),
        ).blocks,
      );
    // A draft is not the version before it; of an older line it is not known which it was.
    expect(versionOf({ version: 3, fromDraft: true })).toContain('"Draft after version 3"');
    expect(versionOf({ version: 3, fromDraft: null })).toContain('"Version 3, or a draft before or after it"');
    expect(versionOf({ version: 3, fromDraft: false })).toContain('"3"');
    expect(versionOf({ version: 0, fromDraft: true })).toContain('"Draft before version 1"');
    const cells = report.blocks
      .flatMap((block) => (block.kind === 'table' ? block.rows.flat() : []))
      .flat()
      .map((cell) => (typeof cell === 'string' ? cell : cell!.text));
    for (const cell of cells)
      for (const run of cell.split(/[\s\u200b]/)) expect(/^[!-~]*$/.test(run) || [...run].length <= 30, run).toBe(true);
  });

  it('is restricted to users who may read the line', async () => {
    const line = await buildApprovalLine(server, ws, {
      requesterId: people.staff.personnelId,
      approverIds: [people.dpo.personnelId],
    });
    const other = await buildPerson(server, { workspaceId: ws, role: 'Staff' });
    const stranger = await buildPerson(server, { role: 'Admin' });
    for (const [person, status] of [
      [null, 401],
      [other, 404],
      [stranger, 404],
    ] as const)
      expect((await pdfOf(person, line.id)).statusCode).toBe(status);
    expect((await pdfOf(people.dpo, 'nothing')).statusCode).toBe(400);
    await server.owner
      .updateTable('workspaces')
      .set((eb) => ({
        flags: eb.fn('jsonb_set', [
          'flags',
          eb.val('{approvalLineEnable}'),
          eb.cast(eb.val('false'), 'jsonb'),
        ]) as never,
      }))
      .where('id', '=', ws)
      .execute();
    expect((await pdfOf(people.dpo, line.id)).statusCode).toBe(403);
    await server.owner
      .updateTable('workspaces')
      .set((eb) => ({
        flags: eb.fn('jsonb_set', ['flags', eb.val('{approvalLineEnable}'), eb.cast(eb.val('true'), 'jsonb')]) as never,
      }))
      .where('id', '=', ws)
      .execute();
  });
});

describe('the public verification', () => {
  it('returns the status of a document by its code, and names nobody', async () => {
    const line = await buildApprovalLine(server, ws, {
      requesterId: people.staff.personnelId,
      approverIds: [people.dpo.personnelId, people.board.personnelId],
      status: 'PENDING',
    });
    const code = line.checkCode;
    expect((await (await as(people.staff)).get({ ws, id: line.id })).checkUrl).toBe(
      `https://pokpong.example/en/approval-check#code=${code}`,
    );
    const found = await (await callerFor(server, null)).approvalLine.check({ code });
    expect(found).toMatchObject({
      number: line.number,
      reportType: 'ROPA',
      status: 'PENDING',
      sha256: line.sha256,
      version: 1,
      fromDraft: false,
      earlier: [],
      decidedAt: null,
      reopenedAt: null,
    });
    expect(found.steps.map(({ position, jobTitle, status }) => [position, jobTitle, status])).toEqual([
      [1, 'Officer', 'APPROVED'],
      [2, 'Officer', 'CURRENT'],
    ]);
    for (const { personnelId } of Object.values(people)) expect(JSON.stringify(found)).not.toContain(personnelId);
    expect(JSON.stringify(found)).not.toMatch(/ดิเรก|บุญมี|สมศรี/);
  });

  it('knows the documents of earlier rounds, and which of them all had approved', async () => {
    const line = await buildApprovalLine(server, ws, {
      requesterId: people.staff.personnelId,
      approverIds: [people.dpo.personnelId],
      status: 'REWORKED',
      fromDraft: true,
    });
    await server.owner.updateTable('approvalSteps').set({ status: 'APPROVED' }).where('lineId', '=', line.id).execute();
    const again = async () => {
      const { id: exportId } = await (
        await callerFor(server, people.staff)
      ).export.start({ ws, kind: 'application-ropa', subjectId: line.applicationId, format: 'html' });
      await runExport(server.deps, ws, exportId, new AbortController().signal);
      return (await as(people.staff)).resubmit({ ws, id: line.id, description: randomUUID() });
    };
    const second = await again();
    await (await as(people.dpo)).act({ ws, id: line.id, status: 'REWORKED', comment: 'ขาดผู้ประมวลผล' });
    await again();
    const found = await (await callerFor(server, null)).approvalLine.check({ code: line.checkCode });
    expect(found).toMatchObject({ status: 'NEW', version: 1, fromDraft: false, steps: [{ status: 'CURRENT' }] });
    expect(found.earlier).toMatchObject([
      { round: 2, sha256: second.document.sha256, fromDraft: false, approvedAt: null },
      { round: 1, sha256: line.sha256, version: 1, fromDraft: true, approvedAt: expect.any(String) },
    ]);
    expect(JSON.stringify(found)).not.toMatch(/ดิเรก|สมศรี/);
  });

  it('accepts the code only in the body, never in an address', async () => {
    const { checkCode } = await buildApprovalLine(server, ws, {
      requesterId: people.staff.personnelId,
      approverIds: [people.dpo.personnelId],
    });
    const response = await server.app.inject({
      url: `/trpc/approvalLine.check?input=${encodeURIComponent(JSON.stringify({ code: checkCode }))}`,
    });
    expect(response.json()).toMatchObject({ error: { data: { body: { code: 'method' } } } });
  });

  it('returns nothing once the approval lines of the workspace are switched off', async () => {
    const { id } = await buildWorkspace(server);
    const asker = await buildPerson(server, { workspaceId: id, role: 'Staff' });
    const { checkCode: code } = await buildApprovalLine(server, id, {
      requesterId: asker.personnelId,
      approverIds: [asker.personnelId],
    });
    const caller = await callerFor(server, null, { ip: '192.0.2.8' });
    expect((await caller.approvalLine.check({ code })).status).toBe('NEW');
    await server.owner
      .updateTable('workspaces')
      .set((eb) => ({
        flags: eb.fn('jsonb_set', [
          'flags',
          eb.val('{approvalLineEnable}'),
          eb.cast(eb.val('false'), 'jsonb'),
        ]) as never,
      }))
      .where('id', '=', id)
      .execute();
    expect(await refusedWith(caller.approvalLine.check({ code }))).toBe('NOT_FOUND');
  });

  it('knows no other code, and blocks guessing', async () => {
    const caller = await callerFor(server, null, { ip: '192.0.2.7' });
    expect(await refusedWith(caller.approvalLine.check({ code: 'A'.repeat(32) }))).toBe('NOT_FOUND');
    await expect(caller.approvalLine.check({ code: 'short' })).rejects.toThrow();
    const statuses = [];
    for (let tries = 0; tries < 61; tries += 1)
      statuses.push((await refusal(caller.approvalLine.check({ code: 'B'.repeat(32) }))).status);
    expect(statuses.slice(-2)).toEqual(['TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS']);
  });
});
