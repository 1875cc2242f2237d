import { FileText, ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Incident } from '../../../shared/incident/schema.ts';
import { SensitiveWarning } from './Sensitive.tsx';
import { Card, chakra, Fact, Facts, Stack, Tag, Text, useFormat } from '../../ui/index.ts';
import { formatBytes } from '../../formatBytes.ts';

/** A report, read-only. */
export function ReportView({ record }: ReportProps) {
  return (
    <Stack gap="4">
      <WhatHappened record={record} />
      <WhoIsAffected record={record} />
      <WhatWasDone record={record} />
      <Reporter record={record} />
    </Stack>
  );
}

interface ReportProps {
  record: Incident;
}

function WhatHappened({ record }: ReportProps) {
  const { t } = useTranslation('incident');
  const { dateTime } = useFormat();
  return (
    <Card title={t('section.what')}>
      <Facts layout="columns">
        <Field wide label={t('field.description')} value={record.description} />
        <Field label={t('field.cause')} value={t(`cause.${record.cause}`)} />
        <Field label={t('field.source')} value={t(`source.${record.source}`)} />
        <Field
          wide
          label={t('field.breachKinds')}
          value={record.breachKinds
            .map((kind) => `${t(`breachKind.${kind}`)} (${t(`breachKindPlain.${kind}`)})`)
            .join('\n')}
        />
        <Field label={t('field.occurredAt')} value={dateTime(record.occurredAt, 'long')} />
        <Field label={t('field.discoveredAt')} value={dateTime(record.discoveredAt, 'long')} />
        {record.reporterAwareAt && (
          <Field label={t('field.reporterAwareAt')} value={dateTime(record.reporterAwareAt, 'long')} />
        )}
      </Facts>
    </Card>
  );
}

function WhoIsAffected({ record }: ReportProps) {
  const { t } = useTranslation('incident');
  const { number } = useFormat();
  const counted = (count: number | null, unit: 'people' | 'records') =>
    count === null ? null : `${number(count)} ${t(`unit.${unit}`)}`;
  return (
    <Card title={t('section.whom')}>
      {record.sensitive && (
        <chakra.p mb="4">
          <Tag tone="warn" icon={<ShieldAlert aria-hidden />}>
            {t('field.sensitive')}
          </Tag>
        </chakra.p>
      )}
      <SensitiveWarning record={record} />
      <Facts layout="columns">
        <Field wide label={t('field.applicationIds')} value={namesOf(record.applications)} />
        <Field wide label={t('field.dataSubjectGroupIds')} value={namesOf(record.dataSubjectGroups)} />
        <Field wide label={t('field.purposeIds')} value={namesOf(record.purposes)} />
        <Field wide label={t('field.piiCategoryIds')} value={namesOf(record.piiCategories)} />
        <Field label={t('field.sensitiveShort')} value={t(`sensitive.${record.sensitive ?? 'null'}`)} />
        <Field label={t('field.subjectCount')} value={counted(record.subjectCount, 'people')} nothing={t('unknown')} />
        <Field label={t('field.recordCount')} value={counted(record.recordCount, 'records')} nothing={t('unknown')} />
        <Field wide label={t('field.affectedSystems')} value={record.affectedSystems} />
      </Facts>
    </Card>
  );
}

type Entries = Incident['purposes'];

/** undefined without entries, so that the field displays that it is empty. */
const namesOf = (entries: Entries) => entries.length > 0 && <Names entries={entries} />;

function Names({ entries }: { entries: Entries }) {
  const { t } = useTranslation('incident');
  const { text } = useFormat();
  return (
    <chakra.ul listStyle="none" display="flex" flexWrap="wrap" gap="1.5">
      {entries.map(({ id, name }, index) => (
        // A name may be long and consist of a single word.
        <chakra.li
          key={id ?? `gone-${index}`}
          minWidth="0"
          css={{ '& > span': { whiteSpace: 'normal', overflowWrap: 'anywhere' } }}
        >
          <Tag>
            {text(name)}
            {id === null && ` (${t('deleted')})`}
          </Tag>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

function WhatWasDone({ record }: ReportProps) {
  const { t } = useTranslation('incident');
  const { attachment } = record;
  return (
    <Card title={t('section.done')}>
      <Facts layout="columns">
        <Field wide label={t('field.actionsTaken')} value={record.actionsTaken} />
        <Field wide label={t('field.consequences')} value={record.consequences} />
        <Field
          wide
          label={t('field.attachment')}
          value={
            attachment && (
              <chakra.a
                href={attachment.url}
                display="inline-flex"
                alignItems="center"
                gap="2"
                color="accent.text"
                textDecoration="underline"
                overflowWrap="anywhere"
              >
                <FileText size={18} aria-hidden />
                {attachment.name} ({formatBytes(attachment.size)})
              </chakra.a>
            )
          }
        />
      </Facts>
    </Card>
  );
}

function Reporter({ record: { reporter, createdAt } }: ReportProps) {
  const { t } = useTranslation('incident');
  const { dateTime } = useFormat();
  return (
    <Card title={t('section.reporter')}>
      <Facts layout="columns">
        <Field label={t('field.reporter')} value={t('fullName', reporter)} />
        <Field label={t('field.phone')} value={reporter.phone} />
        <Field label={t('field.email')} value={reporter.email} />
        <Field label={t('column.createdAt')} value={dateTime(createdAt)} />
      </Facts>
    </Card>
  );
}

/** One field; an empty one says that it is empty. */
function Field({
  label,
  value,
  nothing,
  wide = false,
}: {
  label: string;
  value: ReactNode;
  nothing?: string;
  wide?: boolean;
}) {
  const { t } = useTranslation('incident');
  return (
    <Fact label={label} wide={wide}>
      {value || (
        <Text as="span" color="muted">
          {nothing ?? t('notStated')}
        </Text>
      )}
    </Fact>
  );
}
