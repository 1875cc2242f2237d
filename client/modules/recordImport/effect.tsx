import { useTranslation } from 'react-i18next';
import type { RecordImport } from '../../../shared/recordImport/schema.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { Banner, Box, Card, chakra, Flex, Link, StatusTag, Tag, Text, useFormat } from '../../ui/index.ts';
import { EffectTable } from './EffectTable.tsx';

/** The number of reopened records listed in the note. */
const NAMED = 5;
const TONES = { created: 'ok', changed: 'accent', unchanged: 'neutral', rejected: 'danger' } as const;

/** The expected changes of the import. */
export function CheckedEffect({ record: { summary, mapping } }: { record: RecordImport }) {
  const { t } = useTranslation(['recordImport', 'import']);
  const { number } = useFormat();
  const { created, changed } = summary.applications;
  const nothing = summary.accepted > 0 && created + changed === 0;
  const named =
    summary.reopened.slice(0, NAMED).join(', ') +
    (summary.reopened.length > NAMED ? ` … (+${number(summary.reopened.length - NAMED)})` : '');
  return (
    <>
      {summary.over && (
        <Banner tone="warn" role="alert">
          {t('checked.over', {
            limit: number(summary.over.limit),
            used: number(summary.over.used),
            wanted: number(summary.over.wanted),
          })}
        </Banner>
      )}
      {summary.accepted === 0 && <Banner tone="danger">{t('import:checked.noneRight')}</Banner>}
      {nothing && <Banner tone="ok">{t('checked.nothing')}</Banner>}
      {summary.accepted > 0 && <EffectTable summary={summary} />}
      {summary.accepted > 0 && !nothing && (
        <Banner>
          <Text>{t('checked.drafts')}</Text>
          {summary.reopened.length > 0 && <Text>{t('checked.reopened', { names: named })}</Text>}
          {summary.lines.removed > 0 && (
            <Text>
              {t('checked.removedNote', { count: summary.lines.removed, number: number(summary.lines.removed) })}
            </Text>
          )}
        </Banner>
      )}
      {summary.missingCount > 0 && (
        <Card
          title={t(mapping.addMissing ? 'checked.missingAdded' : 'checked.missing', {
            count: summary.missingCount,
            number: number(summary.missingCount),
          })}
        >
          <Flex gap="2" wrap="wrap" maxHeight="12rem" overflowY="auto">
            {summary.missing.map(({ kind, name }) => (
              <Tag key={`${kind} ${name}`}>
                {t(`kind.${kind as 'department'}`)}: {name}
              </Tag>
            ))}
          </Flex>
        </Card>
      )}
    </>
  );
}

export function DoneLead({ record: { summary } }: { record: RecordImport }) {
  const { t } = useTranslation('recordImport');
  const { number } = useFormat();
  const { created, changed, unchanged } = summary.applications;
  return t('done.lead', { created: number(created), changed: number(changed), unchanged: number(unchanged) });
}

/** The changes made by the import, with links to the applications. */
export function DoneEffect({ record: { summary } }: { record: RecordImport }) {
  const { t } = useTranslation('recordImport');
  return (
    <>
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
    </>
  );
}
