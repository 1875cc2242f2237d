import { DAY, HOUR } from '../../../shared/duration.ts';
import { groundsOf } from '../../../shared/request/grounds.ts';
import type { Request } from '../../../shared/request/schema.ts';
import { systemActor } from '../../platform/actor.ts';
import type { DemoPart } from '../../platform/demo/demoPart.ts';
import type { DemoPerson } from '../../platform/demo/people.ts';
import { type Deps, transact } from '../../platform/trpc/context.ts';
import type { appRouter } from '../../router.ts';
import { DEMO_REQUESTS, type DemoAct, type DemoRequest } from './demoStories.ts';
import { lapse } from './lapse.ts';

type Caller = ReturnType<typeof appRouter.createCaller>;
type CallAt = (who: DemoPerson, at: number) => Caller;

/** Limits of the demo's packages. */
const PACKAGE = { expiryDays: 30, downloadLimit: 3 };
const MOTHER = {
  firstName: 'ดาวเรือง',
  lastName: 'สมมติวงศ์',
  email: 'guardian@subject.example',
  telephone: '0800000000',
};

/** Context of the demo's requests. */
interface Office {
  readonly deps: Deps;
  readonly call: CallAt;
  readonly ws: string;
  readonly now: number;
  readonly form: { readonly id: string; readonly rights: ReadonlyMap<string, string> };
  readonly staffId: string;
}

/** Invented requests of the hospital in all stages, in both languages, some due soon and some overdue. */
export const demo: DemoPart = async ({ deps, at, workspace: { id: ws, key } }) => {
  if (key !== 'hospital') return;
  const call = at as CallAt;
  const now = Date.now();
  const office: Office = { deps, call, ws, now, ...(await inForce(call, ws, now)) };
  for (const [index, story] of DEMO_REQUESTS.entries())
    await play(office, story, `08000001${String(index).padStart(2, '0')}`);
};

/** The first published form, and the people who answer requests. */
async function inForce(call: CallAt, ws: string, now: number): Promise<Pick<Office, 'form' | 'staffId'>> {
  const api = call('dpo', now);
  const { collection } = await api.requestForm.list({ ws, status: 'PUBLISHED', pageSize: 1 });
  const [item] = collection;
  if (!item) throw new Error('demo: no request form in force');
  const form = await api.requestForm.get({ ws, id: item.id });
  const people = await api.personnel.pick({ ws, holding: 'request.write' });
  const staff = people.find(({ name }) => name.startsWith('สมหญิง'));
  if (!staff) throw new Error('demo: nobody answers requests');
  return {
    form: { id: form.id, rights: new Map(form.rights.map((right) => [right.code ?? '', right.id])) },
    staffId: staff.id,
  };
}

/** When a story of so many days ago was entered. */
export const enteredAt = (now: number, { before }: Pick<DemoRequest, 'before'>): number =>
  now - before * DAY + Math.min(2 * HOUR, before * DAY - HOUR);

/** Enters one request on its day, and moves it to its state. */
async function play(office: Office, story: DemoRequest, telephone: string): Promise<void> {
  const { call, ws, form, staffId, now } = office;
  const entered = enteredAt(now, story);
  const request = await call('dpo', entered).request.create({
    ws,
    requestFormId: form.id,
    receivedAt: new Date(now - story.before * DAY).toISOString(),
    channel: story.channel,
    language: story.language,
    country: story.country ?? 'TH',
    subject: {
      firstName: story.firstName,
      lastName: story.lastName,
      email: `subject${story.before}@subject.example`,
      telephone,
      uid: `HN-${String(20_000 + story.before)}`,
    },
    ageBand: story.child ? 'CHILD' : 'ADULT',
    guardian: story.child ? MOTHER : null,
    rights: story.rights.flatMap((code) => {
      const rightRequestId = form.rights.get(code);
      return rightRequestId ? { rightRequestId, requestDetail: story.detail } : [];
    }),
    verified: !story.unconfirmed,
  });
  if (story.assigned)
    await call('dpo', entered + HOUR).request.changeStatus({
      ws,
      id: request.id,
      action: 'ASSIGN',
      assigneeId: staffId,
    });
  for (const [by, day, act] of story.steps)
    await carryOut(office, request, act, call(by, (day < 0 ? now : entered) + day * DAY));
}

/** Does one step of a request, at the caller's moment. */
async function carryOut(office: Office, request: Request, step: DemoAct, api: Caller): Promise<void> {
  const { deps, ws } = office;
  const { id } = request;
  const [right] = request.rights;
  switch (step.act) {
    case 'move': {
      const { act: _, ...move } = step;
      await api.request.changeStatus({ ws, id, ...move });
      return;
    }
    case 'refuse': {
      const groundCode = groundsOf(right!.code).find(({ code }) => code === 'LAW')!.code;
      await api.request.changeStatus({ ws, id, action: 'REJECT', groundCode, reason: step.reason });
      return;
    }
    case 'lapse':
      await transact(deps, { workspaceId: ws }, (trx) => lapse(trx, systemActor(deps, ws), id));
      return;
    case 'plan':
      await plan(api, office, id);
      return;
    case 'write':
      await api.requestMessage.send({ ws, id, text: step.text, fileIds: [] });
      return;
    case 'answer': {
      const of = { ws, id, rightId: right!.id };
      const { rowVersion } = await api.requestAnswer.get(of);
      await api.requestAnswer.save({ ...of, rowVersion, message: step.message, withheld: step.withheld });
      await api.requestAnswer.release({ ...of, ...PACKAGE });
    }
  }
}

/** Tasks from the register, for the people who answer requests. */
async function plan(api: Caller, { ws, staffId }: Office, requestId: string): Promise<void> {
  const { collection } = await api.requestTask.applyProposal({ ws, requestId });
  const taskIds = collection.map(({ id }) => id);
  await api.requestTask.assign({ ws, requestId, taskIds, assigneeId: staffId });
}
