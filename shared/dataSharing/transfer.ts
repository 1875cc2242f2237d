import { z } from 'zod';
import { DEFAULT_COUNTRY } from '../constants.ts';
import { countryCode } from '../text.ts';
import { TRANSFER_SAFEGUARDS, type TransferSafeguard } from '../purpose/lawfulBasis.ts';

/** The country of the organisation: what goes elsewhere goes abroad (PDPA section 28). */
export const HOME_COUNTRY = DEFAULT_COUNTRY;
/** Abroad, in a country that nobody has named yet; CLDR's code of an unknown region. */
export const UNNAMED_COUNTRY = 'ZZ';

/** Where data comes to lie: at a third party, or in a storage system. */
export interface Place {
  /** Left out or null: nobody recorded it, which does not mean that it is at home. */
  readonly country?: string | null | undefined;
  /** The ground on which data goes there when it is abroad. */
  readonly safeguard?: TransferSafeguard | null | undefined;
}

/** Where data may be sent or kept: a country that exists, or one abroad that nobody has named. */
export const destinationCode = z.union([countryCode, z.literal(UNNAMED_COUNTRY)], { error: 'errors:country' });

/** Whether data that goes there leaves the country; false where no country is recorded. */
export const isAbroad = (country: string | null | undefined): country is string =>
  country !== null && country !== undefined && country !== HOME_COUNTRY;
/** Whether it is known which country that is. */
export const isCountryNamed = (country: string | null | undefined): country is string =>
  country !== null && country !== undefined && country !== UNNAMED_COUNTRY;

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

/** Most countries of one recipient. */
export const PARTY_COUNTRY_LIMIT = 20;
/** Every country that a recipient is in; versions published before there could be several have one. */
export const countriesOf = ({
  country,
  countries,
}: {
  country?: string | undefined;
  countries?: readonly string[] | undefined;
}): readonly string[] => countries ?? (country === undefined ? [] : [country]);
/** Whether what goes to a recipient leaves the country: as soon as one of its countries is abroad. */
export const isPartyAbroad = (party: Parameters<typeof countriesOf>[0]): boolean => countriesOf(party).some(isAbroad);

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
