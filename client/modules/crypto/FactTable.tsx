import type { ReactNode } from 'react';
import { Box, Card, chakra, Text } from '../../ui/index.ts';

interface FactTableProps {
  title: string;
  lead?: string;
  heads: readonly string[];
  /** Each row's first cell names it. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

/** A few facts in a table without search. */
export function FactTable({ title, lead, heads, rows }: FactTableProps) {
  return (
    <Card title={title} flush>
      {lead && (
        <Text color="muted" textStyle="dense" px={{ base: '4', md: '5' }} pt="3">
          {lead}
        </Text>
      )}
      <Box overflowX="auto" tabIndex={0} role="region" aria-label={title}>
        <chakra.table
          width="full"
          textStyle="dense"
          css={{
            '& th, & td': { px: { base: '2.5', md: '5' }, py: '2.5', textAlign: 'start', borderTopWidth: '1px' },
            '& thead th': { borderTopWidth: '0', color: 'muted', fontWeight: 'normal', whiteSpace: 'nowrap' },
            '& tbody th': { fontWeight: 'normal' },
          }}
        >
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells: [name, ...rest] }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                {rest.map((cell, index) => (
                  <td key={heads[index + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </chakra.table>
      </Box>
    </Card>
  );
}
