import type { NoticeDraft } from '../../../shared/privacyNotice/draft.ts';
import type { FieldDescriptor } from '../../records/fields.ts';
import { pointLabel } from './pointLabel.ts';

const linesOf = (list: readonly { th: string; en: string }[]) => list.map(({ th, en }) => `${th} / ${en}`).join('\n');

/** All editable fields of a notice, in the order of its steps. */
export const NOTICE_FIELDS: readonly FieldDescriptor<NoticeDraft>[] = [
  { key: 'name', kind: 'line', section: 'organization', read: ({ name }) => name },
  {
    key: 'organizationName',
    kind: 'bilingual',
    section: 'organization',
    paths: ['organization.name'],
    read: ({ organization }) => organization.name,
  },
  {
    key: 'acronym',
    kind: 'line',
    section: 'organization',
    paths: ['organization.acronym'],
    read: ({ organization }) => organization.acronym,
  },
  {
    key: 'address',
    kind: 'text',
    section: 'organization',
    paths: ['organization.address'],
    read: ({ organization }) => organization.address,
  },
  { key: 'dpoName', kind: 'line', section: 'organization', paths: ['dpo.name'], read: ({ dpo }) => dpo.name },
  { key: 'dpoEmail', kind: 'line', section: 'organization', paths: ['dpo.email'], read: ({ dpo }) => dpo.email },
  { key: 'dpoPhone', kind: 'line', section: 'organization', paths: ['dpo.phone'], read: ({ dpo }) => dpo.phone },
  {
    key: 'sameAddress',
    kind: 'yesNo',
    section: 'organization',
    paths: ['dpo.sameAddress'],
    read: ({ dpo }) => dpo.sameAddress,
  },
  { key: 'dpoAddress', kind: 'text', section: 'organization', paths: ['dpo.address'], read: ({ dpo }) => dpo.address },
  {
    key: 'applications',
    kind: 'group',
    section: 'applications',
    read: ({ applications }) => String(applications.length),
    identity: ({ applications }) => JSON.stringify(applications),
    problemLabel: ([place], { t }) =>
      typeof place === 'number' ? t('application.at', { number: place + 1 }) : undefined,
  },
  {
    key: 'provisions',
    kind: 'group',
    section: 'applications',
    read: ({ provisions }) => linesOf(provisions.map(({ consequence }) => consequence)),
    identity: ({ provisions }) => JSON.stringify(provisions),
  },
  {
    key: 'elsewhere',
    kind: 'group',
    section: 'applications',
    read: ({ elsewhere }) => elsewhere.map(({ section, reason }) => `${section} ${reason}`).join('\n'),
    identity: ({ elsewhere }) => JSON.stringify(elsewhere),
  },
  { key: 'ageAcknowledged', kind: 'yesNo', section: 'applications', read: (draft) => draft.ageAcknowledged },
  {
    key: 'sensitiveAcknowledged',
    kind: 'yesNo',
    section: 'applications',
    read: (draft) => draft.sensitiveAcknowledged,
  },
  {
    key: 'rights',
    kind: 'set',
    section: 'rights',
    paths: ['rights.codes'],
    read: ({ rights }) => rights.codes.join(', '),
  },
  {
    key: 'customRights',
    kind: 'list',
    section: 'rights',
    paths: ['rights.custom'],
    read: ({ rights }) => linesOf(rights.custom),
  },
  {
    key: 'measures',
    kind: 'set',
    section: 'measures',
    paths: ['measures.ids'],
    read: ({ measures }) => String(measures.ids.length),
    identity: ({ measures }) => measures.ids.join(),
  },
  {
    key: 'customMeasures',
    kind: 'list',
    section: 'measures',
    paths: ['measures.custom'],
    read: ({ measures }) => linesOf(measures.custom),
  },
  {
    key: 'approverName',
    kind: 'line',
    section: 'approval',
    paths: ['approver.name'],
    read: ({ approver }) => approver.name,
  },
  {
    key: 'approverPosition',
    kind: 'line',
    section: 'approval',
    paths: ['approver.position'],
    read: ({ approver }) => approver.position,
  },
  { key: 'effectiveFrom', kind: 'day', section: 'approval', read: ({ effectiveFrom }) => effectiveFrom ?? '' },
  { key: 'reviewOn', kind: 'day', section: 'approval', read: ({ reviewOn }) => reviewOn ?? '' },
  { key: 'edits', kind: 'group', section: 'preview', read: ({ edits }) => linesOf(edits) },
  {
    // Problems of the register: missing fields of records that the notice needs.
    key: 'gaps',
    kind: 'group',
    section: 'applications',
    paths: [],
    read: () => undefined,
    problemLabel: (rest, words) => pointLabel(words, String(rest[3])),
  },
];
