import { z } from 'zod';
import { isPartyAbroad } from '../../../shared/country.ts';
import { purposeDraft, type PurposeDraft } from '../../../shared/purpose/schema.ts';

/**
 * Removes rows of third parties that nobody filled in; if switched off, also those without a name. Removes the legal
 * ground of a transfer within the country, and turns the empty option of its select into null.
 */
function tidy(values: unknown): unknown {
  const { thirdParties, thirdPartyDisclosure } = values as PurposeDraft;
  if (!Array.isArray(thirdParties)) return values;
  const filled = thirdParties.filter(
    ({ name, contract }) => name.trim() !== '' || (thirdPartyDisclosure && contract.trim() !== ''),
  );
  return {
    ...(values as PurposeDraft),
    thirdParties: filled.map((party) => ({
      ...party,
      safeguard: (isPartyAbroad(party) && party.safeguard) || null,
    })),
  };
}

/** The schema of the form: everything except the Thai title is optional. */
export const formSchema = z.preprocess(tidy, purposeDraft) as unknown as z.ZodType<PurposeDraft, PurposeDraft>;
