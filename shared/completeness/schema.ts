import { z } from 'zod';
import { id } from '../text.ts';

/**
 * What a record of processing must show: the eight items of PDPA section 39 for a controller; for a processor the six
 * of the committee's notification on processors' records (B.E. 2565) under section 40. In the order of the law; an
 * item's bit in `applications.complete_items` is its place here.
 */
export const RECORD_ITEMS = {
  controller: [
    'dataCollected',
    'purposes',
    'controller',
    'retention',
    'accessRights',
    'disclosure',
    'refusals',
    'security',
  ],
  processor: ['processor', 'onBehalf', 'officer', 'processing', 'transfers', 'security'],
} as const;
export const RECORD_ITEM_KEYS = [
  ...RECORD_ITEMS.controller,
  'processor',
  'onBehalf',
  'officer',
  'processing',
  'transfers',
] as const;
export type RecordItem = (typeof RECORD_ITEM_KEYS)[number];

/** Where something that is missing is filled in. */
const MISSING_PLACES = ['application', 'dataMapping', 'purpose', 'dataController', 'personnel'] as const;
const missingField = z.object({
  place: z.enum(MISSING_PLACES),
  /** The record to open: a purpose or a data controller; left out for the application itself. */
  id: id.optional(),
  /** Its name, to say which. */
  name: z.object({ th: z.string(), en: z.string() }).optional(),
  field: z.string().optional(),
});
export type MissingField = z.infer<typeof missingField>;

export const completenessItem = z.object({
  item: z.enum(RECORD_ITEM_KEYS),
  complete: z.boolean(),
  missing: z.array(missingField),
});
export type CompletenessItem = z.infer<typeof completenessItem>;

/** A purpose as far as completeness asks. */
export interface PurposeFacts {
  id: string;
  title: { th: string; en: string };
  described: boolean;
  hasPii: boolean;
  hasBasis: boolean;
  hasRetention: boolean;
  hasSecurity: boolean;
  /** Third parties and internal recipients are named wherever data is shared, third parties with their contract. */
  disclosureNamed: boolean;
  /** Every third party abroad has its ground of transfer. */
  transfersGrounded: boolean;
  /** Every storage system that it lists has its country, and abroad its ground of transfer. */
  storageSettled: boolean;
  /** The same of the storage systems of the application's lines. */
  flowStorageSettled: boolean;
  /** Lines of the application's data mapping, and those among them that keep data as long as the purpose says. */
  flows: number;
  flowsAsPurpose: number;
}

export interface CompletenessFacts {
  processingRole: 'controller' | 'processor';
  dataController: { id: string; name: { th: string; en: string }; complete: boolean };
  onBehalfName: string;
  onBehalfContact: string;
  accessMeans: string;
  refusalStatus: 'none' | 'recorded' | null;
  refusalNote: string;
  /** Whether the register of refusals has one of the application that section 39 (7) wants recorded. */
  refused: boolean;
  /** Whether the workspace has named a data protection officer who is neither suspended nor inactive. */
  hasOfficer: boolean;
  purposes: readonly PurposeFacts[];
}

/** Judges each item of the record, in the order of the law, and says where what is missing is filled in. */
export function completenessOf(facts: CompletenessFacts): CompletenessItem[] {
  const { purposes } = facts;
  const none: MissingField[] = purposes.length === 0 ? [{ place: 'application', field: 'purposeIds' }] : [];
  const each = (
    met: (purpose: PurposeFacts) => boolean,
    place: 'purpose' | 'dataMapping',
    field?: string,
  ): MissingField[] => [
    ...none,
    ...purposes
      .filter((purpose) => !met(purpose))
      .map(({ id: purposeId, title }) => ({ place, id: purposeId, name: title, ...(field && { field }) })),
  ];
  const own = (met: unknown, field: string): MissingField[] => (met ? [] : [{ place: 'application', field }]);
  const controller = (): MissingField[] =>
    facts.dataController.complete
      ? []
      : [{ place: 'dataController', id: facts.dataController.id, name: facts.dataController.name }];
  const mapped = () => each(({ flows }) => flows > 0, 'dataMapping');
  // Data kept abroad is transferred as much as data that is sent there (section 28).
  const storage = () => [
    ...each(({ storageSettled }) => storageSettled, 'purpose', 'storageSystemIds').slice(none.length),
    ...each(({ flowStorageSettled }) => flowStorageSettled, 'dataMapping', 'storageSystemIds').slice(none.length),
  ];
  const purposeItems = () => [
    ...each(({ described }) => described, 'purpose', 'description'),
    ...each(({ hasPii }) => hasPii, 'purpose', 'piiCategoryIds').slice(none.length),
    ...each(({ hasBasis }) => hasBasis, 'purpose', 'lawfulBases').slice(none.length),
  ];

  const missing: Record<RecordItem, () => MissingField[]> = {
    dataCollected: mapped,
    purposes: purposeItems,
    controller,
    retention: () =>
      each(
        (purpose) => purpose.hasRetention || (purpose.flows > 0 && purpose.flowsAsPurpose === 0),
        'purpose',
        'retention',
      ),
    accessRights: () => own(facts.accessMeans, 'accessMeans'),
    disclosure: () => [
      ...each(({ disclosureNamed }) => disclosureNamed, 'purpose', 'thirdParties'),
      ...each(({ transfersGrounded }) => transfersGrounded, 'purpose', 'thirdParties')
        .slice(none.length)
        .filter(({ id: purposeId }) => purposes.find((purpose) => purpose.id === purposeId)?.disclosureNamed),
      ...storage(),
    ],
    refusals: () =>
      // That nothing was refused cannot stand beside a refusal; what the register has need not be written down again.
      own(facts.refusalStatus === 'none' ? !facts.refused : facts.refusalStatus, 'refusalStatus').concat(
        facts.refusalStatus === 'recorded' ? own(facts.refused || facts.refusalNote, 'refusalNote') : [],
      ),
    security: () => each(({ hasSecurity }) => hasSecurity, 'purpose', 'securityMeasureIds'),
    processor: controller,
    onBehalf: () => [...own(facts.onBehalfName, 'onBehalfName'), ...own(facts.onBehalfContact, 'onBehalfContact')],
    officer: () => (facts.hasOfficer ? [] : [{ place: 'personnel' }]),
    processing: () => [...mapped(), ...purposeItems().slice(none.length)],
    transfers: () => [
      ...each(
        ({ disclosureNamed, transfersGrounded }) => disclosureNamed && transfersGrounded,
        'purpose',
        'thirdParties',
      ),
      ...storage(),
    ],
  };
  return RECORD_ITEMS[facts.processingRole].map((item) => {
    const gaps = missing[item]();
    return { item, complete: gaps.length === 0, missing: gaps };
  });
}

/** The items as bits and as a share in percent, as `applications` keeps them. */
export function scoreOf(items: readonly CompletenessItem[]): { completeItems: number; completeness: number } {
  const complete = items.filter((item) => item.complete).length;
  return {
    completeItems: items.reduce((bits, item, place) => (item.complete ? bits | (1 << place) : bits), 0),
    completeness: Math.floor((complete / items.length) * 100),
  };
}
