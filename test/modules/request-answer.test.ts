import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { encryptedZip } from '../../server/modules/requestAnswer/archive.ts';
import { buildPackage } from '../../server/modules/requestAnswer/build.ts';
import { expirePackages } from '../../server/modules/requestAnswer/expiry.ts';
import { workspaceReopened } from '../../server/platform/clock/silence.ts';
import { transact } from '../../server/platform/trpc/context.ts';
import { fileUrl } from '../../shared/fileUrl.ts';
import words from '../../shared/locales/th/requestLetter.ts';
import { TAKE_PATH } from '../../shared/requestAnswer/person.ts';
import { buildServer, callerFor, type Person, signInAgain, type TestServer } from '../factories.ts';
import type { Flags } from '../../shared/registry/flags.ts';
import { reviewedContent } from '../../shared/requestAnswer/schema.ts';
import type { AnswerStatus } from '../../shared/requestAnswer/status.ts';
import { approve, buildUpload, buildWorkedRequest, SUBJECT } from '../helpers/answers.ts';
import { buildConsentPurposes } from '../helpers/consents.ts';
import { holdNewFiles } from '../helpers/pausedFiles.ts';
import { completePurpose } from '../helpers/record.ts';
import { publishRegister, publishWith } from '../helpers/publishedRegister.ts';
import { completeFlow } from '../helpers/register.ts';
import { codeOf, refusal } from '../helpers/refusal.ts';
import { openWithSevenZip } from '../helpers/sevenZip.ts';
import { buildTeam } from '../helpers/team.ts';
import { mailsOf, tokenIn } from '../mailbox.ts';
import { NO_RETENTION } from '../../shared/purpose/retentionInput.ts';
import { textOfPages } from '../helpers/pdfText.ts';
import { until } from '../helpers/until.ts';

const DAY = 86_400_000;
let server: TestServer;
let ws: string;
let dpo: Person;
let admin: Person;
let staff: Person;
let other: Person;
beforeAll(async () => {
  server = await buildServer({}, { jobs: true });
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set('2026-11-02T10:15:00+07:00');
  ({ ws, dpo, admin, staff, other } = await buildTeam(server, {
    dpo: 'DPO',
    admin: 'Admin',
    staff: 'Staff',
    other: 'Staff',
  }));
});

const as = async (person: Person = dpo) => (await callerFor(server, await signInAgain(server, person))).requestAnswer;
const HANDED_OVER = { expiryDays: 14, downloadLimit: 3 };
const CSV = { name: 'ข้อมูลสมาชิก.csv', type: 'text/csv', bytes: Buffer.from('รหัส,ชื่อ\n1,สมหญิง\n') };
const bare = (text: string) => text.normalize('NFC').replace(/\s/g, '');

/** A right with a letter and a file; approved by default. */
async function buildAnswer({ approved = true, language = 'th' as 'th' | 'en', email = SUBJECT.email } = {}) {
  const { id, rightId } = await buildWorkedRequest(server, { dpo, staff }, { language, email });
  const right = { ws, id, rightId };
  const api = await as(staff);
  await api.save({ ...right, message: '', withheld: 'ไม่ให้ชื่อแพทย์ผู้อื่น', rowVersion: 0 });
  await api.addFile({ ...right, fileId: await buildUpload(server, staff, CSV) });
  if (approved) await approve(server, { dpo, staff }, { id });
  return right;
}
type Right = Awaited<ReturnType<typeof buildAnswer>>;

const ready = (right: Right) =>
  until(async () => {
    const answer = await (await as()).get(right);
    return ['READY', 'FAILED'].includes(answer.status) && answer;
  }, 'the package');
async function download(fileId: string, person = dpo): Promise<Buffer> {
  const { token } = await signInAgain(server, person);
  const answer = await server.app.inject({ url: fileUrl(ws, fileId), headers: { authorization: `Bearer ${token}` } });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}

describe('an answer that is not released', () => {
  const request = async (right: Right) => {
    const { request: api } = await callerFor(server, await signInAgain(server, dpo));
    const { collection } = await api.list({ ws, answer: 'OUTSTANDING' });
    return {
      ...(await api.get({ ws, id: right.id })).rights[0]!,
      isListed: collection.some(({ id }) => id === right.id),
    };
  };

  it('is outstanding from the decision until it is released, and again once it is withdrawn', async () => {
    const right = await buildAnswer({ approved: false });
    expect(await request(right)).toMatchObject({ answerOutstanding: false, isListed: false });
    await approve(server, { dpo, staff }, { id: right.id });
    expect(await request(right)).toMatchObject({ stage: 'COMPLETE', answerOutstanding: true, isListed: true });
    await (await as()).release({ ...right, ...HANDED_OVER });
    expect(await request(right)).toMatchObject({ answerOutstanding: false, isListed: false });
    await ready(right);
    await (await as()).withdraw(right);
    expect(await request(right)).toMatchObject({ answerOutstanding: true, isListed: true });
    await (await as()).release({ ...right, ...HANDED_OVER });
    await ready(right);
    await (await as()).noteHandedOver(right);
    await (await as()).withdraw(right);
    // It was received before.
    expect(await request(right)).toMatchObject({ answerOutstanding: false, isListed: false });
  });

  it('is outstanding without anything prepared where the right gives data, and nowhere else', async () => {
    for (const [code, outstanding] of [
      ['ACCESS', true],
      ['RECTIFICATION', false],
    ] as const) {
      const { id, rightId } = await buildWorkedRequest(server, { dpo, staff }, { code });
      await approve(server, { dpo, staff }, { id });
      expect((await request({ ws, id, rightId })).answerOutstanding, code).toBe(outstanding);
    }
  });
});

describe('an answer of a right that gives no data', () => {
  it('is outstanding only while a letter or a file is prepared', async () => {
    const { id, rightId } = await buildWorkedRequest(server, { dpo, staff }, { code: 'RECTIFICATION' });
    await approve(server, { dpo, staff }, { id });
    const right = { ws, id, rightId };
    const isOutstanding = async () => {
      const { request } = await callerFor(server, await signInAgain(server, dpo));
      const { collection } = await request.list({ ws, answer: 'OUTSTANDING' });
      const [found] = (await request.get({ ws, id })).rights;
      expect(collection.some((one) => one.id === id)).toBe(found!.answerOutstanding);
      return found!.answerOutstanding;
    };
    const api = await as();
    const { files } = await api.addFile({ ...right, fileId: await buildUpload(server, dpo, CSV) });
    expect(await isOutstanding()).toBe(true);
    await api.removeFile({ ...right, answerFileId: files[0]!.id });
    expect(await isOutstanding()).toBe(false);
    const letter = { ...right, message: 'แก้ไขชื่อสกุลแล้ว', withheld: '' };
    const { rowVersion } = await api.save({ ...letter, rowVersion: (await api.get(right)).rowVersion });
    expect(await isOutstanding()).toBe(true);
    await api.save({ ...letter, message: '', rowVersion });
    expect(await isOutstanding()).toBe(false);
  });
});

