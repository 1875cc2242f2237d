import { chakra } from '@chakra-ui/react';
import type { RowsProps } from './TableView.tsx';
import { SelectRow } from './selecting.tsx';
import { Name, RowMenu } from './TableView.tsx';

/** The same rows as cards of "label: value", where there is no space for a table. */
export function CardsView<R>({
  caption,
  columns,
  rows,
  rowKey,
  rowName,
  rowHref,
  rowActions,
  selection,
}: RowsProps<R>) {
  const [first, ...others] = columns;
  return (
    <chakra.ul aria-label={caption} listStyle="none" display="grid">
      {rows.map((row) => (
        <chakra.li key={rowKey(row)} px="4" py="3" borderBottomWidth="1px" _last={{ borderBottomWidth: '0' }}>
          <chakra.div display="flex" alignItems="flex-start" gap="2">
            {selection && <SelectRow selection={selection} row={rowKey(row)} name={rowName(row)} />}
            <chakra.div flex="1" minWidth="0" py="0.5">
              <Name href={rowHref?.(row)}>{first?.cell(row)}</Name> {first?.beside?.(row)}
            </chakra.div>
            {rowActions && <RowMenu items={rowActions(row)} name={rowName(row)} />}
          </chakra.div>
          <chakra.dl
            display="grid"
            gridTemplateColumns="fit-content(38%) minmax(0, 1fr)"
            columnGap="3"
            rowGap="1"
            mt="1"
            textStyle="dense"
          >
            {others.map((column) => (
              <chakra.div key={column.id} display="contents">
                <chakra.dt color="muted">{column.header}</chakra.dt>
                <chakra.dd minWidth="0" overflowWrap="anywhere">
                  {column.cell(row)}
                </chakra.dd>
              </chakra.div>
            ))}
          </chakra.dl>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}
