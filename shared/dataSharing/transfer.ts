import { z } from 'zod';
import { isAbroad, isCountryNamed } from '../country.ts';
import { TRANSFER_SAFEGUARDS, type TransferSafeguard } from '../purpose/lawfulBasis.ts';

/** Where data comes to lie: at a third party, or in a storage system. */
export interface Place {
  /** Left out or null: nobody recorded it, which does not mean that it is at home. */
  readonly country?: string | null | undefined;
  /** The ground on which data goes there when it is abroad. */
  readonly safeguard?: TransferSafeguard | null | undefined;
}

/**
 * The ground on which data may go to a country abroad: the mechanism that is recorded, or the adequacy of the country;
 * null where there is none. In a country that the organisation holds adequate no mechanism is needed, anywhere else
 * adequacy is none, and of a country that nobody has named it is not known (docs/decisions/131; `isUnsettled` of
 * server/modules/transfer/destinations.ts is the same rule).
 * @param adequate the countries that the organisation holds adequate
 */
export function groundAbroad({ country, safeguard }: Place, adequate: ReadonlySet<string>): TransferSafeguard | null {
  if (!isCountryNamed(country)) return null;
  if (safeguard && safeguard !== 'adequacy') return safeguard;
  return adequate.has(country) ? 'adequacy' : null;
}

/** A storage system's place among its other facts; versions published before places were recorded have none of it. */
export const storagePlace = {
  country: z.string().nullable().optional(),
  safeguard: z.enum(TRANSFER_SAFEGUARDS).nullable().optional(),
};

/** The place as it is recorded: what is at home, or nowhere known, has no ground. */
export const groundedPlace = ({
  country,
  safeguard,
}: Place): { country: string | null; safeguard: TransferSafeguard | null } => ({
  country: country ?? null,
  safeguard: isAbroad(country) ? (safeguard ?? null) : null,
});