describe('the package of an answer', () => {
  it('is opened by 7-Zip only with its password, encrypted with AES-256, and contains letter, files and their hashes', async () => {
    const right = await buildAnswer();
    const { password } = await (await as()).release({ ...right, ...HANDED_OVER });
    const answer = await ready(right);
    expect(answer).toMatchObject({ status: 'READY', progress: 100, downloads: 0, downloadLimit: 3 });
    expect(Date.parse(answer.expiresAt!) - Date.parse(answer.readyAt!)).toBe(14 * DAY);
    const archive = await download(answer.package!.fileId);
    expect(createHash('sha256').update(archive).digest('hex')).toBe(answer.package!.sha256);

    const { isWell, files, methods } = await openWithSevenZip(archive, password);
    expect(isWell).toBe(true);
    expect(new Set(methods)).toEqual(new Set(['AES-256 Deflate']));
    expect([...files.keys()].sort()).toEqual(
      ['SHA256SUMS.txt', `files/${CSV.name}`, 'letter.html', 'letter.pdf'].sort(),
    );
    expect(files.get(`files/${CSV.name}`)).toEqual(CSV.bytes);
    for (const line of files.get('SHA256SUMS.txt')!.toString().trim().split('\n')) {
      const [sha256, name] = line.split('  ');
      expect(createHash('sha256').update(files.get(name!)!).digest('hex')).toBe(sha256);
      expect(answer.package!.contents).toContainEqual({ name, sha256, size: files.get(name!)!.length });
    }
    // Another password opens none of it.
    const wrong = await openWithSevenZip(archive, 'AAAA-AAAA-AAAA-AAAA');
    expect(wrong.isWell).toBe(false);
    expect([...wrong.files.values()].some((bytes) => bytes.includes('สมหญิง'))).toBe(false);
  });

  it('has a letter in the language of the data subject: the measures, the file with its hash, what is withheld, and section 73', async () => {
    const right = await buildAnswer();
    const { password } = await (await as()).release({ ...right, ...HANDED_OVER });
    const { files } = await openWithSevenZip(await download((await ready(right)).package!.fileId), password);
    const html = files.get('letter.html')!.toString();
    const pdf = bare(textOfPages(files.get('letter.pdf')!).join('\n'));
    const csvHash = createHash('sha256').update(CSV.bytes).digest('hex');
    for (const text of [
      'DSR-000001',
      `${SUBJECT.firstName} ${SUBJECT.lastName}`,
      'ส่งสำเนาเวชระเบียนแล้ว',
      CSV.name,
      'ไม่ให้ชื่อแพทย์ผู้อื่น',
      'ร้องเรียนตามมาตรา 73',
    ]) {
      expect(html).toContain(text);
      expect(pdf).toContain(bare(text));
    }
    expect(bare(html)).toContain(csvHash);
    expect(html).not.toContain(SUBJECT.email);
  });

  it('names the section and the ground in the letter of a refusal', async () => {
    const { id, rightId } = await buildWorkedRequest(server, { dpo, staff }, { language: 'en' });
    const { request } = await callerFor(server, await signInAgain(server, dpo));
    await request.changeStatus({
      ws,
      id,
      action: 'REJECT',
      groundCode: 'LAW_AND_HARM',
      reason: 'A court order forbids it.',
    } as never);
    const { html } = await (await as()).letter({ ws, id, rightId });
    for (const text of ['Refused under section 30', 'A court order forbids it.', 'complain under section 73'])
      expect(html).toContain(text);
    // All is withheld: nothing is named where staff name nothing.
    expect(html).not.toContain('What is withheld');
  });

  it('names no section in the letter of a refused restriction: section 34 has no ground for it', async () => {
    const { id, rightId } = await buildWorkedRequest(server, { dpo, staff }, { code: 'RESTRICTION', language: 'en' });
    const { request } = await callerFor(server, await signInAgain(server, dpo));
    const groundCode = 'CONDITIONS_NOT_MET';
    await request.changeStatus({ ws, id, action: 'REJECT', groundCode, reason: 'The data is correct.' } as never);
    const { html } = await (await as()).letter({ ws, id, rightId });
    expect(html).toContain('We cannot carry out this request.');
    expect(html).not.toContain('section 34');
  });

  it('gives the reason of a refusal, not the answer that was submitted before', async () => {
    const { id, rightId } = await buildWorkedRequest(server, { dpo, staff }, { language: 'en' });
    const move = async (person: Person, action: string, more: object) =>
      (await callerFor(server, await signInAgain(server, person))).request.changeStatus({
        ws,
        id,
        action,
        ...more,
      } as never);
    await move(staff, 'SUBMIT', { reason: 'We sent you all of your records.' });
    const reason = 'A court order forbids it.';
    const refused = await move(dpo, 'REJECT', { groundCode: 'LAW_AND_HARM', reason });
    expect(refused.rights[0]).toMatchObject({ stage: 'CLOSED', resolution: null });
    const { html } = await (await as()).letter({ ws, id, rightId });
    expect(html).toContain(reason);
    expect(html).not.toContain('all of your records');
  });

  it.each([
    ['NO_DATA', 'We have closed this request without carrying it out.'],
    // The section says what the act does not cover: closed under it, not refused.
    ['OUTSIDE_ACT', 'We have closed this request without carrying it out, under section 4.'],
  ])('of a right that is only closed (%s) names no refusal', async (groundCode, text) => {
    const { id, rightId } = await buildWorkedRequest(server, { dpo, staff }, { language: 'en' });
    const { request } = await callerFor(server, await signInAgain(server, dpo));
    await request.changeStatus({
      ws,
      id,
      action: 'REJECT',
      groundCode,
      reason: 'No such customer.',
    } as never);
    const { html } = await (await as()).letter({ ws, id, rightId });
    expect(html).not.toContain('Refused under section');
    expect(html).toContain(text);
  });

  it('states which parts were refused, and by which ground, also beside a text that claims completion', async () => {
    const { id, rightId, applicationId } = await buildWorkedRequest(server, { dpo, staff }, { language: 'en' });
    const { requestTask, application } = await callerFor(server, await signInAgain(server, dpo));
    const { name } = await application.get({ ws, id: applicationId });
    const refuse = async (kind: string, groundCode: string, of: string | null) => {
      const task = await requestTask.add({
        ws,
        requestId: id,
        rightId,
        kind,
        applicationId: of,
        title: 'ค้น',
      } as never);
      await requestTask.refuse({ ws, id: task.id, groundCode, reason: 'ตามคำสั่งศาล' });
    };
    await refuse('SEARCH', 'NO_DATA', applicationId);
    const letter = async () => (await (await as()).letter({ ws, id, rightId })).html;
    // Nothing is withheld where there is nothing.
    expect(await letter()).not.toContain('Not all of your request was carried out');
    expect(await letter()).toMatch(/What is withheld, and why[^]*Nothing/);
    await refuse('EXPORT', 'LAW_AND_HARM', applicationId);
    await refuse('OTHER', 'OUTSIDE_ACT', null);
    await approve(server, { dpo, staff }, { id });
    const { html } = await (await as()).letter({ ws, id, rightId });
    for (const text of [
      'Not all of your request was carried out',
      'ส่งสำเนาเวชระเบียนแล้ว',
      `${name} – Export data: Law or court order, and harm to the rights of others (section 30)`,
      'Other data – Other task: Outside the scope of the act (section 4)',
    ])
      expect(html).toContain(text);
    for (const text of ['Search data', 'Nothing', 'We have carried out your request', 'ตามคำสั่งศาล'])
      expect(html).not.toContain(text);
  });

  it.each([
    ['ACCESS', null, true],
    ['PORTABILITY', null, true],
    ['ERASURE', null, false],
    ['ACCESS', 'NO_DATA', false],
    ['ACCESS', 'LAW_AND_HARM', false],
  ])('states how data is used only where data is given: %s closed with %s', async (code, groundCode, isStated) => {
    const worked = await buildWorkedRequest(server, { dpo, staff }, { code, language: 'en' });
    const person = await signInAgain(server, dpo);
    await publishRegister(server, person, worked.applicationId);
    if (groundCode === null) await approve(server, { dpo, staff }, worked);
    else {
      const { request } = await callerFor(server, person);
      await request.changeStatus({ ws, id: worked.id, action: 'REJECT', groundCode, reason: 'ค้นแล้ว' } as never);
    }
    const { html } = await (await as()).letter({ ws, id: worked.id, rightId: worked.rightId });
    expect(html.includes('How we use your data')).toBe(isStated);
    expect(html.includes('Care for patients')).toBe(isStated);
  });

  it('states of each application in which data was found of what categories it is, who receives it, and how long it is kept', async () => {
    const { id, rightId, applicationId } = await buildWorkedRequest(server, { dpo, staff }, { language: 'en' });
    const person = await signInAgain(server, dpo);
    const { applicationId: otherId } = await buildConsentPurposes(server, person, { purposes: 1 });
    const { application, dataMapping, purpose, requestTask } = await callerFor(server, person);
    const party = (name: string) => [
      { name, countries: ['TH'], contract: 'DPA', contractExpiresOn: null, safeguard: null },
    ];
    await publishRegister(server, person, applicationId, { title: { th: 'ไม่มีข้อมูล', en: 'Nothing held' } });
    await publishRegister(server, person, otherId, {
      title: { th: 'ส่งออก', en: 'Sent out' },
      thirdPartyDisclosure: true,
      thirdParties: party('Open Lab') as never,
    });
    const { purposeId } = await publishRegister(server, person, otherId, {
      title: { th: 'เก็บไว้', en: 'Kept inside' },
      thirdParties: party('Silent Lab') as never,
    });
    const line = await completeFlow(server, ws, purposeId);
    // Of a category that no purpose lists.
    const mapped = await server.owner
      .selectFrom('piiAttributes as a')
      .innerJoin('piiCategories as c', (join) =>
        join.onRef('c.workspaceId', '=', 'a.workspaceId').onRef('c.id', '=', 'a.piiCategoryId'),
      )
      .select(['a.id', 'c.nameEn as category'])
      .where('a.workspaceId', '=', ws)
      .where('c.nameEn', '=', 'Criminal records')
      .executeTakeFirstOrThrow();
    line.attributeIds.push(mapped.id);
    await dataMapping.create({
      ws,
      id: otherId,
      flows: [{ ...line, retention: { ...NO_RETENTION, amount: 2, unit: 'month' } }],
    });
    const { rowVersion } = await application.get({ ws, id: otherId });
    await application.publish({ ws, id: otherId, rowVersion, publishPurposes: true });
    // The purpose is published again, its application is not.
    const { rowVersion: before } = await purpose.get({ ws, id: purposeId });
    const renamed = await purpose.update({
      ...(await completePurpose(server, ws)),
      ws,
      id: purposeId,
      rowVersion: before,
      title: { th: 'ชื่อใหม่', en: 'Renamed since' },
      thirdParties: party('Silent Lab'),
    } as never);
    await purpose.publish({ ws, id: purposeId, rowVersion: renamed.rowVersion });
    for (const [of, count] of [
      [applicationId, 0],
      [otherId, 3],
      // One of its systems holds nothing; another does.
      [otherId, 0],
    ] as const) {
      const task = await requestTask.add({
        ws,
        requestId: id,
        rightId,
        kind: 'SEARCH',
        applicationId: of,
        title: 'ค้น',
      } as never);
      await requestTask.finish({ ws, id: task.id, proof: { method: 'SQL', count } } as never);
    }
    const { html } = await (await as()).letter({ ws, id, rightId });
    const { name } = await application.get({ ws, id: otherId });
    for (const text of [name, 'Sent out', 'Open Lab', 'Renamed since', mapped.category, ': 2 months', '10 years'])
      expect(html).toContain(text);
    for (const text of ['Nothing held', 'Silent Lab', 'Kept inside']) expect(html).not.toContain(text);
  });

  it('states how data is used although the group that was chosen has left the register', async () => {
    const { id, rightId, applicationId } = await buildWorkedRequest(server, { dpo, staff }, { language: 'en' });
    const person = await signInAgain(server, dpo);
    const { catalogue, requestTask } = await callerFor(server, person);
    const title = { th: 'งานก่อสร้าง', en: 'Building works' };
    const name = { th: 'ผู้รับเหมา', en: 'Contractors' };
    const group = await catalogue.create({ ws, kind: 'dataSubjectGroup', name });
    const { purposeId } = await publishRegister(server, person, applicationId);
    await publishRegister(server, person, applicationId, { title, dataSubjectGroupIds: [group.id] });
    await requestTask.choose({ ws, requestId: id, part: 'GROUP', id: group.id, chosen: true });
    const stated = async () => {
      const { html } = await (await as()).letter({ ws, id, rightId });
      return ['Care for patients', 'Building works'].filter((text) => html.includes(text));
    };
    expect(await stated()).toEqual(['Building works']);
    await publishWith(server, person, applicationId, [purposeId]);
    expect(await stated()).toEqual(['Care for patients']);
  });

  it('is released only once the right is decided, by Admin or DPO, and its password is displayed once', async () => {
    const right = await buildAnswer({ approved: false });
    expect(await codeOf((await as()).release({ ...right, ...HANDED_OVER }))).toBe('requestAnswer.notDecided');
    await approve(server, { dpo, staff }, right);
    expect(await codeOf((await as(staff)).release({ ...right, ...HANDED_OVER }))).toBe('forbidden.role');
    const { password } = await (await as(admin)).release({ ...right, ...HANDED_OVER });
    expect(password).toMatch(/^([A-HJ-NP-Z2-9]{4}-){3}[A-HJ-NP-Z2-9]{4}$/);
    const answer = await ready(right);
    const rows = await server.owner.selectFrom('requestAnswers').selectAll().where('workspaceId', '=', ws).execute();
    expect(rows[0]!.password).toBeNull();
    const log = await server.owner.selectFrom('activityLogs').selectAll().where('workspaceId', '=', ws).execute();
    expect(JSON.stringify([answer, log])).not.toContain(password);
    // Released again, it has another one, and the previous package is deleted.
    const again = await (await as()).release({ ...right, ...HANDED_OVER });
    expect(again.password).not.toBe(password);
    const newer = await ready(right);
    expect((await openWithSevenZip(await download(newer.package!.fileId), password)).isWell).toBe(false);
    const { token } = await signInAgain(server, dpo);
    const old = await server.app.inject({
      url: fileUrl(ws, answer.package!.fileId),
      headers: { authorization: `Bearer ${token}` },
    });
    expect(old.statusCode).toBe(404);
  });

  it('is provided only by Admin and DPO, and so are the originals', async () => {
    const right = await buildAnswer();
    await (await as()).release({ ...right, ...HANDED_OVER });
    const answer = await ready(right);
    for (const fileId of [answer.package!.fileId, answer.files[0]!.originalId])
      for (const [person, status] of [
        [admin, 200],
        [staff, 403],
        [other, 404],
      ] as const) {
        const { token } = await signInAgain(server, person);
        const { statusCode } = await server.app.inject({
          url: fileUrl(ws, fileId),
          headers: { authorization: `Bearer ${token}` },
        });
        expect(statusCode).toBe(status);
      }
  });

  it('no longer exists after its days, or when it is withdrawn', async () => {
    const right = await buildAnswer();
    await (await as()).release({ ...right, expiryDays: 2, downloadLimit: 1 });
    const first = await ready(right);
    server.clock.set(new Date(Date.parse(first.expiresAt!) - 1000).toISOString());
    await expirePackages(server.deps, new AbortController().signal);
    expect((await (await as()).get(right)).status).toBe('READY');
    server.clock.set(first.expiresAt!);
    await expirePackages(server.deps, new AbortController().signal);
    expect(await (await as()).get(right)).toMatchObject({ status: 'EXPIRED', package: null });
    const remaining = await server.owner
      .selectFrom('files')
      .select('id')
      .where('id', '=', first.package!.fileId)
      .execute();
    expect(remaining).toEqual([]);
    await (await as()).release({ ...right, ...HANDED_OVER });
    await ready(right);
    expect(await (await as()).withdraw(right)).toMatchObject({ status: 'WITHDRAWN', package: null });
    expect(await codeOf((await as()).withdraw(right))).toBe('requestAnswer.notReady');
  });

  it('is not removed while the workspace is closed, and has the days of that time on top', async () => {
    const right = await buildAnswer();
    await (await as()).release({ ...right, expiryDays: 10, downloadLimit: 1 });
    const { expiresAt } = await ready(right);
    const later = (days: number) => server.clock.set(new Date(Date.parse(expiresAt!) + days * DAY).toISOString());
    later(-8);
    const since = server.deps.now();
    await server.owner.updateTable('workspaces').set({ closedAt: since }).where('id', '=', ws).execute();
    later(1);
    await expirePackages(server.deps, new AbortController().signal);
    const { flags } = await server.owner
      .selectFrom('workspaces')
      .select('flags')
      .where('id', '=', ws)
      .executeTakeFirstOrThrow();
    await server.owner.updateTable('workspaces').set({ closedAt: null }).where('id', '=', ws).execute();
    await transact(server.deps, { workspaceId: ws }, (trx) =>
      workspaceReopened(trx, server.deps.modules, {
        workspaceId: ws,
        flags: flags as unknown as Flags,
        since,
        now: server.deps.now(),
      }),
    );
    await expirePackages(server.deps, new AbortController().signal);
    const after = await (await as()).get(right);
    expect(after.status).toBe('READY');
    expect(Date.parse(after.expiresAt!)).toBe(Date.parse(expiresAt!) + 9 * DAY);
  });

  it('is rebuilt from the start if its node was killed, and given up after three times', async () => {
    const right = await buildAnswer();
    // No node claims the job: this one does, and is killed during it.
    const { password } = await (await as()).release({ ...right, ...HANDED_OVER });
    const first = await ready(right);
    const killed = { status: 'BUILDING', packageId: null, contents: null, expiresAt: null };
    const { keyring, db } = server.deps;
    const { sealedPassword } = await import('../../server/modules/requestAnswer/sealed.ts');
    const { withScope } = await import('../../db/client.ts');
    const sealed = await withScope(db, { workspaceId: ws }, async (trx) =>
      sealedPassword.seal(await keyring.workspaceKey(trx, ws), first.id!, password),
    );
    const set = (attempts: number) =>
      server.owner
        .updateTable('requestAnswers')
        .set({ ...killed, attempts, password: sealed })
        .where('id', '=', first.id!)
        .execute();
    await set(1);
    await buildPackage(server.deps, ws, first.id!, new AbortController().signal);
    const mended = await (await as()).get(right);
    expect(mended.status).toBe('READY');
    expect((await openWithSevenZip(await download(mended.package!.fileId), password)).isWell).toBe(true);
    await set(3);
    await buildPackage(server.deps, ws, first.id!, new AbortController().signal);
    expect(await (await as()).get(right)).toMatchObject({ status: 'FAILED', failure: 'interrupted', package: null });
  });

  it.each(['finishes', 'fails'])(
    'is the newest released one, where the run of an earlier one %s only then',
    async (end) => {
      const right = await buildAnswer();
      const hold = () => holdNewFiles(join(server.deps.config.dataDir, 'files'));
      const former = hold();
      let newer: ReturnType<typeof hold> | undefined;
      try {
        await (await as()).release({ ...right, ...HANDED_OVER });
        await former.opened;
        const { request } = await callerFor(server, await signInAgain(server, dpo));
        await request.changeStatus({ ws, id: right.id, action: 'REOPEN', reason: 'ส่งผิดฉบับ' } as never);
        const work = await as(staff);
        const { id, rowVersion, files: sent } = await work.get(right);
        await work.save({ ...right, message: 'ฉบับใหม่', withheld: '', rowVersion });
        if (end === 'fails') await work.removeFile({ ...right, answerFileId: sent[0]!.id });
        await approve(server, { dpo, staff }, right);
        newer = hold();
        const { password } = await (await as()).release({ ...right, ...HANDED_OVER });
        await newer.opened;
        former.release();
        await until(async () => {
          const over = sql`select from pgboss.job where singleton_key = ${id} and state = 'completed'`;
          return (await over.execute(server.owner)).rows.length === 1;
        }, 'the end of the former run');
        expect((await (await as()).get(right)).status).toBe('BUILDING');
        newer.release();
        const answer = await ready(right);
        const { isWell, files } = await openWithSevenZip(await download(answer.package!.fileId), password);
        expect([isWell, files.has(`files/${CSV.name}`)]).toEqual([true, end === 'finishes']);
        expect(files.get('letter.html')!.toString()).toContain('ฉบับใหม่');
      } finally {
        newer?.release();
        former.release();
      }
    },
  );
});

