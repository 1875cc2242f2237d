import { FLOW_WORD_KEYS, FLOW_WORDS, type FlowWordIds, flowWordIds } from '../../../shared/dataMapping/fields.ts';
import { FLOW_ATTRIBUTE_LIMIT, type FlowInput } from '../../../shared/dataMapping/schema.ts';
import { NO_START } from '../../../shared/purpose/retentionInput.ts';
import type { PurposeDraft } from '../../../shared/purpose/schema.ts';
import { folded, type LineFacts } from './facts.ts';
import type { NameResolver } from './resolveNames.ts';

/**
 * A mapping entry whose third parties are still positions in the list of its purpose: they get ids when that is
 * written.
 */
export type LineDraft = Omit<FlowInput, 'purposeId' | 'thirdPartyIds' | 'id'> & {
  at: number;
  code: string | null;
  parties: number[];
};

/**
 * A mapping entry of a purpose; null where something required is missing. `recorded`: ids of the attributes that the
 * mapping of its application has.
 */
export function resolveLine(
  names: NameResolver,
  at: number,
  facts: LineFacts,
  { thirdParties, internalApplicationIds }: PurposeDraft,
  recorded: ReadonlySet<string>,
): LineDraft | null {
  const ids = flowWordIds<string | null>((key) => {
    const { column, kind, isRequired } = FLOW_WORDS[key];
    if (isRequired && !facts[column]) names.add(at, column, 'errors:required');
    return names.word(at, column, kind, facts[column] ?? null);
  });
  const named = [
    ...(facts.attributes ?? []).map((one) => names.attribute(at, 'attributes', one, false, recorded)),
    ...(facts.sensitiveAttributes ?? []).map((one) => names.attribute(at, 'sensitiveAttributes', one, true, recorded)),
  ];
  if (named.length === 0) names.add(at, 'attributes', 'errors:required');
  const attributeIds = [...new Set(named.filter((id) => id !== null))];
  if (attributeIds.length > FLOW_ATTRIBUTE_LIMIT)
    names.add(at, 'attributes', 'errors:tooBig', { maximum: FLOW_ATTRIBUTE_LIMIT });
  const parties = (facts.flowThirdParties ?? []).map(({ number, name }) => {
    const place = number === null ? thirdParties.findIndex((party) => folded(party.name) === folded(name)) : number - 1;
    if (thirdParties[place] && (name === '' || folded(thirdParties[place].name) === folded(name))) return place;
    names.add(at, 'flowThirdParties', 'recordImport:problem.recipientOfPurpose', { name });
    return -1;
  });
  const internal = (facts.flowApplications ?? []).map((name) => {
    const id = names.application(at, 'flowApplications', name);
    if (id && !internalApplicationIds.includes(id))
      names.add(at, 'flowApplications', 'recordImport:problem.recipientOfPurpose', { name });
    return id;
  });
  if (
    facts.flowRetention
      ? !facts.flowRetention.indefinite && (facts.flowRetention.amount === null || facts.flowRetention.unit === null)
      : facts.flowRetentionStart
  )
    names.add(at, 'flowRetention', 'errors:required');
  const isComplete = FLOW_WORD_KEYS.every((key) => !FLOW_WORDS[key].isRequired || ids[FLOW_WORDS[key].idKey]);
  if (!isComplete || attributeIds.length === 0) return null;
  return {
    at,
    code: facts.flowCode ?? null,
    ...(ids as FlowWordIds),
    attributeIds,
    internalApplicationIds: internal.filter((id) => id !== null),
    parties: [...new Set(parties)],
    retention: facts.flowRetention ? { ...facts.flowRetention, ...(facts.flowRetentionStart ?? NO_START) } : null,
    note: facts.note ?? '',
  };
}
