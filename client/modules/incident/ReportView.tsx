import { FileText, ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Incident } from '../../../shared/incident/schema.ts';
import { Card, chakra, Grid, GridItem, Stack, Tag, Text, useFormat } from '../../ui/index.ts';

const TWO = { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' };

/** A report as it reads. */
export function ReportView({ record }: { record: Incident }) {
  const { t } = useTranslation('incident');
  const { dateTime, number, bytes, text } = useFormat();
  const { reporter } = record;
  const counted = (count: number | null, unit: 'people' | 'records') =>
    count === null ? null : `${number(count)} ${t(`unit.${unit}`)}`;
  const names = (list: readonly { id: string | null; name: { th: string; en: string } }[]) =>
    list.length > 0 && (
      <chakra.ul listStyle="none" display="flex" flexWrap="wrap" gap="1.5">
        {list.map(({ id, name }, index) => (
          // A name may be long, and of one word.
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
  return (
    <Stack gap="4">
      <Card title={t('section.what')}>
        <Facts>
          <Fact wide label={t('field.description')} said={record.description} />
          <Fact label={t('field.cause')} said={t(`cause.${record.cause}`)} />
          <Fact label={t('field.source')} said={t(`source.${record.source}`)} />
          <Fact
            wide
            label={t('field.breachKinds')}
            said={record.breachKinds
              .map((kind) => `${t(`breachKind.${kind}`)} (${t(`breachKindPlain.${kind}`)})`)
              .join('\n')}
          />
          <Fact label={t('field.occurredAt')} said={dateTime(record.occurredAt, 'long')} />
          <Fact label={t('field.discoveredAt')} said={dateTime(record.discoveredAt, 'long')} />
        </Facts>
      </Card>
      <Card title={t('section.whom')}>
        {record.sensitive && (
          <chakra.p mb="4">
            <Tag tone="warn" icon={<ShieldAlert aria-hidden />}>
              {t('field.sensitive')}
            </Tag>
          </chakra.p>
        )}
        <Facts>
          <Fact wide label={t('field.applicationIds')} said={names(record.applications)} />
          <Fact wide label={t('field.dataSubjectGroupIds')} said={names(record.dataSubjectGroups)} />
          <Fact wide label={t('field.purposeIds')} said={names(record.purposes)} />
          <Fact wide label={t('field.piiCategoryIds')} said={names(record.piiCategories)} />
          <Fact label={t('field.subjectCount')} said={counted(record.subjectCount, 'people')} nothing={t('unknown')} />
          <Fact label={t('field.recordCount')} said={counted(record.recordCount, 'records')} nothing={t('unknown')} />
          <Fact wide label={t('field.affectedSystems')} said={record.affectedSystems} />
        </Facts>
      </Card>
      <Card title={t('section.done')}>
        <Facts>
          <Fact wide label={t('field.actionsTaken')} said={record.actionsTaken} />
          <Fact wide label={t('field.consequences')} said={record.consequences} />
          <Fact
            wide
            label={t('field.attachment')}
            said={
              record.attachment && (
                <chakra.a
                  href={record.attachment.url}
                  display="inline-flex"
                  alignItems="center"
                  gap="2"
                  color="accent.text"
                  textDecoration="underline"
                  overflowWrap="anywhere"
                >
                  <FileText size={18} aria-hidden />
                  {record.attachment.name} ({bytes(record.attachment.size)})
                </chakra.a>
              )
            }
          />
        </Facts>
      </Card>
      <Card title={t('section.reporter')}>
        <Facts>
          <Fact label={t('field.reporter')} said={t('fullName', reporter)} />
          <Fact label={t('field.phone')} said={reporter.phone} />
          <Fact label={t('field.email')} said={reporter.email} />
          <Fact label={t('column.createdAt')} said={dateTime(record.createdAt)} />
        </Facts>
      </Card>
    </Stack>
  );
}

function Facts({ children }: { children: ReactNode }) {
  return (
    <Grid as="dl" gap="4" templateColumns={TWO}>
      {children}
    </Grid>
  );
}

/** One field; what was left empty says so. */
function Fact({
  label,
  said,
  nothing,
  wide = false,
}: {
  label: string;
  said: ReactNode;
  nothing?: string;
  wide?: boolean;
}) {
  const { t } = useTranslation('incident');
  return (
    <GridItem {...(wide && { gridColumn: '1 / -1' })} minWidth="0">
      <chakra.dt textStyle="dense" color="muted">
        {label}
      </chakra.dt>
      <chakra.dd whiteSpace="pre-wrap" overflowWrap="anywhere">
        {said || (
          <Text as="span" color="muted">
            {nothing ?? t('notSaid')}
          </Text>
        )}
      </chakra.dd>
    </GridItem>
  );
}
