import { useTranslation } from 'react-i18next';
import type { ImportSheet } from '../../../shared/recordImport/schema.ts';
import { Box, Card, chakra } from '../../ui/index.ts';

/** The first rows of the file as they stand in it. */
export function Preview({ sheet, nameOf }: { sheet: ImportSheet; nameOf: (index: number) => string }) {
  const { t } = useTranslation('recordImport');
  return (
    <Card title={t('columns.preview')} flush>
      <Box maxHeight="20rem" overflow="auto" tabIndex={0} role="region" aria-label={t('columns.preview')}>
        <chakra.table
          textStyle="small"
          minWidth="full"
          css={{
            '& th, & td': {
              px: '3',
              py: '1.5',
              textAlign: 'start',
              verticalAlign: 'top',
              borderTopWidth: '1px',
              maxWidth: '16rem',
              overflowWrap: 'anywhere',
            },
            '& thead th': {
              position: 'sticky',
              top: '0',
              bg: 'surface',
              borderTopWidth: '0',
              color: 'muted',
              fontWeight: 'normal',
              whiteSpace: 'nowrap',
            },
          }}
        >
          <thead>
            <tr>
              <th scope="col">{t('columns.row')}</th>
              {sheet.columns.map(({ index }) => (
                <th key={index} scope="col">
                  {nameOf(index)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sheet.preview.map(({ at, cells }) => (
              <tr key={at}>
                <th scope="row">{at}</th>
                {sheet.columns.map(({ index }) => (
                  <td key={index}>
                    <chakra.span lineClamp={3}>{cells[index] ?? ''}</chakra.span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </chakra.table>
      </Box>
    </Card>
  );
}
