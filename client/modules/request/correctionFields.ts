import { z } from 'zod';
import { countryName } from '../../../shared/country.ts';
import { LOCALES, nameIn } from '../../../shared/locale.ts';
import { AGE_BANDS, type Request, subject } from '../../../shared/request/schema.ts';
import { country, LONG_TEXT_LIMIT, optionalText } from '../../../shared/text.ts';
import type { FieldDescriptor, Words } from '../../records/fields.ts';
import { membersOf } from '../../records/members.ts';
import { checkGuardian, checkReachable, type GuardianValues, needsGuardian } from './checkGuardian.ts';

/** A select cannot represent null. */
const ageBand = z.enum(['', ...AGE_BANDS]);
const wish = z.object({
  id: z.string(),
  selected: z.array(z.string()),
  additional: optionalText(),
  detail: optionalText(LONG_TEXT_LIMIT),
});
const base = z.object({
  subject,
  ageBand,
  country: country.unwrap(),
  language: z.enum(LOCALES),
  wishes: z.array(wish),
});
export const correctionSchema = base
  .extend({ guardian: z.unknown() })
  .superRefine(checkGuardian)
  .superRefine(checkReachable);
export type CorrectionValues = z.input<typeof base> & { guardian: GuardianValues };
type Wish = CorrectionValues['wishes'][number];

const NOBODY = { firstName: '', lastName: '', email: '', telephone: '' };

export function valuesOf({ identity, ageBand: band, country: code, language, rights }: Request): CorrectionValues {
  return {
    subject: identity
      ? {
          firstName: identity.firstName,
          lastName: identity.lastName,
          email: identity.email,
          telephone: identity.telephone,
          uid: identity.uid,
        }
      : { ...NOBODY, uid: '' },
    guardian: identity?.guardian ?? NOBODY,
    ageBand: band ?? '',
    country: code,
    language,
    wishes: rights.flatMap(({ id, selected, additional, detail, editable }) =>
      editable ? { id, selected: selected.map(String), additional: additional ?? '', detail: detail ?? '' } : [],
    ),
  };
}

/** The form values as the procedure's input. */
export function inputOf({ subject: who, guardian, ageBand: band, country: code, language, wishes }: CorrectionValues) {
  return {
    subject: who,
    // Named for another reason than the age (section 20: curator, custodian), they stay as they are.
    guardian: needsGuardian(band) ? guardian : undefined,
    ageBand: band === '' ? null : band,
    country: code,
    language,
    rights: wishes.map(({ id, selected, additional, detail }) => ({
      id,
      selectedRightRequestOptions: selected.map(Number),
      additionalRequestOption: additional,
      requestDetail: detail,
    })),
  };
}

const SUBJECT = ['firstName', 'lastName', 'email', 'telephone', 'uid'] as const;

/** The fields by which two corrections are merged. `rights`: of the request, for their names and options. */
export const correctionFields = (rights: Request['rights']): FieldDescriptor<CorrectionValues>[] => [
  ...SUBJECT.map((key): FieldDescriptor<CorrectionValues> => ({
    key: `subject.${key}`,
    kind: 'line',
    section: 'subject',
    label: `field.${key}`,
    read: (values) => values.subject[key] ?? '',
  })),
  {
    key: 'guardian',
    kind: 'group',
    section: 'subject',
    read: ({ guardian: { firstName, lastName, email, telephone } }) =>
      [`${firstName} ${lastName}`.trim(), email, telephone].filter(Boolean).join('\n'),
  },
  {
    key: 'ageBand',
    kind: 'choice',
    section: 'subject',
    read: ({ ageBand: band }, { t }) => t(band === '' ? 'ageBandUnknown' : `request:ageBand.${band}`),
  },
  {
    key: 'country',
    kind: 'choice',
    section: 'subject',
    read: ({ country: code }, { locale }) => countryName(code, locale),
  },
  { key: 'language', kind: 'choice', section: 'subject', read: ({ language }, { t }) => t(`language.${language}`) },
  wishesField(rights),
];

function wishesField(rights: Request['rights']): FieldDescriptor<CorrectionValues> {
  const rightOf = ({ id }: Wish) => rights.find((right) => right.id === id);
  const name = (one: Wish, words: Words) => nameIn(words, rightOf(one)?.name);
  return {
    key: 'wishes',
    kind: 'list',
    section: 'rights',
    label: 'part.rights',
    read: ({ wishes }, words) =>
      wishes.map((one) => [name(one, words), one.additional, one.detail].filter(Boolean).join(': ')).join('\n'),
    members: membersOf<CorrectionValues, Wish>({
      by: 'id',
      list: ({ wishes }) => wishes,
      name: (one, _, words) => name(one, words),
      fields: [
        {
          key: 'selected',
          kind: 'set',
          section: 'rights',
          label: 'field.options',
          read: ({ member }, words) =>
            member.selected.map((place) => nameIn(words, rightOf(member)?.offered[Number(place)])).join(', '),
        },
        { key: 'additional', kind: 'line', section: 'rights', read: ({ member }) => member.additional ?? '' },
        { key: 'detail', kind: 'text', section: 'rights', read: ({ member }) => member.detail ?? '' },
      ],
    }),
  };
}
