import type { ReactNode } from 'react';
import { Box, Card, chakra, Text } from '../ui/index.ts';

export interface PreviewColumn<Row> {
  key: string | number;
  heading: string;
  cell: (row: Row) => ReactNode;
  /** Styles of its cells. */
  css?: (row: Row) => object;
}

export interface PreviewRowsProps<Row> {
  title: string;
  lead?: string;
  /** In place of the rows, while they are not loaded. */
  instead?: ReactNode;
  rows: readonly Row[];
  /** The first one numbers the rows. */
  columns: readonly [PreviewColumn<Row>, ...PreviewColumn<Row>[]];
  rowKey: (row: Row) => number;
  isMuted?: (row: Row) => boolean;
}

/** The first rows of a file, as read by each kind. */
export function PreviewRows<Row>({ title, lead, instead, rows, columns, rowKey, isMuted }: PreviewRowsProps<Row>) {
  const [number, ...cells] = columns;
  return (
    <Card title={title} flush>
      {lead && (
        <Text px={{ base: '4', md: '5' }} py="3" textStyle="dense" color="muted" borderBottomWidth="1px">
          {lead}
        </Text>
      )}
      {instead ?? (
        <Box maxHeight="28rem" overflow="auto" tabIndex={0} role="region" aria-label={title}>
          <chakra.table
            textStyle="small"
            minWidth="full"
            css={{
              '& th, & td': {
                px: '3',
                py: '2',
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
                {columns.map(({ key, heading }) => (
                  <th key={key} scope="col">
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <chakra.tr key={rowKey(row)} {...(isMuted?.(row) && { color: 'muted' })}>
                  <th scope="row">{number.cell(row)}</th>
                  {cells.map(({ key, cell, css }) => (
                    <chakra.td key={key} {...css?.(row)}>
                      {cell(row)}
                    </chakra.td>
                  ))}
                </chakra.tr>
              ))}
            </tbody>
          </chakra.table>
        </Box>
      )}
    </Card>
  );
}
