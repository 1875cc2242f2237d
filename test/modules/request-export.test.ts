import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CreateRequest } from '../../shared/request/schema.ts';
import { buildServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { buildConsentPurposes } from '../helpers/consents.ts';
import { ended } from '../helpers/exports.ts';
import { buildTeam } from '../helpers/team.ts';

let server: TestServer;
let ws: string;
let dpo: Person;
let manager: Person;
let staff: Person;
let applicationId: string;

beforeAll(async () => {
  server = await buildServer({}, { jobs: true });
  ({ ws, dpo, manager, staff } = await buildTeam(server, { dpo: 'DPO', manager: 'Top Management', staff: 'Staff' }));
  ({ applicationId } = await buildConsentPurposes(server, dpo));
  const { requestForm, request } = await callerFor(server, dpo);
  const draft = await requestForm.create({ ws, name: 'แบบคำขอ', applicationId });
  const { id, rights } = await requestForm.publish({ ws, id: draft.id, rowVersion: draft.rowVersion });
  const enter = (firstName: string, codes: string[]) =>
    request.create({
      ws,
      requestFormId: id,
      receivedAt: new Date(server.deps.now().getTime() - 86_400_000).toISOString(),
      channel: 'POST',
      verified: true,
      subject: { firstName, lastName: 'รักไทย', email: '', telephone: '0812345678' },
      rights: codes.map((code) => ({ rightRequestId: rights.find((right) => right.code === code)!.id })),
    } as unknown as CreateRequest);
  await enter('=HYPERLINK("http://evil.example")', ['ACCESS', 'ERASURE']);
  const refused = await enter('สมหญิง', ['ACCESS']);
  await request.changeStatus({
    ws,
    id: refused.id,
    action: 'REJECT',
    groundCode: 'NO_DATA',
    reason: 'ไม่มีข้อมูล',
  } as never);
});
afterAll(() => server.close());

async function csvOf(input: object): Promise<string[]> {
  const { id } = await (
    await callerFor(server, dpo)
  ).export.start({ ws, kind: 'dsrm-request', format: 'csv', locale: 'th', input: input as never });
  const { file, errorCode } = await ended(server, dpo, id);
  expect(errorCode).toBeNull();
  const { body } = await server.app.inject({ url: file!.url, headers: { authorization: `Bearer ${dpo.token}` } });
  return body.trim().split('\r\n');
}

it('writes a line for each right, both due dates and the ground, and no formula', async () => {
  const lines = await csvOf({});
  expect(lines).toHaveLength(1 + 3);
  expect(lines[0]).toContain('กำหนดนับจากวันรับคำขอ');
  expect(lines[1]).toContain('สมหญิง');
  expect(lines[1]).toContain('ไม่มีข้อมูลของผู้ขอ');
  expect(lines[2]).toContain("'=HYPERLINK");
  for (const heading of ['ผู้ใช้อำนาจปกครอง', 'แบบความยินยอม', 'รายละเอียด', 'เหลือ (วัน)'])
    expect(lines[0]).toContain(heading);
  expect(lines[2]).toMatch(/,30,,,,0$/);
});

it('follows the filters of the list', async () => {
  expect(await csvOf({ right: 'ERASURE' })).toHaveLength(1 + 2);
});

it('is narrowed to one person as the list is, and stores no more of them than keyed hashes', async () => {
  expect(await csvOf({ uid: '081-234-5678' })).toHaveLength(1 + 3);
  const input = { uid: 'nobody@test.example' };
  expect(await csvOf(input)).toHaveLength(1);
  const stored = await server.owner.selectFrom('exports').select('input').where('workspaceId', '=', ws).execute();
  expect(JSON.stringify(stored)).not.toMatch(/0812345678|081-234|nobody/);
});

it('counts the days left of a right that is paused as of its pause', async () => {
  const daysAgo = (days: number) => new Date(server.deps.now().getTime() - days * 86_400_000);
  await server.owner
    .updateTable('deadlines')
    .set({ stoppedAt: daysAgo(10), dueAt: daysAgo(5) })
    .where('workspaceId', '=', ws)
    .where('kind', '=', 'request.right')
    .where('endedAt', 'is', null)
    .execute();
  expect((await csvOf({}))[2]).toMatch(/,5,,,,0$/);
});

it('is restricted to users who may export requests', async () => {
  for (const person of [manager, staff])
    await expect(
      (await callerFor(server, person)).export.start({ ws, kind: 'dsrm-request', format: 'csv', input: {} } as never),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
