import { chakra } from '@chakra-ui/react';
import { ChartBarBig, Table2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../Button.tsx';
import { phrases } from '../phrases.tsx';
import { Card } from '../Card.tsx';
import { ErrorState } from '../ErrorState.tsx';
import { SkeletonText, Waiting } from '../Skeleton.tsx';

export interface ChartTableProps {
  caption: string;
  headers: readonly string[];
  /** The first cell names the row; numbers are right-aligned. */
  rows: readonly { key: string; cells: readonly (string | number)[] }[];
}

export interface ChartCardProps {
  title: string;
  /** One line: the meaning of the chart. */
  lead?: ReactNode;
  /** The same numbers as a table. */
  table: ChartTableProps | undefined;
  /** Further actions beside the switch, such as a download. */
  actions?: ReactNode;
  error?: { message: string } | null;
  onRetry?: () => void;
  children: ReactNode;
}

/**
 * A chart that can also be read as a table.
 * @example <ChartCard title={t('basis')} table={{ caption, headers, rows }}><BarList bars={bars} /></ChartCard>
 */
export function ChartCard({ title, lead, table, actions, error, onRetry, children }: ChartCardProps) {
  const { t } = useTranslation('ui');
  const [asTable, setAsTable] = useState(false);
  const change = asTable ? t('asChart') : t('asTable');
  return (
    <Card
      title={title}
      actions={
        <>
          {actions}
          <IconButton
            label={`${change}: ${title}`}
            icon={asTable ? <ChartBarBig aria-hidden /> : <Table2 aria-hidden />}
            onClick={() => setAsTable(!asTable)}
          />
        </>
      }
    >
      {lead && (
        <chakra.p color="muted" textStyle="dense" mb="3">
          {phrases(lead)}
        </chakra.p>
      )}
      {error && !table ? (
        <ErrorState body={error.message} onRetry={onRetry} />
      ) : !table ? (
        <Waiting>
          <SkeletonText lines={5} />
        </Waiting>
      ) : asTable ? (
        <ChartTable {...table} />
      ) : (
        children
      )}
    </Card>
  );
}

function ChartTable({ caption, headers, rows }: ChartTableProps) {
  return (
    <chakra.div overflowX="auto">
      <chakra.table
        width="full"
        textStyle="dense"
        css={{
          '& th, & td': { px: '2', py: '1.5', textAlign: 'start', borderBottomWidth: '1px', verticalAlign: 'top' },
          '& .number': { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
        }}
      >
        <chakra.caption srOnly>{caption}</chakra.caption>
        <thead>
          <tr>
            {headers.map((header, index) => (
              <chakra.th
                key={header}
                scope="col"
                color="muted"
                fontWeight="semibold"
                className={index > 0 && typeof rows[0]?.cells[index] === 'number' ? 'number' : undefined}
              >
                {header}
              </chakra.th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...cells] }) => (
            <tr key={key}>
              <chakra.th scope="row" fontWeight="normal">
                {name}
              </chakra.th>
              {cells.map((cell, index) => (
                <td key={index} className={typeof cell === 'number' ? 'number' : undefined}>
                  {typeof cell === 'number' ? cell.toLocaleString('en-US') : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </chakra.table>
    </chakra.div>
  );
}