describe('what the platform itself stores', () => {
  const MINUTE = 60_000;
  const minuteLater = () => server.clock.set(new Date(server.deps.now().getTime() + MINUTE).toISOString());
  async function gather(id: string) {
    minuteLater();
    const { requestTask } = await callerFor(server, await signInAgain(server, staff));
    await requestTask.gather({ ws, requestId: id });
    const done = await until(async () => {
      const [newest] = (await requestTask.gatherings({ ws, requestId: id })).collection;
      return newest!.status === 'DONE' && newest!;
    }, 'the search');
    minuteLater();
    return done;
  }
  const namesIn = async (right: Right) => {
    await (await as()).release({ ...right, ...HANDED_OVER });
    return (await ready(right)).package!.contents.map(({ name }) => name);
  };
  const DATA = ['data/DSR-000001.json', 'data/DSR-000001.html'];

  it('is not enclosed where the right is refused', async () => {
    const right = await buildAnswer({ approved: false });
    await gather(right.id);
    const { request } = await callerFor(server, await signInAgain(server, dpo));
    const reason = 'คำสั่งศาลห้ามเปิดเผย';
    await request.changeStatus({ ws, id: right.id, action: 'REJECT', groundCode: 'LAW_AND_HARM', reason } as never);
    expect((await (await as()).get(right)).gathered.files).toEqual([]);
    expect((await namesIn(right)).filter((name) => name.startsWith('data/'))).toEqual([]);
  });

  it('is listed in answer and letter before it is sent, and each file can be left out', async () => {
    const right = await buildAnswer({ approved: false });
    const found = await gather(right.id);
    const { gathered, rowVersion } = await (await as(staff)).get(right);
    expect(gathered).toMatchObject({
      isOutdated: false,
      files: [
        { part: 'json', name: 'DSR-000001.json', fileId: found.jsonFileId, leftOut: false },
        { part: 'html', name: 'DSR-000001.html', fileId: found.viewFileId, leftOut: false },
      ],
    });
    const letter = async () => (await (await as(staff)).letter(right)).html;
    for (const name of DATA) expect(await letter()).toContain(name);
    expect(await codeOf((await as(other)).leaveOut({ ...right, part: 'json', leftOut: true }))).toBe(
      'request.notFound',
    );
    await (await as(staff)).save({ ...right, message: '', withheld: '', rowVersion });
    expect(await letter()).toContain(`<p>${words.nothingWithheld}</p>`);
    await (await as(staff)).leaveOut({ ...right, part: 'json', leftOut: true });
    expect(await letter()).not.toContain(DATA[0]);
    // Left out is withheld.
    expect(await letter()).not.toContain(`<p>${words.nothingWithheld}</p>`);
    expect(await letter()).toContain(words.leftOutLead);
    await approve(server, { dpo, staff }, right);
    const sent = await namesIn(right);
    expect(sent).toContain(DATA[1]);
    expect(sent).not.toContain(DATA[0]);
    expect(await codeOf((await as()).leaveOut({ ...right, part: 'html', leftOut: true }))).toBe(
      'requestAnswer.released',
    );
    // Withdrawn with its package, the search keeps its files.
    expect(await (await as()).withdraw(right)).toMatchObject({
      status: 'WITHDRAWN',
      gathered: { files: [{ leftOut: true }, { leftOut: false }] },
    });
    await (await as()).leaveOut({ ...right, part: 'json', leftOut: false });
    expect(await namesIn(right)).toEqual(expect.arrayContaining(DATA));
  });

  it('is not sent where it was gathered before whom to look for was corrected, until it is gathered again', async () => {
    const right = await buildAnswer({ approved: false });
    await gather(right.id);
    const { request } = await callerFor(server, await signInAgain(server, dpo));
    const { rowVersion } = await request.get({ ws, id: right.id });
    const subject = { ...SUBJECT, uid: 'HN-0042' };
    await request.update({ ws, id: right.id, rowVersion, subject, rights: [] } as never);
    expect((await (await as()).get(right)).gathered).toEqual({ files: [], isOutdated: true });
    await approve(server, { dpo, staff }, right);
    expect(await namesIn(right)).not.toContain(DATA[0]);
    minuteLater();
    await request.changeStatus({ ws, id: right.id, action: 'REOPEN', reason: 'รวบรวมอีกครั้ง' } as never);
    await gather(right.id);
    expect((await (await as()).get(right)).gathered).toMatchObject({ isOutdated: false, files: [{}, {}] });
  });
});

