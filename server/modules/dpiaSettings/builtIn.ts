import { randomUUIDv7 } from 'node:crypto';
import type { Trx } from '../../../db/client.ts';
import { DPIA_VARIANTS, type DpiaVariant } from '../../../shared/dpia/framework.ts';
import { SCALE_WIDTHS, type ScaleWidth } from '../../../shared/dpia/risk.ts';
import type { SeededWorkspace, SeedPart } from '../../platform/modules/seed.ts';
import { DATA_RISK } from './content/dataRisk.ts';
import { ITEMS } from './content/items.ts';
import { builtInScale } from './content/scales.ts';
import { WORST_CASES } from './content/worstCases.ts';

/** Widths that each variant can have, the default first. */
const WIDTHS: Readonly<Record<DpiaVariant, readonly [ScaleWidth, ...ScaleWidth[]]>> = {
  CURRENT: [5, ...SCALE_WIDTHS.filter((width) => width !== 5)],
  OLDER: [4],
};

const dataRiskRows = () =>
  DATA_RISK.map((row) => ({
    ...row,
    id: randomUUIDv7(),
    questions: row.questions.map((text) => ({ id: randomUUIDv7(), text })),
  }));

/** Creates the built-in content of both variants in a workspace that has no framework yet. */
async function seedSettings(trx: Trx, { workspaceId, now }: SeededWorkspace): Promise<void> {
  const times = { createdAt: now, updatedAt: now };
  for (const variant of DPIA_VARIANTS) {
    const widths = WIDTHS[variant];
    const inserted = await trx
      .insertInto('dpiaFrameworks')
      .values({
        workspaceId,
        id: randomUUIDv7(),
        variant,
        width: widths[0],
        scales: JSON.stringify(widths.map(builtInScale)),
        dataRisk: JSON.stringify(variant === 'CURRENT' ? dataRiskRows() : []),
        ...times,
      })
      .onConflict((conflict) => conflict.columns(['workspaceId', 'variant']).doNothing())
      .returning('id')
      .execute();
    if (inserted.length === 0) continue;
    const rowsOf = (contents: readonly object[]) =>
      contents.map((content, position) => ({
        workspaceId,
        id: randomUUIDv7(),
        variant,
        content: JSON.stringify(content),
        builtIn: true,
        position,
        ...times,
      }));
    await trx.insertInto('dpiaItems').values(rowsOf(ITEMS)).execute();
    await trx.insertInto('dpiaWorstCases').values(rowsOf(WORST_CASES)).execute();
  }
}

/** Increase the edition when content is added. */
export const seed: SeedPart = { column: 'dpiaSettingsEdition', edition: 1, newWorkspace: seedSettings };
