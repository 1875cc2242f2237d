import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import type { RecordImport } from '../../../shared/recordImport/schema.ts';
import { headingOf, type RopaColumn } from '../../../shared/ropa/sheet.ts';
import { Banner, Box, Card, chakra, Flex, Link, LinkButton, StatusTag, useFormat } from '../../ui/index.ts';
import { Problems } from '../../imports/Problems.tsx';
import { RejectedNote } from '../../imports/RejectedNote.tsx';
import { EffectTable } from './EffectTable.tsx';

const TONES = { created: 'ok', changed: 'accent', unchanged: 'neutral', rejected: 'danger' } as const;

/** What the import did, with the way to each application. */
export function DoneStep({ record }: { record: RecordImport }) {
  const { t } = useTranslation('recordImport');
  const { number, locale } = useFormat();
  const nameOf = (field: string) => headingOf(field as RopaColumn, locale);
  const { summary } = record;
  const { created, changed, unchanged } = summary.applications;
  return (
    <Box display="grid" gap="5">
      <Banner
        tone="ok"
        role="status"
        title={t('done.title')}
        action={
          <Flex gap="3" wrap="wrap">
            <LinkButton look="main" size="sm" href={pageAddress('applications')}>
              {t('done.open')}
            </LinkButton>
            <LinkButton size="sm" href={pageAddress('recordImport')}>
              {t('done.again')}
            </LinkButton>
          </Flex>
        }
      >
        {t('done.lead', { created: number(created), changed: number(changed), unchanged: number(unchanged) })}
      </Banner>
      {summary.rejected > 0 && (
        <RejectedNote record={record} title={t('done.rejectedNote', { number: number(summary.rejected) })} />
      )}
      <EffectTable summary={summary} done />
      {summary.outcomes.length > 0 && (
        <Card title={t('done.list')} flush>
          <chakra.ul listStyle="none">
            {summary.outcomes.map(({ id, name, outcome }) => (
              <chakra.li
                key={name}
                display="flex"
                gap="3"
                alignItems="center"
                justifyContent="space-between"
                px={{ base: '4', md: '5' }}
                py="2"
                borderTopWidth="1px"
                _first={{ borderTopWidth: '0' }}
              >
                <Box minWidth="0" overflowWrap="anywhere">
                  {id ? <Link href={recordAddress('application', id)}>{name}</Link> : name}
                </Box>
                <StatusTag tone={TONES[outcome]}>{t(`outcome.${outcome}`)}</StatusTag>
              </chakra.li>
            ))}
          </chakra.ul>
        </Card>
      )}
      {record.problems.length > 0 && <Problems record={record} nameOf={nameOf} />}
    </Box>
  );
}
