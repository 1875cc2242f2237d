import type { z } from 'zod';
import { FIELD_READINGS, IMPORT_FIELDS, type importChoices, listOf } from '../../../shared/recordImport/schema.ts';
import { inGroup, part } from '../../../shared/ropa/cellText.ts';
import { writeCell } from '../../../shared/ropa/sheet.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { knownOf } from './known.ts';

/** Names of one list that are returned as choices. */
const OFFERED = 2000;

/**
 * The possible values of reference fields in this workspace, as cells of the record's sheet; fields of one list have
 * the same.
 */
export const choices = (ctx: WorkspaceContext): Promise<z.output<typeof importChoices>> =>
  ctx.read(async (trx) => {
    const known = await knownOf(trx, ctx.workspace.id);
    const own: z.output<typeof importChoices>['lists'] = {};
    for (const field of IMPORT_FIELDS) {
      const reading = FIELD_READINGS[field];
      const list = listOf(field);
      if (reading.as === 'attribute')
        own[list] ??= known.attributes
          .slice(0, OFFERED)
          .map(({ category, name }) => `${inGroup(category)}: ${inGroup(name.th)}`);
      else if (reading.as === 'person')
        own[list] ??= known.people.slice(0, OFFERED).map((person) => writeCell('responsiblePersonnel', person, 'th'));
      else if (['word', 'dataController', 'purposeCategory', 'piiCategory'].includes(reading.as))
        own[list] ??= known.namesOf(list).slice(0, OFFERED).map(part);
    }
    return { lists: own, severalControllers: known.onlyController === undefined };
  });
