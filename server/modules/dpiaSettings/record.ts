import type { Trx } from '../../../db/client.ts';
import { FRAMEWORK_LIMITS } from '../../../shared/dpia/framework.ts';
import {
  frameworkFields,
  type PdpaItemFields,
  pdpaItemFields,
  type PdpaSetting,
  type WorstCaseFields,
  worstCaseFields,
  type WorstCaseSetting,
} from '../../../shared/dpiaSettings/schema.ts';
import { appError } from '../../platform/errors.ts';
import { changesBetween } from '../../platform/live/emit.ts';
import { editable } from '../../platform/records/editable.ts';
import { logFields } from '../../platform/records/log.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import * as queries from './queries.ts';

/** Rows that a variant can have, including deactivated ones. */
export const LIMITS = { items: FRAMEWORK_LIMITS.items, worstCases: FRAMEWORK_LIMITS.worstCases } as const;

const itemFields = ({ title, description, objectives, active }: PdpaSetting): PdpaItemFields => ({
  title,
  description,
  objectives,
  active,
});

const worstCaseOf = ({
  title,
  description,
  sources,
  threats,
  problematicActions,
  measures,
  active,
}: WorstCaseSetting): WorstCaseFields => ({
  title,
  description,
  sources,
  threats,
  problematicActions,
  measures,
  active,
});

/** @throws 409 `dpiaSettings.builtIn`: built-in rows can be deactivated, not deleted */
function assertOwn({ builtIn }: { builtIn: boolean }): void {
  if (builtIn) throw appError('dpiaSettings.builtIn');
}

export const itemRecord = editable({
  table: 'dpiaItems',
  content: pdpaItemFields,
  events: { created: 'dpiaItem.created', updated: 'dpiaItem.updated', removed: 'dpiaItem.removed' },
  read: (trx: Trx, ctx: WorkspaceContext, id: string): Promise<PdpaSetting | undefined> =>
    queries.items.find(trx, ctx.workspace.id, id),
  draftOf: itemFields,
  subject: ({ title }: PdpaSetting) => title.th,
  changes: (before: PdpaSetting, after: PdpaSetting) =>
    changesBetween(logFields(itemFields(before)), logFields(itemFields(after))),
  columns: queries.columnsOf,
  removing: async (_trx, _ctx, _id, record: PdpaSetting) => assertOwn(record),
});

const lines = (field: string) => (list: readonly { th: string }[]) => ({ [field]: list.map(({ th }) => th) });
const worstCaseLog = (one: WorstCaseSetting) =>
  logFields(worstCaseOf(one), {
    sources: lines('sources'),
    threats: lines('threats'),
    measures: lines('measures'),
  });

export const worstCaseRecord = editable({
  table: 'dpiaWorstCases',
  content: worstCaseFields,
  events: { created: 'dpiaWorstCase.created', updated: 'dpiaWorstCase.updated', removed: 'dpiaWorstCase.removed' },
  read: (trx: Trx, ctx: WorkspaceContext, id: string): Promise<WorstCaseSetting | undefined> =>
    queries.worstCases.find(trx, ctx.workspace.id, id),
  draftOf: worstCaseOf,
  subject: ({ title }: WorstCaseSetting) => title.th,
  changes: (before: WorstCaseSetting, after: WorstCaseSetting) =>
    changesBetween(worstCaseLog(before), worstCaseLog(after)),
  columns: queries.columnsOf,
  removing: async (_trx, _ctx, _id, record: WorstCaseSetting) => assertOwn(record),
});

/** The framework in the log: the scale in use, without the texts of its levels. */
const frameworkLog = ({ width, scales, dataRisk }: queries.Framework) => {
  const scale = scales.find((one) => one.width === width);
  return {
    width,
    bands: scale?.bands.join(', '),
    likelihood: scale?.likelihood.map(({ title }) => title.th),
    impact: scale?.impact.map(({ title }) => title.th),
    questions: dataRisk.flatMap(({ questions }) => questions.map(({ text }) => text.th)),
  };
};

export const frameworkRecord = editable({
  table: 'dpiaFrameworks',
  content: frameworkFields,
  events: { updated: 'dpiaFramework.updated' },
  read: (trx: Trx, ctx: WorkspaceContext, id: string) => queries.framework(trx, ctx.workspace.id, { id }),
  draftOf: ({ width, scales, dataRisk }: queries.Framework) => ({ width, scales, dataRisk }),
  subject: () => '',
  changes: (before: queries.Framework, after: queries.Framework) =>
    changesBetween(frameworkLog(before), frameworkLog(after)),
  columns: ({ width, scales, dataRisk }) => ({
    width,
    scales: JSON.stringify(scales),
    dataRisk: JSON.stringify(dataRisk),
  }),
});
