import { z } from 'zod';
import { isPartyAbroad } from '../../../shared/dataSharing/transfer.ts';
import { purposeDraft, type PurposeDraft } from '../../../shared/purpose/schema.ts';

/**
 * Rows of third parties that nobody filled in are not kept; switched off, neither are those without a name. A ground of
 * transfer is kept only abroad, and none is null, not the empty choice of its select.
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

/** The schema of the form: everything may be missing but the Thai title. */
export const formSchema = z.preprocess(tidy, purposeDraft) as unknown as z.ZodType<PurposeDraft, PurposeDraft>;
