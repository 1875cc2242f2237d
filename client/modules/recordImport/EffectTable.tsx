import { useTranslation } from 'react-i18next';
import type { ImportSummary } from '../../../shared/recordImport/schema.ts';
import { Box, Card, chakra, useFormat } from '../../ui/index.ts';

const PARTS = ['applications', 'purposes', 'lines'] as const;
const COUNTS = ['created', 'changed', 'unchanged', 'removed'] as const;

/** The number of applications, purposes and lines per effect of the import. */
export function EffectTable({ summary, done = false }: { summary: ImportSummary; done?: boolean }) {
  const { t } = useTranslation(['recordImport', 'import']);
  const { number } = useFormat();
  const title = t(done ? 'import:done.did' : 'import:checked.what');
  return (
    <Card title={title} flush>
      <Box overflowX="auto" tabIndex={0} role="region" aria-label={title}>
        <chakra.table
          width="full"
          textStyle="dense"
          css={{
            '& th, & td': { px: { base: '2.5', md: '4' }, py: '2.5', textAlign: 'start', borderTopWidth: '1px' },
            '& thead th': { borderTopWidth: '0', color: 'muted', fontWeight: 'normal' },
            '& td, & thead th + th': { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
          }}
        >
          <thead>
            <tr>
              <th />
              {COUNTS.map((count) => (
                <th key={count} scope="col">
                  {t(`checked.${count}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {PARTS.map((part) => (
              <tr key={part}>
                <th scope="row">{t(`checked.part.${part}`)}</th>
                {COUNTS.map((count) => (
                  <chakra.td
                    key={count}
                    {...(summary[part][count] === 0 ? { color: 'muted' } : { fontWeight: 'semibold' })}
                  >
                    {number(summary[part][count])}
                  </chakra.td>
                ))}
              </tr>
            ))}
          </tbody>
        </chakra.table>
      </Box>
    </Card>
  );
}
