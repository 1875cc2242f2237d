import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { uploadSweep } from '../../server/modules/requestSubmission/sweep.ts';
import { WAITING_LIMIT } from '../../shared/file.ts';
import type { StartedUpload } from '../../shared/requestSubmission/schema.ts';
import { buildPerson, buildServer, type TestServer } from '../factories.ts';
import { type BuiltRequestForm, buildRequestForm } from '../helpers/requestForms.ts';

const MB = 1024 * 1024;
let server: TestServer;
let form: BuiltRequestForm;
beforeAll(async () => {
  server = await buildServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  form = await buildRequestForm(server, await buildPerson(server, { role: 'DPO' }));
});

const all = () => `/api/v1/${form.workspaceId}/dsrm-request-uploads`;
const announce = (remoteAddress: string, size: number) =>
  server.app.inject({
    method: 'POST',
    url: all(),
    remoteAddress,
    payload: { dsrmRequestFormId: form.id, name: 'a.txt', size },
  });
const announced = async (remoteAddress: string, size: number): Promise<StartedUpload> => {
  const answer = await announce(remoteAddress, size);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
};
const sendPart = ({ uploadId, token }: StartedUpload, text: string) =>
  server.app.inject({
    method: 'PUT',
    url: `${all()}/${uploadId}`,
    headers: { 'content-type': 'application/octet-stream', 'upload-token': token, 'upload-offset': '0' },
    payload: text,
  });
const columnsOf = (id: string) => server.owner.updateTable('requestUploads').where('id', '=', id);

it('who announces files and never sends them keeps nobody out, and reserves only so much from one address', async () => {
  for (let address = 1; address <= 6; address += 1) {
    for (let count = 0; count < 5; count += 1) await announced(`203.0.113.${address}`, 20 * MB);
    const more = await announce(`203.0.113.${address}`, 1);
    expect([more.statusCode, more.json<{ code: string }>().code]).toEqual([429, 'requestSubmission.uploadsFull']);
  }
  const file = await announced('198.51.100.1', 20 * MB);
  expect((await sendPart(file, 'hello')).json()).toMatchObject({ received: 5 });
});

it('files that were sent and belong to no request are bounded in all', async () => {
  const open = await announced('198.51.100.1', 20 * MB);
  for (let count = 0; count < WAITING_LIMIT / (20 * MB); count += 1) {
    const { uploadId } = await announced(`203.0.113.${count}`, 20 * MB);
    await columnsOf(uploadId)
      .set({ received: 20 * MB })
      .execute();
  }
  for (const refused of [await announce('198.51.100.2', 1), await sendPart(open, 'hello')])
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([429, 'requestSubmission.uploadsFull']);
});

it('an upload that nobody goes on with is deleted after half an hour, a complete one is not', async () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  server.clock.set(minutesAgo(100));
  const [started, continued, complete] = [
    await announced('203.0.113.1', 10),
    await announced('203.0.113.1', 10),
    await announced('203.0.113.1', 5),
  ];
  server.clock.set(minutesAgo(31));
  expect((await sendPart(complete, 'hello')).json<{ url: string }>().url).not.toBe('');
  server.clock.set(minutesAgo(29));
  expect((await sendPart(continued, 'hello')).json()).toMatchObject({ received: 5 });
  await uploadSweep.run(server.deps, new AbortController().signal);
  const left = await server.owner
    .selectFrom('requestUploads')
    .select('id')
    .where('workspaceId', '=', form.workspaceId)
    .execute();
  expect(left.map(({ id }) => id).sort()).toEqual([continued.uploadId, complete.uploadId].sort());
  expect(left.map(({ id }) => id)).not.toContain(started.uploadId);
});
