import { randomUUIDv7 } from 'node:crypto';
import { callerFor } from '../factories.ts';
import type { ModuleContract } from '../moduleContracts.ts';
import { of } from '../tenancy/sample.ts';
import { sessionOf } from './requestIdentity.ts';

/** A notice of each world, by its workspace. */
const notices = new Map<string, string>();

export default {
  calls: [],
  samples: {
    'requestMessage.list': of((world) => ({ ws: world.ws, id: world.requestId })),
    'requestMessage.send': of((world) => ({ ws: world.ws, id: world.requestId, text: 'กรุณาส่งเอกสารเพิ่ม', fileIds: [] })),
    'requestMessage.resend': of((world) => ({ ws: world.ws, id: world.requestId, noticeId: notices.get(world.ws)! })),
    'requestMessage.subject.read': of(({ ws }) => ({ session: sessionOf(ws) }), { bearer: true }),
    'requestMessage.subject.write': of(
      ({ ws }) => ({ session: sessionOf(ws), id: randomUUIDv7(), text: 'ส่งให้แล้ว', fileIds: [] }),
      { bearer: true },
    ),
    'requestMessage.subject.withdraw': of(({ ws, requestId }) => ({ session: sessionOf(ws), rightIds: [requestId] }), {
      bearer: true,
      // Other samples need the request, so the id is of no right.
      refused: ['requestMessage.notWithdrawable'],
    }),
  },
  fill: async (server, { ws, marker, people, requestId, photoId }) => {
    const { requestMessage } = await callerFor(server, people.Admin);
    const sent = await requestMessage.send({ ws, id: requestId, text: marker, fileIds: [] });
    notices.set(ws, sent.notices[0]!.id);
    await server.owner
      .insertInto('requestMessageFiles')
      .values({ workspaceId: ws, id: photoId, requestId, createdAt: server.deps.now() })
      .execute();
  },
} satisfies ModuleContract;
