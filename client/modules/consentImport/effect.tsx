import { useTranslation } from 'react-i18next';
import { BUDDHIST_ERA } from '../../../shared/buddhistEra.ts';
import type { ConsentImport } from '../../../shared/consentImport/schema.ts';
import { AcceptedRows, EffectCard, RowNotes } from '../../imports/effect.tsx';
import { Card, chakra, Flex, Text, useFormat } from '../../ui/index.ts';

/** Pairs of equal rows that are listed. */
const PAIRS = 5;

/**
 * The effect of the import, in words; and the distribution of its rows over the years, which reveals a wrong era or
 * order of dates.
 */
export function Effect({ record, done = false }: { record: ConsentImport; done?: boolean }) {
  const { t } = useTranslation(['consentImport', 'import']);
  const { number, dateTime, locale } = useFormat();
  const { summary, form } = record;
  const { ALL, ACCEPT, NONE } = summary.actions;
  const list = new Intl.ListFormat(locale);
  const versions = Object.entries(summary.versions).map(([version, rows]) =>
    t('checked.versionRows', { count: rows, version, rows: number(rows) }),
  );
  const placed = (row: number, sheet: string | undefined) =>
    sheet === undefined ? number(row) : t('import:problems.inSheet', { row: number(row), sheet });
  const pairs = summary.repeats
    .slice(0, PAIRS)
    .map(({ row, of, sheet, ofSheet }) => t('checked.pair', { row: placed(row, sheet), of: placed(of, ofSheet) }));
  return (
    <>
      <EffectCard done={done}>
        <Text fontWeight="semibold">
          {t(done ? 'done.summary' : 'checked.summary', {
            count: summary.accepted,
            rows: number(summary.accepted),
            subjects: t('checked.subjects', { count: summary.subjects, number: number(summary.subjects) }),
            form: form.name,
          })}
        </Text>
        {summary.from && summary.to && (
          <Text>{t('checked.period', { from: dateTime(summary.from), to: dateTime(summary.to) })}</Text>
        )}
        <Text>{t('checked.actions', { all: number(ALL), some: number(ACCEPT), none: number(NONE) })}</Text>
        <Text>{t('checked.versions', { list: list.format(versions) })}</Text>
        {!done && <Text color="muted">{t('checked.newest')}</Text>}
      </EffectCard>
      <RowNotes
        notes={[
          summary.unchanged > 0 &&
            t('checked.unchangedNote', { count: summary.unchanged, rows: number(summary.unchanged) }),
          summary.repeated > 0 &&
            t('checked.repeatedNote', {
              rows: number(summary.repeated),
              pairs: pairs.join(', ') + (summary.repeated > pairs.length ? ' …' : ''),
            }),
          summary.skipped > 0 &&
            t('import:checked.skippedNote', { count: summary.skipped, rows: number(summary.skipped) }),
        ]}
      />
      <Years record={record} />
    </>
  );
}

/** The result of the check: what would be imported, or why nothing can be. */
export const CheckedEffect = ({ record }: { record: ConsentImport }) => (
  <AcceptedRows summary={record.summary}>
    <Effect record={record} />
  </AcceptedRows>
);

export function DoneLead({ record: { summary, consent } }: { record: ConsentImport }) {
  const { t } = useTranslation(['consentImport', 'import']);
  const { number } = useFormat();
  return (
    <>
      <Text>{t('done.lead', { count: summary.accepted, accepted: number(summary.accepted), form: consent.name })}</Text>
      <Text textStyle="small" color="muted">
        {t('import:done.fileRemoved')}
      </Text>
    </>
  );
}

function Years({ record: { summary } }: { record: ConsentImport }) {
  const { t } = useTranslation('consentImport');
  const { number, locale } = useFormat();
  const years = new Map<string, number>();
  for (const [month, rows] of Object.entries(summary.months))
    years.set(month.slice(0, 4), (years.get(month.slice(0, 4)) ?? 0) + rows);
  const rows = [...years].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const most = Math.max(1, ...years.values());
  return (
    <Card title={t('checked.years')} flush>
      <chakra.ul listStyle="none" maxHeight="20rem" overflowY="auto">
        {rows.map(([year, count]) => (
          <chakra.li
            key={year}
            display="grid"
            gridTemplateColumns="5rem 1fr 7rem"
            gap="3"
            alignItems="center"
            px={{ base: '4', md: '5' }}
            py="2"
            borderTopWidth="1px"
            _first={{ borderTopWidth: '0' }}
            textStyle="dense"
          >
            <span>{locale === 'th' ? Number(year) + BUDDHIST_ERA : year}</span>
            <Flex height="2" borderRadius="full" bg="subtle" overflow="hidden" data-track="" aria-hidden>
              <chakra.div
                bg="accent"
                data-fill="solid"
                borderRadius="full"
                style={{ width: `${Math.max(1, (count / most) * 100)}%` }}
              />
            </Flex>
            <chakra.span textAlign="end" fontVariantNumeric="tabular-nums">
              {number(count)}
            </chakra.span>
          </chakra.li>
        ))}
      </chakra.ul>
    </Card>
  );
}
