import { randomUUIDv7 } from 'node:crypto';
import { DAY } from '../../../shared/duration.ts';
import { systemActor } from '../../platform/actor.ts';
import type { DemoPart } from '../../platform/demo/demoPart.ts';
import { transact } from '../../platform/trpc/context.ts';
import type { appRouter } from '../../router.ts';
import { enteredAt } from '../request/demo.ts';
import { DEMO_REQUESTS } from '../request/demoStories.ts';
import { takeMessage, takeRightsBack } from './subject.ts';

type Caller = ReturnType<typeof appRouter.createCaller>;

/**
 * Steps of the demo's data subjects, in days after their requests were entered. Without text: they withdraw the
 * request.
 */
const ACTS: readonly { readonly firstName: string; readonly day: number; readonly text?: string }[] = [
  { firstName: 'วิไล', day: 31, text: 'ครบ 30 วันแล้วยังไม่ได้รับข้อมูลค่ะ ขอทราบว่าจะได้เมื่อไร' },
  { firstName: 'อนันต์', day: 4 },
  { firstName: 'ด.ญ. ฟ้าใส', day: 2, text: 'โรงเรียนขอเอกสารภายในสิ้นเดือนนี้ค่ะ' },
  { firstName: 'Yuki', day: 3, text: 'It is sent to yuki@subject.example.' },
];

/** The data subjects' part of the demo: they write, answer questions, and withdraw a request. */
export const demo: DemoPart = async ({ deps, at, workspace: { id: ws, key } }) => {
  if (key !== 'hospital') return;
  const now = Date.now();
  for (const { firstName, day, text } of ACTS) {
    const index = DEMO_REQUESTS.findIndex((story) => story.firstName === firstName);
    const api = at('dpo', enteredAt(now, DEMO_REQUESTS[index]!) + day * DAY) as Caller;
    const { collection } = await api.request.list({ ws, sortBy: 'number', sortDirection: 'ASC', pageSize: 20 });
    const { id } = collection[index]!;
    const { rights, ageBand } = await api.request.get({ ws, id });
    const actor = systemActor(deps, ws);
    const subject = {
      ...actor,
      requestId: id,
      person: ageBand === 'CHILD' ? ('GUARDIAN' as const) : ('SUBJECT' as const),
      codeEnteredAt: actor.at,
    };
    await transact(deps, { workspaceId: ws }, (trx) =>
      text === undefined
        ? takeRightsBack(
            trx,
            subject,
            rights.map((right) => right.id),
          )
        : takeMessage(trx, subject, { id: randomUUIDv7(), text, fileIds: [] }),
    );
  }
};
