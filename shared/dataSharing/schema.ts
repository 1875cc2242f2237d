import { z } from 'zod';
import { LAWFUL_BASES, TRANSFER_SAFEGUARDS } from '../purpose/lawfulBasis.ts';
import { listInput, listOf } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import { countryCode, id, inWorkspace, optionalText } from '../text.ts';
import { HOME_COUNTRY, UNNAMED_COUNTRY } from '../country.ts';

/** A contract that ends within so many days is told beforehand. */
export const CONTRACT_NOTICE_DAYS = 90;

const SHARING_KINDS = ['internal', 'thirdParty', 'storage'] as const;
export type SharingKind = (typeof SHARING_KINDS)[number];

/** What a transfer wants attention for, gravest first. */
export const SHARING_FLAGS = [
  'needsSafeguard',
  'noCountry',
  'notAdequate',
  'contractExpired',
  'contractExpiring',
  'noContract',
] as const;
export type SharingFlag = (typeof SHARING_FLAGS)[number];

/** What the organisation holds of a country's protection of personal data. */
const ADEQUACIES = ['home', 'adequate', 'notAdequate', 'notAssessed'] as const;
export type Adequacy = (typeof ADEQUACIES)[number];

/** Days are YYYY-MM-DD, `today` and the day of the notice in Bangkok. */
export interface SharedAbroad {
  country: string;
  adequacy: Adequacy;
  safeguard: string | null;
  /** Null where none is asked for: of storage, and within the organisation. */
  contract: string | null;
  contractExpiresOn: string | null;
}

/**
 * A country that is abroad and not held adequate needs another ground; "adequacy" is none there (PDPA sections 28, 29).
 */
const needsSafeguard = ({ adequacy, safeguard }: Pick<SharedAbroad, 'adequacy' | 'safeguard'>): boolean =>
  (adequacy === 'notAdequate' || adequacy === 'notAssessed') && (safeguard === null || safeguard === 'adequacy');

/**
 * What wants attention of a third party or of storage abroad. A contract holds through the day it ends on.
 * @param notice the last day that is told beforehand: today and `CONTRACT_NOTICE_DAYS`
 */
export function flagsOf(party: SharedAbroad, today: string, notice: string): SharingFlag[] {
  const { adequacy, contract, contractExpiresOn: ends } = party;
  const flags: Record<SharingFlag, boolean> = {
    needsSafeguard: needsSafeguard(party),
    noCountry: party.country === UNNAMED_COUNTRY,
    notAdequate: adequacy === 'notAdequate',
    contractExpired: ends !== null && ends < today,
    contractExpiring: ends !== null && ends >= today && ends <= notice,
    noContract: contract === '',
  };
  return SHARING_FLAGS.filter((flag) => flags[flag]);
}

export const DATA_SHARING_LIST = {
  sortBy: ['recipient', 'country', 'purpose', 'contractExpiresOn'],
  sortDirection: 'ASC',
  filters: {
    /** `storage`: storage systems abroad. `abroad`: these, and third parties outside Thailand. */
    kind: ['ALL', ...SHARING_KINDS, 'abroad'],
    country: 'country',
    /** `missing`: a transfer abroad without any ground. */
    safeguard: [...TRANSFER_SAFEGUARDS, 'missing'],
    /** `any`: whatever wants attention. */
    flag: [...SHARING_FLAGS, 'any'],
    /** Sending or receiving. */
    applicationId: 'id',
    purposeId: 'id',
  },
} as const satisfies ListRule;
const sharingInput = listInput(DATA_SHARING_LIST);
export const listDataSharing = inWorkspace.extend(sharingInput.shape);
/**
 * What narrows data sharing and its export alike; the text is part of a name of a recipient, the purpose or the sending
 * application.
 */
export const sharingFilters = sharingInput.omit({
  pageSize: true,
  currentPage: true,
  sortBy: true,
  sortDirection: true,
});
export type SharingFilters = z.output<typeof sharingFilters>;

const text = z.object({ th: z.string(), en: z.string() });
const application = z.object({ id, name: z.string() });

/** One relation: to whom data goes, for which purpose. */
const sharingItem = z.object({
  /** Tells relations apart; of a third party, its id. */
  key: z.string(),
  kind: z.enum(SHARING_KINDS),
  /**
   * The receiving application has an id, a third party and a storage system have none; the latter may have an English
   * name.
   */
  recipient: z.object({ id: id.nullable(), name: z.string(), nameEn: z.string() }),
  country: z.string(),
  adequacy: z.enum(ADEQUACIES),
  contract: z.string(),
  /** YYYY-MM-DD */
  contractExpiresOn: z.string().nullable(),
  safeguard: z.enum(TRANSFER_SAFEGUARDS).nullable(),
  flags: z.array(z.enum(SHARING_FLAGS)),
  purpose: z.object({ id, title: text, lawfulBases: z.array(z.enum(LAWFUL_BASES)) }),
  /** Applications that send: the first three by name, and how many there are. */
  applications: z.object({ total: z.number().int(), first: z.array(application) }),
  /** What is shared: of the data mapping's lines that name the recipient, or else all that the purpose uses. */
  categories: z.array(z.object({ id, name: text, sensitive: z.boolean() })),
  sensitiveCategories: z.number().int(),
  /** Lines of data mappings that name the recipient. */
  lines: z.number().int(),
});
export type SharingItem = z.infer<typeof sharingItem>;
export const sharingList = listOf(sharingItem);

export const sharingSummary = z.object({
  /** Relations between applications. */
  internal: z.number().int(),
  /** Relations to third parties, and different names among them. */
  thirdParty: z.number().int(),
  recipients: z.number().int(),
  /** Relations to storage systems abroad. */
  storage: z.number().int(),
  /** Relations to third parties and storage systems abroad, and countries among them. */
  abroad: z.number().int(),
  countries: z.number().int(),
  /** Storage systems in use of which no country is recorded: whether data goes abroad there is not known. */
  unrecorded: z.number().int(),
  /** Relations that want attention, and for what. */
  attention: z.number().int(),
  flags: z.record(z.enum(SHARING_FLAGS), z.number().int()),
});
export type SharingSummary = z.infer<typeof sharingSummary>;

export const sharingCountry = z.object({
  country: z.string(),
  adequacy: z.enum(ADEQUACIES),
  /** Relations to third parties and to storage systems there, and those of both that lack a ground. */
  thirdParty: z.number().int(),
  storage: z.number().int(),
  needsSafeguard: z.number().int(),
  note: z.string(),
  decidedBy: z.object({ id, name: z.string() }).nullable(),
  decidedAt: z.string().nullable(),
});
export type SharingCountry = z.infer<typeof sharingCountry>;
export const sharingCountries = z.array(sharingCountry);

/** The organisation's decision on a country; `adequate: null` takes it back. A decision needs its reason. */
export const assessCountry = inWorkspace
  .extend({
    country: countryCode.refine((value) => value !== HOME_COUNTRY, { error: 'errors:country' }),
    adequate: z.boolean().nullable(),
    note: optionalText(),
    /** When the decision that it replaces was made; null: there was none. Left out: whatever there is. */
    decidedAt: z.iso.datetime().nullish(),
  })
  .refine(({ adequate, note }) => adequate === null || note !== '', { error: 'errors:required', path: ['note'] });
