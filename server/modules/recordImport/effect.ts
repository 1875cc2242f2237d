import { createHash } from 'node:crypto';
import { type ApplicationFields, draftOf as applicationDraftOf } from '../../../shared/application/fields.ts';
import type { Application } from '../../../shared/application/schema.ts';
import { canonicalJson } from '../../../shared/canonicalJson.ts';
import { countriesOf } from '../../../shared/country.ts';
import { FLOW_WORD_KEYS, FLOW_WORDS } from '../../../shared/dataMapping/fields.ts';
import type { FlowInput, MappedFlow } from '../../../shared/dataMapping/schema.ts';
import { inputOf, retentionParts } from '../../../shared/dataMapping/schema.ts';
import { draftOf, type PurposeContent, type PurposeDraft } from '../../../shared/purpose/schema.ts';
import { folded } from './facts.ts';
import type { LineDraft } from './resolveLine.ts';

/** Equal for drafts of the same content: the order of lists of ids and the ids of third parties do not matter. */
export const fingerprint = (draft: PurposeDraft): string =>
  createHash('sha256').update(canonical(draft)).digest('base64url');
const canonical = (draft: PurposeDraft): string =>
  JSON.stringify(
    Object.entries(draft)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => {
        if (key === 'thirdParties')
          return [
            key,
            draft.thirdParties.map(({ name, countries, contract, contractExpiresOn, safeguard }) => [
              name,
              countries.toSorted(),
              contract,
              contractExpiresOn ?? null,
              safeguard ?? null,
            ]),
          ];
        if (key === 'retention') return [key, canonicalJson(draft.retention)];
        if (key === 'title') return [key, [draft.title.th, draft.title.en]];
        if (key === 'description') return [key, [draft.description.th, draft.description.en]];
        return [key, key.endsWith('Ids') && Array.isArray(value) ? value.toSorted() : value];
      }),
  );
export const isSamePurpose = (draft: PurposeDraft, content: PurposeContent): boolean =>
  canonical(draft) === canonical(draftOf(content));

/** Whether the fields equal the recorded ones, without purposes and name. */
export function isSameApplication(fields: Omit<ApplicationFields, 'purposeIds'>, recorded: Application): boolean {
  const stored = applicationDraftOf(recorded);
  const { name, purposeIds } = stored;
  return canonicalJson({ ...fields, name, purposeIds }) === canonicalJson(stored);
}

const canonicalLine = (
  flow: Omit<FlowInput, 'id' | 'purposeId' | 'thirdPartyIds'>,
  parties: readonly string[],
): string =>
  JSON.stringify([
    ...FLOW_WORD_KEYS.map((key) => flow[FLOW_WORDS[key].idKey]),
    flow.attributeIds.toSorted(),
    flow.internalApplicationIds.toSorted(),
    parties.toSorted(),
    flow.retention && retentionParts(flow.retention),
    flow.note,
  ]);
const partyText = (party: MappedFlow['thirdParties'][number] | PurposeDraft['thirdParties'][number]): string =>
  `${folded(party.name)} ${countriesOf(party).toSorted().join(' ')}`;
const canonicalStored = (flow: MappedFlow): string => canonicalLine(inputOf(flow), flow.thirdParties.map(partyText));
const canonicalDraft = (line: LineDraft, { thirdParties }: PurposeDraft): string =>
  canonicalLine(
    line,
    line.parties.map((place) => partyText(thirdParties[place]!)),
  );

export interface LineEffect {
  line: LineDraft;
  /** The id of the recorded mapping entry that it updates. */
  id: string | null;
  same: boolean;
}

/**
 * Matches the file's mapping entries to recorded ones of a purpose: first by code, then by equal content, then by group
 * and channel.
 */
export function matchLines(
  lines: readonly LineDraft[],
  draft: PurposeDraft,
  recorded: readonly MappedFlow[],
): { effects: LineEffect[]; removed: MappedFlow[] } {
  const free = [...recorded];
  const take = (wanted: (flow: MappedFlow) => boolean): MappedFlow | undefined => {
    const place = free.findIndex(wanted);
    return place < 0 ? undefined : free.splice(place, 1)[0];
  };
  const effects: LineEffect[] = lines.map((line) => {
    const found = line.code === null ? undefined : take(({ id }) => id === line.code);
    return {
      line,
      id: found?.id ?? null,
      same: found !== undefined && canonicalStored(found) === canonicalDraft(line, draft),
    };
  });
  for (const effect of effects) {
    if (effect.id !== null) continue;
    const found = take((flow) => canonicalStored(flow) === canonicalDraft(effect.line, draft));
    if (found) Object.assign(effect, { id: found.id, same: true });
  }
  for (const effect of effects) {
    if (effect.id !== null) continue;
    effect.id =
      take(
        (flow) =>
          flow.dataSubjectGroup.id === effect.line.dataSubjectGroupId && flow.channel.id === effect.line.channelId,
      )?.id ?? null;
  }
  return { effects, removed: free };
}
