import {
  APPLICATION_PURPOSE_LIMIT,
  type Application,
  type ApplicationFields,
} from '../../../shared/application/schema.ts';
import { FLOW_LIMIT, type MappedFlow } from '../../../shared/dataMapping/schema.ts';
import type { PurposeContent, PurposeDraft } from '../../../shared/purpose/schema.ts';
import type { GatheredApplication, PurposeFacts } from './facts.ts';
import { resolveApplication } from './resolveApplication.ts';
import { type LineDraft, resolveLine } from './resolveLine.ts';
import type { NameResolver, StatedPlace } from './resolveNames.ts';
import { resolvePurpose } from './resolvePurpose.ts';

export interface PurposePlan {
  at: number;
  /** Its code in the file; null where the file only has its title. */
  code: string | null;
  draft: PurposeDraft;
  /** Locations of storage systems in the file. */
  places: StatedPlace[];
  /** Null: the file has no mapping entries, recorded ones stay. */
  lines: LineDraft[] | null;
}
export interface ApplicationPlan {
  at: number;
  rows: number[];
  name: string;
  fields: Omit<ApplicationFields, 'purposeIds'>;
  purposes: PurposePlan[];
}

export interface RecordedPurpose {
  id: string;
  rowVersion: number;
  status: string;
  content: PurposeContent;
}

/** The record of an application, and the recorded purposes of the file: linked, or found by their code. */
export interface Recorded {
  application: Application | null;
  purposeOf(facts: PurposeFacts): RecordedPurpose | undefined;
  /** Its mapping entries. */
  flows: readonly MappedFlow[];
}

/** The plan of one application; null where its rows have problems, which are reported by `names`. */
export function planOf(names: NameResolver, gathered: GatheredApplication, recorded: Recorded): ApplicationPlan | null {
  const own = resolveApplication(names, gathered.at, gathered.facts, recorded.application);
  const attributes = new Set(recorded.flows.flatMap((flow) => flow.attributes.map(({ id }) => id)));
  const purposes: PurposePlan[] = [];
  let complete = own !== null;
  for (const one of gathered.purposes) {
    const draft = resolvePurpose(names, one, recorded.purposeOf(one.facts)?.content ?? null);
    const lines = draft ? one.lines.map(({ at, facts }) => resolveLine(names, at, facts, draft, attributes)) : [null];
    if (draft === null || lines.includes(null)) complete = false;
    else
      purposes.push({
        at: one.at,
        code: one.facts.purposeCode ?? null,
        draft,
        places: names.storagePlaces(one.at, one.facts.storagePlaces ?? []),
        lines: lines.length > 0 ? lines.filter((each) => each !== null) : null,
      });
  }
  const linked = new Set(recorded.application?.purposes.map(({ id }) => id) ?? []);
  const added = gathered.purposes.filter(({ facts }) => !linked.has(recorded.purposeOf(facts)?.id ?? '')).length;
  if (linked.size + added > APPLICATION_PURPOSE_LIMIT) {
    names.add(gathered.at, null, 'recordImport:problem.tooManyPurposes', { limit: APPLICATION_PURPOSE_LIMIT });
    complete = false;
  }
  if (gathered.purposes.reduce((sum, { lines }) => sum + lines.length, 0) > FLOW_LIMIT) {
    names.add(gathered.at, null, 'recordImport:problem.tooManyLines', { limit: FLOW_LIMIT });
    complete = false;
  }
  return complete && own ? { at: gathered.at, rows: gathered.rows, name: own.name, fields: own, purposes } : null;
}
