import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commands } from '../../server/modules/workspace/operator.ts';
import {
  buildOrganization,
  buildPerson,
  buildServer,
  buildWorkspace,
  callerFor,
  type Person,
  signInAgain,
  type TestServer,
} from '../factories.ts';
import { type BuiltRequestForm, buildRequestForm } from '../helpers/requestForms.ts';

const NAME = 'สาขาที่ปิดชั่วคราว';
let server: TestServer;
let ws: string;
let admin: Person;
let form: BuiltRequestForm;

beforeAll(async () => {
  server = await buildServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  at('2026-11-02 10:15');
  const organizationId = (await buildOrganization(server, { name: 'โรงพยาบาลปกป้อง' })).id;
  ws = (await buildWorkspace(server, { organizationId, name: NAME })).id;
  const other = (await buildWorkspace(server, { organizationId, name: 'สำนักงานใหญ่' })).id;
  admin = await buildPerson(server, { workspaceId: ws, role: 'Admin' });
  await buildPerson(server, { workspaceId: other, role: 'Admin', userId: admin.userId, email: admin.email });
  form = await buildRequestForm(server, admin);
});

const at = (time: string) => server.clock.set(`${time.replace(' ', 'T')}:00+07:00`);
const ring = () => server.deps.alarm.ring();
const as = async () => callerFor(server, await signInAgain(server, admin));
const get = async (id: string) => (await as()).request.get({ ws, id });
const close = async () => (await as()).workspace.remove({ ws, confirmation: NAME });
const reopen = async () => (await as()).workspace.deletion.undo({ ws });
const turn = (state: 'on' | 'off') => commands['set-flags'].run(server.deps, [ws, `dsrmEnabled=${state}`]);
/** A request that is to be confirmed by the end of 2 December, or was already. */
const enter = async (more: object = {}) =>
  (await as()).request.create({
    ws,
    requestFormId: form.id,
    receivedAt: server.deps.now().toISOString(),
    channel: 'POST',
    subject: { firstName: 'สมหญิง', lastName: 'รักไทย', email: 'asks@test.example', telephone: '', uid: '' },
    rights: [{ rightRequestId: form.rightIds.ACCESS!, requestDetail: 'ขอสำเนา' }],
    ...more,
  } as never);
const stageOf = async (id: string) => (await get(id)).rights[0]!.stage;

describe('people who could do nothing for a time', () => {
  it('have the days in which the workspace was closed on top, to confirm a request', async () => {
    const { id } = await enter();
    at('2026-11-30 00:00');
    await ring();
    at('2026-11-30 10:15');
    await close();
    at('2026-12-05 10:15');
    await ring();
    await reopen();
    await ring();
    expect(await stageOf(id)).toBe('VERIFY');
    // Two days and a half were left, and the least is three.
    expect(new Date((await get(id)).verifyBy).toISOString()).toBe('2026-12-08T03:15:00.000Z');
    at('2026-12-08 10:16');
    await ring();
    expect(await stageOf(id)).toBe('UNVERIFIED');
  });

  it('have them on top in full where more than the least was left', async () => {
    const { id } = await enter();
    at('2026-11-20 10:15');
    await close();
    at('2026-11-26 10:15');
    await reopen();
    expect(new Date((await get(id)).verifyBy).toISOString()).toBe('2026-12-08T16:59:59.000Z');
  });

  it('have them to reply to a question', async () => {
    const { id } = await enter({ verified: true });
    const { request } = await as();
    await request.changeStatus({ ws, id, action: 'ASSIGN', assigneeId: admin.personnelId } as never);
    at('2026-11-10 15:00');
    await (
      await as()
    ).request.changeStatus({ ws, id, action: 'REVERT', to: 'SUBJECT', reason: 'ขอเลขบัตรสมาชิก' } as never);
    at('2026-11-22 15:00');
    await close();
    at('2026-11-28 15:00');
    await reopen();
    await ring();
    expect(await stageOf(id)).toBe('WAITING');
    at('2026-12-01 15:01');
    await ring();
    expect(await stageOf(id)).toBe('WORK');
  });

  it('have three days at least once the module is on again', async () => {
    const { id } = await enter();
    at('2026-11-30 10:15');
    await turn('off');
    at('2026-12-20 10:15');
    await ring();
    await turn('on');
    await ring();
    expect(await stageOf(id)).toBe('VERIFY');
    expect(new Date((await get(id)).verifyBy).toISOString()).toBe('2026-12-23T03:15:00.000Z');
  });

  it('have three days where no node was there at the end, and not where the alarm is a few hours late', async () => {
    const { id } = await enter();
    at('2026-12-04 10:15');
    await ring();
    expect(await stageOf(id)).toBe('VERIFY');
    expect(new Date((await get(id)).verifyBy).toISOString()).toBe('2026-12-07T03:15:00.000Z');
    at('2026-12-07 20:00');
    await ring();
    expect(await stageOf(id)).toBe('UNVERIFIED');
  });

  it('have no more time where the end was before', async () => {
    const { id } = await enter({
      subject: { firstName: 'สมหญิง', lastName: 'รักไทย', email: '', telephone: '0812345678', uid: '' },
    });
    at('2026-12-03 00:00');
    await ring();
    const { verifyBy } = await get(id);
    await close();
    at('2026-12-05 10:15');
    await reopen();
    expect((await get(id)).verifyBy).toBe(verifyBy);
  });
});