describe('what the platform itself stores about whom it was searched for', () => {
  const minuteLater = () => server.clock.set(new Date(server.deps.now().getTime() + 60_000).toISOString());
  /** A request for access and erasure, whose answer to the first has a search; erasure is still open. */
  async function buildSearched() {
    const { id, rightId } = await buildWorkedRequest(server, { dpo, staff }, { others: ['ERASURE'] });
    const right = { ws, id, rightId };
    minuteLater();
    const { requestTask } = await callerFor(server, await signInAgain(server, staff));
    await requestTask.gather({ ws, requestId: id });
    await until(
      async () => (await requestTask.gatherings({ ws, requestId: id })).collection[0]!.status === 'DONE',
      'the search',
    );
    minuteLater();
    await (await as(staff)).save({ ...right, message: '', withheld: '', rowVersion: 0 });
    await approve(server, { dpo, staff }, { id, rightIds: [rightId] });
    return right;
  }
  async function correct(id: string, changes: object) {
    minuteLater();
    const { request } = await callerFor(server, await signInAgain(server, dpo));
    const { rowVersion } = await request.get({ ws, id });
    await request.update({ ws, id, rowVersion, subject: { ...SUBJECT, ...changes }, rights: [] } as never);
  }
  const readyMails = async () => (await mailsOf(server)).filter(({ kind }) => kind === 'requestAnswerReady').length;

  it('is recalled with its package once that is corrected, while another right is still open', async () => {
    const right = await buildSearched();
    await (await as()).release({ ...right, ...HANDED_OVER });
    const released = await ready(right);
    expect(released.package!.contents.map(({ name }) => name)).toContain('data/DSR-000001.json');
    // A correction of the name changes nothing about who was searched for.
    await correct(right.id, { lastName: 'รักเมืองไทย' });
    expect((await (await as()).get(right)).status).toBe('READY');
    await correct(right.id, { lastName: 'รักเมืองไทย', uid: 'HN-0042' });
    expect(await (await as()).get(right)).toMatchObject({ status: 'WITHDRAWN', package: null });
    const { id: fileId } = { id: released.package!.fileId };
    expect(await server.owner.selectFrom('files').select('id').where('id', '=', fileId).execute()).toEqual([]);
  });

  it.each(['uid', 'telephone'])('is not sent where %s is corrected while the package is built', async (field) => {
    const right = await buildSearched();
    const paused = holdNewFiles(join(server.deps.config.dataDir, 'files'));
    const before = await readyMails();
    try {
      await (await as()).release({ ...right, ...HANDED_OVER });
      await paused.opened;
      await correct(right.id, { [field]: field === 'uid' ? 'HN-0042' : '0899999999' });
      paused.release();
      const over = sql`select from pgboss.job where name = 'requestAnswer.build' and state in ('created', 'retry', 'active')`;
      await until(async () => (await over.execute(server.owner)).rows.length === 0, 'the end of the run');
      expect(await (await as()).get(right)).toMatchObject({ status: 'WITHDRAWN', package: null });
      expect(await readyMails()).toBe(before);
    } finally {
      paused.release();
    }
  });

  it('is not left out where its reviewed files are no longer there: the package fails, and states why', async () => {
    const right = await buildSearched();
    const paused = holdNewFiles(join(server.deps.config.dataDir, 'files'));
    try {
      await (await as()).release({ ...right, ...HANDED_OVER });
      await paused.opened;
      const { id } = await (await as()).get(right);
      // As on the release of an earlier moment: one of its files is of another search.
      await server.owner
        .updateTable('requestAnswers')
        .set({ gatheredIds: [id!] })
        .where('id', '=', id!)
        .execute();
      paused.release();
      await buildPackage(server.deps, ws, id!, new AbortController().signal);
      expect(await (await as()).get(right)).toMatchObject({ status: 'FAILED', failure: 'outdated' });
    } finally {
      paused.release();
    }
  });
});

