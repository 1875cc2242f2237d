import { afterAll, beforeAll, expect, it } from 'vitest';
import { withScope } from '../../db/client.ts';
import { moveDeadline } from '../../server/platform/clock/deadlines.ts';
import { callerFor, sharedServer, type TestServer } from '../factories.ts';
import { buildRequestForm } from '../helpers/requestForms.ts';
import { buildTeam } from '../helpers/team.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.close());

it('tasks are listed by the date that their right is due, also once that has moved', async () => {
  server.clock.set('2026-11-02T10:00:00+07:00');
  const { ws, dpo } = await buildTeam(server, { dpo: 'DPO' });
  const form = await buildRequestForm(server, dpo);
  const { request, requestTask } = await callerFor(server, dpo);
  const enter = async (title: string) => {
    const created = await request.create({
      ws,
      requestFormId: form.id,
      receivedAt: '2026-11-02T09:00:00+07:00',
      channel: 'COUNTER',
      subject: { firstName: 'สมหญิง', lastName: 'รักไทย', email: 'somying@test.example', telephone: '', uid: '' },
      rights: [{ rightRequestId: form.rightIds['ACCESS']!, requestDetail: 'ขอสำเนาเวชระเบียน' }],
      verified: true,
    } as never);
    const rightId = created.rights[0]!.id;
    const task = await requestTask.add({ ws, requestId: created.id, rightId, title });
    return { rightId, task: task.id };
  };
  const [first, second] = [await enter('แฟ้มชั้น 1'), await enter('แฟ้มชั้น 2')];
  const listed = async (sortDirection: 'ASC' | 'DESC' = 'ASC') =>
    (await requestTask.list({ ws, sortBy: 'dueAt', sortDirection } as never)).collection.map(({ id }) => id);
  const move = (kind: 'request.right' | 'request.act', subjectId: string, dueAt: string) =>
    withScope(server.deps.db, { workspaceId: ws }, (trx) =>
      moveDeadline(trx, { workspaceId: ws, kind, subjectId, dueAt: new Date(dueAt), now: server.deps.now() }),
    );
  await move('request.right', first.rightId, '2026-11-20T16:59:59Z');
  expect(await listed()).toEqual([first.task, second.task]);
  expect(await listed('DESC')).toEqual([second.task, first.task]);
  await move('request.right', second.rightId, '2026-11-10T16:59:59Z');
  expect(await listed()).toEqual([second.task, first.task]);
  // The workspace's own date counts, not that of the act.
  await move('request.act', first.rightId, '2026-11-03T16:59:59Z');
  expect(await listed()).toEqual([second.task, first.task]);
});
