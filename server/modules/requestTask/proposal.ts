import type { Trx } from '../../../db/client.ts';
import { countDifferences, type Differing } from '../../../shared/requestTask/differences.ts';
import { kindsOf, type TaskKind } from '../../../shared/requestTask/kinds.ts';
import { fieldsWithMore, type RegisterFacts } from '../../../shared/requestTask/register.ts';
import type { TaskProposal } from '../../../shared/requestTask/schema.ts';
import { isTaskOpen } from '../../../shared/requestTask/status.ts';
import { type PublishedApplication, publishedContents, publishedGroups } from '../application/published.ts';
import * as requests from '../request/rows.ts';
import { differingFields, factsOf } from './facts.ts';
import * as queries from './queries.ts';
import { applicationOf, isWorkedOn } from './record.ts';

/** How the tasks of a request differ from what the published record of processing asks for. */
interface Differences extends Differing {
  /** The version of each application that was read. */
  readonly versions: ReadonlyMap<string, number>;
}

interface Wanted {
  readonly rightId: string;
  readonly kind: TaskKind;
  readonly application: { readonly id: string; readonly name: string };
  readonly register: RegisterFacts;
}

interface Proposed {
  readonly id: string;
  readonly applicationId: string;
}

/** The applications whose record is compared: that of the request's form, and those that were chosen. */
const chosenOf = ({ applicationId }: Proposed, { applicationIds }: Scope): Set<string> =>
  new Set([applicationId, ...applicationIds]);
type Scope = Awaited<ReturnType<typeof queries.scopeOf>>;

/**
 * Compares the tasks of a request with the published record of processing: missing tasks, open tasks with outdated
 * facts, closed tasks that are asked for again or for more, and open tasks in applications that no longer have the
 * data, or were deleted. Rights that are not open are ignored. Reads the chosen applications alone. A chosen group that
 * the register no longer names is as if it were not chosen: otherwise every task would be closed.
 */
export async function differencesOf(trx: Trx, workspaceId: string, request: Proposed): Promise<Differences> {
  const [scope, rights, tasks] = await Promise.all([
    queries.scopeOf(trx, workspaceId, request.id),
    requests.rightsOf(trx, workspaceId, [request.id]),
    queries.tasksOf(trx, workspaceId, request.id),
  ]);
  const [contents, groupIds] = await Promise.all([
    publishedContents(trx, workspaceId, [...chosenOf(request, scope)]),
    publishedGroups(trx, workspaceId, scope.groupIds),
  ]);
  const workedOn = rights.filter(({ stage }) => isWorkedOn(stage));
  const wanted = [...contents].flatMap(([id, { name, content }]): Wanted[] => {
    const register = factsOf(content, groupIds);
    if (!register) return [];
    const reach = { hasConsent: register.hasConsent, hasRecipients: register.recipients.length > 0 };
    return workedOn.flatMap((right) =>
      kindsOf(right.code, reach).map((kind) => ({ rightId: right.id, kind, application: { id, name }, register })),
    );
  });
  const own = tasks.filter(({ proposed }) => proposed);
  const keyOf = (rightId: string, kind: string, applicationId: string | null) => `${rightId} ${kind} ${applicationId}`;
  const there = new Map(own.map((task) => [keyOf(task.requestRightId, task.kind, task.applicationId), task]));
  const keys = new Set(wanted.map((one) => keyOf(one.rightId, one.kind, one.application.id)));
  const outdated = wanted.flatMap((one) => {
    const task = there.get(keyOf(one.rightId, one.kind, one.application.id));
    if (!task?.register) return [];
    const fields = (isTaskOpen(task.status) ? differingFields : fieldsWithMore)(task.register, one.register);
    return task.dropped || fields.length > 0 ? [{ ...one, taskId: task.id, status: task.status, fields }] : [];
  });
  return {
    additions: wanted.filter((one) => !there.has(keyOf(one.rightId, one.kind, one.application.id))),
    changes: outdated.filter(({ status }) => isTaskOpen(status)),
    reopenings: outdated.filter(({ status }) => !isTaskOpen(status)),
    removals: own
      .filter(
        (task) =>
          isTaskOpen(task.status) &&
          isWorkedOn(task.stage) &&
          !keys.has(keyOf(task.requestRightId, task.kind, task.applicationId)),
      )
      .map((task) => ({
        taskId: task.id,
        rightId: task.requestRightId,
        kind: task.kind,
        application: applicationOf(task),
        status: task.status,
      })),
    versions: new Map([...contents].map(([id, { version }]) => [id, version])),
  };
}

/**
 * The same with everything that can be chosen: `all` applications, and the groups that they name. A chosen group that
 * none of them names any more is there too, so that it can be unchosen.
 */
export async function proposalFor(
  trx: Trx,
  workspaceId: string,
  request: Proposed,
  all: readonly PublishedApplication[],
): Promise<TaskProposal> {
  const [scope, differences] = await Promise.all([
    queries.scopeOf(trx, workspaceId, request.id),
    differencesOf(trx, workspaceId, request),
  ]);
  const chosen = chosenOf(request, scope);
  const groups = groupsOf(all);
  const isNamed = (groupId: string) => groups.some(({ id }) => id === groupId);
  const searched = scope.groupIds.filter(isNamed);
  const left = scope.groupIds.filter((id) => !isNamed(id));
  const namesChosen = (named: readonly { id: string }[]) =>
    named.length > 0 && (searched.length === 0 || named.some(({ id }) => searched.includes(id)));
  return {
    ...differences,
    groupIds: scope.groupIds,
    groups: [
      ...groups.map((group) => ({ ...group, inRegister: true })),
      ...(await queries.groupsByIds(trx, workspaceId, left)).map((group) => ({ ...group, inRegister: false })),
    ],
    applications: all.map(({ id, name, status, publishedVersion, groups: named }) => ({
      id,
      name,
      own: id === request.applicationId,
      chosen: chosen.has(id),
      holds: namesChosen(named),
      draft: publishedVersion === 0 ? 'ONLY' : status === 'draft' ? 'NEWER' : null,
    })),
  };
}

/** The groups of data subjects that applications name. */
export const groupsOf = (applications: readonly PublishedApplication[]) => [
  ...new Map(applications.flatMap(({ groups }) => groups.map((group) => [group.id, group]))).values(),
];

/** How many tasks of a request are missing or outdated by the register: 0 before the first ones were created. */
export async function outdatedTasks(
  trx: Trx,
  workspaceId: string,
  request: { readonly id: string; readonly applicationId: string },
  hasTasks: boolean,
): Promise<number> {
  if (!hasTasks) return 0;
  return countDifferences(await differencesOf(trx, workspaceId, request));
}