describe('the content of an answer', () => {
  it('is encrypted, and contained in no log and no event', async () => {
    const right = await buildAnswer();
    const rows = await server.owner.selectFrom('requestAnswers').selectAll().where('workspaceId', '=', ws).execute();
    const logs = await server.owner.selectFrom('activityLogs').selectAll().where('workspaceId', '=', ws).execute();
    const outbox = await server.owner.selectFrom('outbox').selectAll().where('workspaceId', '=', ws).execute();
    expect(rows).toHaveLength(1);
    expect(
      JSON.stringify([rows, logs, outbox], (_, value) => (Buffer.isBuffer(value) ? value.toString() : value)),
    ).not.toContain('แพทย์');
    expect(logs.map(({ event }) => event)).toContain('request.answerSaved');
    const [stored] = await server.owner.selectFrom('files').selectAll().where('ownerId', '=', rows[0]!.id).execute();
    expect((await buffer(await server.deps.files.get(stored!.storageKey))).includes('สมหญิง')).toBe(false);
    expect(right.id).toBe(rows[0]!.requestId);
  });

  it('is restricted to whoever answers the right, and a newer edit is not overwritten', async () => {
    const right = await buildAnswer({ approved: false });
    const stranger = await as(other);
    expect(await codeOf(stranger.get(right))).toBe('request.notFound');
    expect(await codeOf(stranger.letter(right))).toBe('request.notFound');
    const [one, two] = [await as(staff), await as()];
    const { rowVersion } = await one.get(right);
    await two.save({ ...right, message: 'ใหม่กว่า', withheld: '', rowVersion });
    expect(await codeOf(one.save({ ...right, message: 'เก่ากว่า', withheld: '', rowVersion }))).toBe('staleEdit');
    const uploaded = await buildUpload(server, dpo, CSV);
    expect(await codeOf(one.addFile({ ...right, fileId: uploaded }))).toBe('file.notFound');
  });

  it('is sent as it was released: nothing is written or added until it is withdrawn', async () => {
    const right = await buildAnswer();
    const fileId = await buildUpload(server, staff, CSV);
    const changes = async () => {
      const api = await as(staff);
      const { rowVersion } = await api.get(right);
      return [
        await codeOf(api.save({ ...right, message: 'ใหม่', withheld: '', rowVersion })),
        await codeOf(api.addFile({ ...right, fileId })),
      ];
    };
    const set = (status: AnswerStatus) =>
      server.owner.updateTable('requestAnswers').set({ status }).where('requestRightId', '=', right.rightId).execute();
    for (const status of ['QUEUED', 'BUILDING'] as const) {
      await set(status);
      expect(await changes(), status).toEqual(['requestAnswer.busy', 'requestAnswer.busy']);
    }
    await set('DRAFT');
    await (await as()).release({ ...right, ...HANDED_OVER });
    await ready(right);
    expect(await changes()).toEqual(['requestAnswer.released', 'requestAnswer.released']);
    await (await as()).withdraw(right);
    expect((await (await as(staff)).addFile({ ...right, fileId })).files).toHaveLength(2);
  });

  it('is not released with what was written or added since it was read', async () => {
    const right = await buildAnswer();
    const [api, work] = [await as(), await as(staff)];
    const reviewed = async () => reviewedContent(await api.get(right));
    const release = async (read: ReturnType<typeof reviewedContent>) =>
      codeOf(api.release({ ...right, ...HANDED_OVER, reviewed: read }));
    const first = await reviewed();
    await work.save({ ...right, message: 'ใหม่', withheld: '', rowVersion: first.rowVersion });
    expect(await release(first)).toBe('staleEdit');
    const second = await reviewed();
    const { files } = await work.addFile({ ...right, fileId: await buildUpload(server, staff, CSV) });
    expect(await release(second)).toBe('staleEdit');
    await work.removeFile({ ...right, answerFileId: files[1]!.id });
    await api.release({ ...right, ...HANDED_OVER, reviewed: await reviewed() });
    await ready(right);
  });

  it('loses a file with its bytes when it is removed, unless it was released', async () => {
    const right = await buildAnswer();
    const api = await as();
    const [file] = (await api.get(right)).files;
    await api.release({ ...right, ...HANDED_OVER });
    await ready(right);
    expect(await codeOf((await as()).removeFile({ ...right, answerFileId: file!.id }))).toBe('requestAnswer.released');
    await (await as()).withdraw(right);
    expect((await (await as()).removeFile({ ...right, answerFileId: file!.id })).files).toEqual([]);
    expect(await server.owner.selectFrom('files').select('id').where('id', '=', file!.originalId).execute()).toEqual(
      [],
    );
  });

  it('accepts no more than 20 files', async () => {
    const right = await buildAnswer({ approved: false });
    const api = await as(staff);
    let last = '';
    for (let number = 1; number < 20; number += 1) {
      last = await buildUpload(server, staff, CSV);
      await api.addFile({ ...right, fileId: last });
    }
    // Sent again, as after a lost answer, the last one is there already.
    expect((await api.addFile({ ...right, fileId: last })).files).toHaveLength(20);
    expect(await codeOf(api.addFile({ ...right, fileId: await buildUpload(server, staff, CSV) }))).toBe(
      'requestAnswer.tooMuch',
    );
  });
});

