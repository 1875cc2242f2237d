import type { ApplicationContent, ApplicationDetail } from '../../../shared/application/schema.ts';
import type { ApplicationFact } from '../../../shared/application/fields.ts';
import type { MappedFlow } from '../../../shared/dataMapping/schema.ts';
import type { Bilingual } from '../../../shared/text.ts';
import { formatDate } from '../../format.ts';
import type { FieldDescriptor } from '../../records/fields.ts';
import { nameIn } from '../../../shared/locale.ts';

type Controller = ApplicationContent['dataController'];

/** The displayed content of an application: of input, a saved or a published version. */
export interface ApplicationReading extends Pick<ApplicationContent, ApplicationFact> {
  dataController: { name: Bilingual } & Partial<Omit<Controller, 'id' | 'name' | 'country'>>;
  lineOfWork: { name: Bilingual } | null;
  dataSource: { name: Bilingual } | null;
  /** Its purposes in order; `version` of a published application is the one it was published with. */
  purposes: {
    id: string;
    title: Bilingual;
    version?: number;
    content?: ApplicationDetail['purposes'][number]['content'];
  }[];
  dataMapping: readonly MappedFlow[];
}

/** The displayed content of a published version. */
export const readingOfContent = (content: ApplicationContent): ApplicationReading => ({
  ...content,
  dataMapping: content.dataMapping ?? [],
  purposes: content.purposes.map(({ id, version, content: purpose }) => ({
    id,
    version,
    title: purpose.title,
    content: purpose,
  })),
});

/** The displayed content of the saved application. */
export const readingOfRecord = (record: ApplicationDetail): ApplicationReading => ({
  ...record,
  purposes: record.purposes.map(({ id, title, content }) => ({ id, title, content })),
});

const isProcessor = ({ processingRole }: ApplicationReading): boolean => processingRole === 'processor';

/** Every field of an application, in the order of its form. */
export const APPLICATION_FIELDS: readonly FieldDescriptor<ApplicationReading>[] = [
  { key: 'name', kind: 'line', section: 'identity', label: 'name', read: ({ name }) => name },
  {
    key: 'processCode',
    kind: 'line',
    section: 'identity',
    label: 'processCode',
    read: ({ processCode }) => processCode ?? '',
  },
  {
    key: 'description',
    kind: 'text',
    section: 'identity',
    label: 'description',
    read: ({ description }) => description,
  },
  {
    key: 'processingRole',
    kind: 'choice',
    section: 'identity',
    label: 'role',
    initial: ['controller'],
    read: ({ processingRole }, { t }) => (processingRole ? t(`roles.${processingRole}`) : ''),
  },
  {
    key: 'onBehalfName',
    kind: 'line',
    section: 'identity',
    label: 'completeness:form.onBehalfName',
    applies: isProcessor,
    read: ({ onBehalfName }) => onBehalfName ?? '',
  },
  {
    key: 'onBehalfContact',
    kind: 'line',
    section: 'identity',
    label: 'completeness:form.onBehalfContact',
    applies: isProcessor,
    read: ({ onBehalfContact }) => onBehalfContact ?? '',
  },
  {
    key: 'dataControllerId',
    kind: 'choice',
    section: 'identity',
    initial: [''],
    // A processor names itself where a controller names the controller.
    label: (content) => (content && isProcessor(content) ? 'completeness:form.processorName' : 'dataController'),
    read: ({ dataController: { name, contactPerson, address, phone, email, website, privacyPolicyUrl } }, words) =>
      [nameIn(words, name), contactPerson, address, phone, email, website, privacyPolicyUrl].filter(Boolean).join('\n'),
  },
  {
    // In their displayed and published order.
    key: 'purposeIds',
    kind: 'list',
    section: 'purposes',
    label: 'purposes',
    read: ({ purposes }, words) =>
      purposes
        .map(({ title, version }, index) => `${index + 1}. ${nameIn(words, title)}${version ? ` (v${version})` : ''}`)
        .join('\n'),
  },
  {
    key: 'lineOfWorkId',
    kind: 'choice',
    section: 'scope',
    label: 'lineOfWork',
    read: ({ lineOfWork }, words) => nameIn(words, lineOfWork?.name),
  },
  {
    key: 'dataSourceId',
    kind: 'choice',
    section: 'scope',
    label: 'dataSource',
    read: ({ dataSource }, words) => nameIn(words, dataSource?.name),
  },
  {
    key: 'dataSubjectCount',
    kind: 'number',
    section: 'scope',
    label: 'dataSubjectCount',
    read: ({ dataSubjectCount }) => dataSubjectCount?.toLocaleString('en-US') ?? '',
  },
  {
    key: 'processingFrequency',
    kind: 'choice',
    section: 'scope',
    label: 'frequency',
    read: ({ processingFrequency }, { t }) =>
      processingFrequency ? t(`activityLog:value.processingFrequency.${processingFrequency}`) : '',
  },
  {
    key: 'reviewOn',
    kind: 'day',
    section: 'scope',
    label: 'reviewOn',
    read: ({ reviewOn }, { locale }) => (reviewOn ? formatDate(reviewOn, locale) : ''),
  },
  {
    key: 'accessMeans',
    kind: 'text',
    section: 'rights',
    label: 'completeness:form.accessMeans',
    read: ({ accessMeans }) => accessMeans ?? '',
  },
  {
    key: 'refusalStatus',
    kind: 'choice',
    section: 'rights',
    label: 'completeness:form.refusals',
    read: ({ refusalStatus }, { t }) =>
      refusalStatus ? t(`completeness:form.${refusalStatus === 'none' ? 'refusalNone' : 'refusalRecorded'}`) : '',
  },
  {
    key: 'refusalNote',
    kind: 'text',
    section: 'rights',
    label: 'completeness:form.refusalNote',
    applies: ({ refusalStatus }) => refusalStatus === 'recorded',
    read: ({ refusalNote }) => refusalNote ?? '',
  },
];
