import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportFacts, ImportProblem } from '../../shared/import/schema.ts';
import { Box, Card, chakra, Flex, Text, useFormat } from '../ui/index.ts';
import { Input, NativeSelect } from '../ui/form/index.ts';
import { Rejects } from './Rejects.tsx';

interface ProblemsProps {
  record: Pick<ImportFacts, 'problems' | 'rejects'> & { summary: { problems: number } };
  /** The name of a problem's field. */
  nameOf: (field: string) => string;
}

/** Problems row by row, filtered by column, first row and text. */
export function Problems({ record, nameOf }: ProblemsProps) {
  const { t } = useTranslation(['import', 'errors']);
  const { number } = useFormat();
  const [field, setField] = useState('');
  const [from, setFrom] = useState('');
  const [words, setWords] = useState('');
  const wanted = useDeferredValue(words.trim().toLowerCase());
  const { problems, summary } = record;

  const heading = (column: string | null) => (column === null ? t('problems.entireRow') : nameOf(column));
  // Keys are data: they can be of a rule of any module.
  const translate = t as unknown as (key: string, values?: Record<string, unknown>) => string;
  const sentence = ({ key, values, field: column }: ImportProblem) =>
    translate(key, { ...values, ...(values?.column !== undefined && { column: heading(column) }) });
  const found = problems
    .map((problem) => ({ ...problem, heading: heading(problem.field), sentence: sentence(problem) }))
    .filter(
      (problem) =>
        (field === '' || (problem.field ?? '') === field) &&
        problem.row >= (Number(from) || 0) &&
        (wanted === '' || `${problem.row} ${problem.heading} ${problem.sentence}`.toLowerCase().includes(wanted)),
    );

  return (
    <Card title={t('problems.title')} actions={<Rejects record={record} />} flush>
      <Flex gap="3" wrap="wrap" p="4" borderBottomWidth="1px">
        <Input
          dense
          type="search"
          flex="1"
          minWidth="12rem"
          aria-label={t('problems.search')}
          placeholder={t('problems.search')}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <NativeSelect
          width="auto"
          minWidth="12rem"
          maxWidth="100%"
          aria-label={t('problems.field')}
          value={field}
          onChange={(event) => setField(event.target.value)}
        >
          <option value="">{t('problems.allFields')}</option>
          {[...new Set(problems.map((problem) => problem.field ?? ''))].filter(Boolean).map((one) => (
            <option key={one} value={one}>
              {heading(one)}
            </option>
          ))}
        </NativeSelect>
        <Input
          dense
          width="9rem"
          inputMode="numeric"
          aria-label={t('problems.fromRow')}
          placeholder={t('problems.fromRow')}
          value={from}
          onChange={(event) => setFrom(event.target.value.replace(/\D/g, ''))}
        />
      </Flex>
      {found.length === 0 ? (
        <Text p="5" color="muted">
          {t('problems.none')}
        </Text>
      ) : (
        <ProblemRows problems={found} />
      )}
      {summary.problems > problems.length && (
        <Text p="4" textStyle="small" color="muted" borderTopWidth="1px">
          {t('problems.first', { visible: number(problems.length), total: number(summary.problems) })}
        </Text>
      )}
    </Card>
  );
}

function ProblemRows({ problems }: { problems: readonly (ImportProblem & { heading: string; sentence: string })[] }) {
  const { t } = useTranslation('import');
  const { number } = useFormat();
  return (
    <Box maxHeight="28rem" overflow="auto" tabIndex={0} role="region" aria-label={t('problems.title')}>
      <chakra.table
        width="full"
        textStyle="dense"
        css={{
          '& th, & td': { px: '4', py: '2', textAlign: 'start', verticalAlign: 'top', borderTopWidth: '1px' },
          '& thead th': {
            position: 'sticky',
            top: '0',
            bg: 'surface',
            borderTopWidth: '0',
            color: 'muted',
            fontWeight: 'normal',
          },
        }}
      >
        <thead>
          <tr>
            <th scope="col">{t('problems.row')}</th>
            <th scope="col">{t('problems.field')}</th>
            <th scope="col">{t('problems.problem')}</th>
          </tr>
        </thead>
        <tbody>
          {problems.map(({ row, sheet, field, key, heading, sentence }, index) => (
            // One row and column can have several problems.
            <tr key={`${row} ${field} ${key} ${index}`}>
              <chakra.td fontVariantNumeric="tabular-nums">
                {sheet === undefined ? number(row) : t('problems.inSheet', { row: number(row), sheet })}
              </chakra.td>
              <td>{heading}</td>
              <chakra.td minWidth="14rem" overflowWrap="anywhere">
                {sentence}
              </chakra.td>
            </tr>
          ))}
        </tbody>
      </chakra.table>
    </Box>
  );
}
