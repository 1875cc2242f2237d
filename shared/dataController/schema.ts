import { z } from 'zod';
import { isAbroad } from '../country.ts';
import { listInput, listOf } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import {
  byId,
  country,
  email,
  id,
  inWorkspace,
  optionalLine,
  optionalText,
  optionalUrl,
  phone,
  requiredText,
  rowVersion,
  thaiFirst,
} from '../text.ts';

/** What is filled in about a data controller (spec 2 sections 3 and 5). */
export const dataControllerFields = z.object({
  name: thaiFirst(),
  contactPerson: requiredText(),
  address: requiredText(),
  country,
  phone,
  email,
  website: optionalUrl,
  privacyPolicyUrl: optionalUrl,
  /** Who represents one abroad in Thailand (section 37(5)), and how they are reached. */
  representative: optionalLine(200),
  representativeContact: optionalText(),
  /** An uploaded PDF. */
  logoId: id.nullable().default(null),
});
export type DataControllerFields = z.infer<typeof dataControllerFields>;

/** Fields about people: their content never stands in the activity log. */
export const DATA_CONTROLLER_PERSONAL = [
  'contactPerson',
  'phone',
  'email',
  'address',
  'representative',
  'representativeContact',
] as const;

type Represented = Pick<DataControllerFields, 'country' | 'representative' | 'representativeContact'>;

/** Such fields, where notices of one abroad can name its representative and how they are reached: neither alone. */
export const withRepresentative = <Schema extends z.ZodType<Represented>>(schema: Schema) =>
  schema
    .refine(
      ({ country, representative, representativeContact: contact }) =>
        !isAbroad(country) || representative !== '' || contact === '',
      { path: ['representative'], error: 'organization:dataController.representativeMissing' },
    )
    .refine(
      ({ country, representative, representativeContact: contact }) =>
        !isAbroad(country) || representative === '' || contact !== '',
      { path: ['representativeContact'], error: 'organization:dataController.representativeContactMissing' },
    );

export const createDataController = withRepresentative(inWorkspace.extend(dataControllerFields.shape));
export const updateDataController = withRepresentative(byId.extend({ ...dataControllerFields.shape, rowVersion }));

export const DATA_CONTROLLER_LIST = { sortBy: ['updatedAt', 'name', 'createdAt'] } as const satisfies ListRule;
export const listDataControllers = listInput(DATA_CONTROLLER_LIST);

const name = z.object({ th: z.string(), en: z.string() });

const dataControllerItem = z.object({
  id,
  name,
  contactPerson: z.string(),
  phone: z.string(),
  email: z.string(),
  country: z.string(),
  website: z.string(),
  privacyPolicyUrl: z.string(),
  logo: z.object({ id, name: z.string(), size: z.number() }).nullable(),
  /** Applications, and privacy notices (withdrawn ones too), that name it; while there is one, it cannot be deleted. */
  applicationCount: z.number().int(),
  noticeCount: z.number().int(),
  inUse: z.boolean(),
  rowVersion: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type DataControllerItem = z.infer<typeof dataControllerItem>;
export const dataControllerList = listOf(dataControllerItem);

export const dataController = dataControllerItem.extend({
  address: z.string(),
  /** Of those that name it, by name, 20 at most. */
  applications: z.array(z.object({ id, name: z.string() })),
  privacyNotices: z.array(z.object({ id, name: z.string() })),
  representative: z.string(),
  representativeContact: z.string(),
  updatedBy: z.object({ id, name: z.string() }).nullable(),
});
export type DataController = z.infer<typeof dataController>;

/** For selectors. */
export const pickedDataController = z.object({ id, name });