describe('the data subject', () => {
  let ip = 0;
  let email: string;
  beforeEach(() => {
    email = `answered${(ip += 1)}@test.example`;
  });
  const outside = async () => callerFor(server, null, { ip: `10.2.0.${(ip += 1)}` });
  const later = (minutes: number) => server.clock.set(new Date(server.deps.now().getTime() + minutes * 60_000));
  const mails = async (kind: string) => (await mailsOf(server, email)).filter((mail) => mail.kind === kind);
  /** The session opened by the newest link and a code. */
  async function openLink(token: string): Promise<string> {
    const { requestIdentity } = await outside();
    await requestIdentity.sendCode({ token });
    const code = /^\d{6}$/m.exec((await mails('requestCode')).at(-1)!.text)![0];
    return (await requestIdentity.enterCode({ token, code })).session;
  }
  const take = (body: object) => server.app.inject({ method: 'POST', url: TAKE_PATH, payload: body });

  async function buildReady() {
    const right = await buildAnswer({ email });
    const { password } = await (await as()).release({ ...right, expiryDays: 14, downloadLimit: 1 });
    await ready(right);
    const mail = (await mails('requestAnswerReady')).at(-1);
    return { right, password, token: tokenIn(mail), mail: mail! };
  }

  it('is notified by mail without any content; reads it after a code, and downloads it once', async () => {
    const { right, password, token, mail } = await buildReady();
    expect(mail.subject).toContain('DSR-000001');
    for (const secret of [SUBJECT.firstName, password, 'แพทย์']) expect(mail.subject + mail.text).not.toContain(secret);
    const session = await openLink(token);
    const { isFresh, answers } = await (await outside()).requestAnswer.ready({ session });
    expect(isFresh).toBe(true);
    expect(answers).toMatchObject([{ rightId: right.rightId, downloadsLeft: 1 }]);
    const letter = answers[0]!.files.find(({ name }) => name === 'letter.html')!;
    const page = await take({ session, rightId: right.rightId, place: letter.place });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('ส่งสำเนาเวชระเบียนแล้ว');
    expect(page.headers['content-disposition']).toMatch(/^attachment/);
    expect(page.headers['cache-control']).toBe('no-store');
    const archive = await take({ session, rightId: right.rightId, place: null });
    expect((await openWithSevenZip(archive.rawPayload, password)).isWell).toBe(true);
    const again = await take({ session, rightId: right.rightId, place: null });
    expect([again.statusCode, again.json().code]).toEqual([409, 'requestAnswer.usedUp']);
    const answer = await (await as()).get(right);
    expect(answer.downloads).toBe(1);
    expect(answer.reads.map(({ how, by }) => [how, by])).toEqual([
      ['VIEW', null],
      ['DOWNLOAD', null],
    ]);
  });

  it('uses up no download, and nothing is proof of delivery, where the file store gives nothing', async () => {
    const { right, password, token } = await buildReady();
    const session = await openLink(token);
    const { package: built } = await (await as()).get(right);
    const { storageKey } = await server.owner
      .selectFrom('files')
      .select('storageKey')
      .where('id', '=', built!.fileId)
      .executeTakeFirstOrThrow();
    const { files } = server.deps;
    const sealed = await buffer(await files.get(storageKey));
    await files.remove(storageKey);
    const archive = { session, rightId: right.rightId, place: null };
    expect((await take(archive)).statusCode).toBe(404);
    expect(await (await as()).get(right)).toMatchObject({ downloads: 0, reads: [] });
    await files.put(storageKey, sealed, { size: sealed.length, type: 'application/octet-stream' });
    const both = await Promise.all([take(archive), take(archive)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const sent = both.find(({ statusCode }) => statusCode === 200)!;
    expect((await openWithSevenZip(sent.rawPayload, password)).isWell).toBe(true);
    expect(await (await as()).get(right)).toMatchObject({ downloads: 1, reads: [{ how: 'DOWNLOAD', by: null }] });
  });

  it('opens nothing with an earlier code, of another request, after its days, or once it is withdrawn or reopened', async () => {
    const { right, token } = await buildReady();
    const session = await openLink(token);
    const place = 0;
    later(16);
    const stale = await take({ session, rightId: right.rightId, place });
    expect([stale.statusCode, stale.json().code]).toEqual([403, 'requestAnswer.codeAgain']);
    expect((await (await outside()).requestAnswer.ready({ session })).isFresh).toBe(false);
    const fresh = await openLink(token);
    expect((await take({ session: fresh, rightId: right.rightId, place })).statusCode).toBe(200);
    expect((await take({ session: 'x'.repeat(32), rightId: right.rightId, place })).statusCode).toBe(401);
    expect((await take({ session: fresh, rightId: right.rightId, place: 99 })).statusCode).toBe(404);
    const stranger = await buildWorkedRequest(server, { dpo, staff });
    expect((await take({ session: fresh, rightId: stranger.rightId, place })).statusCode).toBe(404);
    expect((await take({ session: fresh, rightId: 'nothing' })).statusCode).toBe(400);
    await (
      await callerFor(server, await signInAgain(server, dpo))
    ).request.changeStatus({
      ws,
      id: right.id,
      action: 'REOPEN',
      reason: 'ตรวจใหม่',
    } as never);
    expect((await take({ session: fresh, rightId: right.rightId, place })).statusCode).toBe(404);
    expect((await (await outside()).requestAnswer.ready({ session: fresh })).answers).toEqual([]);
    expect(await (await as()).get(right)).toMatchObject({ status: 'WITHDRAWN', package: null });
    // Decided again, the earlier letter does not come back.
    await approve(server, { dpo, staff }, right);
    expect((await (await outside()).requestAnswer.ready({ session: fresh })).answers).toEqual([]);
    expect((await take({ session: fresh, rightId: right.rightId, place })).statusCode).toBe(404);
    expect(await codeOf((await outside()).requestAnswer.ready({ session: 'y'.repeat(32) }))).toBe(
      'requestIdentity.session',
    );
  });
});

describe('a new email of a confirmed request', () => {
  const requestOf = async (person: Person = dpo) =>
    (await callerFor(server, await signInAgain(server, person))).request;
  const change = async (right: Right, person: Person, email: string) => {
    const api = await requestOf(person);
    const { rowVersion } = await api.get({ ws, id: right.id });
    return api.update({ ws, id: right.id, rowVersion, subject: { ...SUBJECT, email }, rights: [] } as never);
  };

  it('is refused to Staff, also once it must be confirmed again; other corrections are theirs', async () => {
    const right = await buildAnswer({ approved: false });
    const own = 'staff-mailbox@test.example';
    expect(await refusal(change(right, staff, own))).toMatchObject({
      code: 'request.addressOfConfirmed',
      fields: ['subject.email'],
    });
    const { rowVersion } = await (await requestOf()).get({ ws, id: right.id });
    await (await requestOf(staff)).update({ ws, id: right.id, rowVersion, country: 'LA', rights: [] } as never);
    await change(right, dpo, 'somying.new@test.example');
    expect(await codeOf(change(right, staff, own))).toBe('request.addressOfConfirmed');
    // A guardian who acts from now on has a mailbox, too.
    const now = await (await requestOf()).get({ ws, id: right.id });
    const guardian = { firstName: 'มานี', lastName: 'รักไทย', email: own, telephone: '' };
    expect(
      await codeOf(
        (await requestOf(staff)).update({
          ws,
          id: right.id,
          rowVersion: now.rowVersion,
          ageBand: 'MINOR',
          guardian,
          rights: [],
        } as never),
      ),
    ).toBe('request.addressOfConfirmed');
  });

  it('is treated like a new uid or telephone number, by which the data of somebody else would be found', async () => {
    const right = await buildAnswer({ approved: false });
    const save = async (person: Person, changed: Partial<typeof SUBJECT>) => {
      const api = await requestOf(person);
      const { rowVersion } = await api.get({ ws, id: right.id });
      return api.update({ ws, id: right.id, rowVersion, subject: { ...SUBJECT, ...changed }, rights: [] } as never);
    };
    for (const changed of [{ uid: 'HN-77' }, { telephone: '0899999999' }])
      expect(await refusal(save(staff, changed))).toMatchObject({
        code: 'request.identityOfConfirmed',
        fields: [`subject.${Object.keys(changed)[0]}`],
      });
    expect(await save(staff, { firstName: 'สมศรี' })).toMatchObject({ verifiedHow: 'STAFF' });
    // Staff confirmed the person, and not their user.
    expect(await save(dpo, { uid: 'HN-77' })).toMatchObject({ verifiedHow: 'STAFF' });
    await server.owner.updateTable('requests').set({ verifiedHow: 'TOKEN' }).where('id', '=', right.id).execute();
    expect(await save(dpo, { uid: 'HN-77', telephone: '0899999999' })).toMatchObject({ verifiedHow: 'TOKEN' });
    expect(await save(dpo, { uid: 'HN-78' })).toMatchObject({ verifiedAt: null, verifiedHow: null });
  });

  it('is confirmed again before an answer is released: by staff with a reason', async () => {
    const right = await buildAnswer({ approved: false });
    const changed = await change(right, dpo, 'somying.new@test.example');
    expect(changed).toMatchObject({ verifiedAt: null, verifiedHow: null, rights: [{ stage: 'WORK' }] });
    await approve(server, { dpo, staff }, { id: right.id });
    expect(await codeOf((await as()).release({ ...right, ...HANDED_OVER }))).toBe('requestAnswer.unconfirmed');
    const verify = async (person: Person, reason: string) =>
      (await requestOf(person)).changeStatus({ ws, id: right.id, action: 'VERIFY', reason } as never);
    expect(await codeOf(verify(staff, 'รู้จัก'))).toMatch(/^forbidden/);
    expect(await refusal(verify(dpo, ''))).toMatchObject({ fields: ['reason'] });
    const confirmed = await verify(dpo, 'โทรกลับตามหมายเลขเดิม');
    expect(confirmed).toMatchObject({ verifiedHow: 'STAFF', rights: [{ stage: 'COMPLETE' }] });
    expect(confirmed.moves.at(-1)).toMatchObject({ action: 'verify', reason: 'โทรกลับตามหมายเลขเดิม' });
    expect((await (await as()).release({ ...right, ...HANDED_OVER })).password).not.toBe('');
  });

  it('is confirmed again by a code, and the former mailbox opens nothing', async () => {
    const former = `former-${ws}@test.example`;
    const current = `current-${ws}@test.example`;
    const right = await buildAnswer({ approved: false, email: former });
    const outside = (await callerFor(server, null, { ip: '10.9.0.1' })).requestIdentity;
    const enter = async (to: string) => {
      const token = tokenIn((await mailsOf(server, to)).find(({ kind }) => kind === 'requestReceived'));
      await outside.sendCode({ token });
      const code = (await mailsOf(server, to)).findLast(({ kind }) => kind === 'requestCode');
      return outside.enterCode({ token, code: /^\d{6}$/m.exec(code!.text)![0] });
    };
    const { session } = await enter(former);
    await change(right, dpo, current);
    expect(await codeOf(outside.overview({ session }))).toBe('requestIdentity.session');
    await approve(server, { dpo, staff }, { id: right.id });
    expect(await codeOf((await as()).release({ ...right, ...HANDED_OVER }))).toBe('requestAnswer.unconfirmed');
    await enter(current);
    expect(await (await requestOf()).get({ ws, id: right.id })).toMatchObject({ verifiedHow: 'CODE' });
    expect((await (await as()).release({ ...right, ...HANDED_OVER })).password).not.toBe('');
  });
});

describe('the settings for releasing answers', () => {
  it('are saved by the workspace, with a version check', async () => {
    const api = (await as()).settings;
    expect(await api.get({ ws })).toEqual({ expiryDays: 14, downloadLimit: 3, rowVersion: 0 });
    const saved = await api.update({ ws, expiryDays: 7, downloadLimit: 1, rowVersion: 0 });
    expect(saved).toMatchObject({ expiryDays: 7, downloadLimit: 1 });
    expect(await codeOf(api.update({ ws, expiryDays: 9, downloadLimit: 1, rowVersion: 0 }))).toBe('staleEdit');
    expect(await codeOf(api.update({ ws, expiryDays: 91, downloadLimit: 1, rowVersion: 1 }))).toBe('BAD_REQUEST');
  });
});

it('an archive of the same content and password differs each time', async () => {
  const make = () =>
    encryptedZip([{ name: 'a.txt', bytes: Buffer.from('same') }], 'AAAA-BBBB', {
      at: new Date('2026-11-02T00:00:00Z'),
      done: async () => {},
    });
  expect((await make()).equals(await make())).toBe(false);
});
