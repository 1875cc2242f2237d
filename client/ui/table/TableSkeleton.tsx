import { chakra } from '@chakra-ui/react';
import { Skeleton, Waiting } from '../Skeleton.tsx';

const widths = ['70%', '55%', '62%', '48%'];

/** Placeholder rows in their final height. */
export function TableSkeleton({
  rows,
  columns,
  compact,
  small,
}: {
  rows: number;
  columns: number;
  compact: boolean;
  small: boolean;
}) {
  const height = small ? '112px' : compact ? '40px' : '44px';
  return (
    <Waiting>
      {!small && <chakra.div height="10" bg="subtle" borderBottomWidth="1px" />}
      {Array.from({ length: rows }, (_, row) => (
        <chakra.div
          key={row}
          display="grid"
          alignItems="center"
          gap="6"
          px="4"
          height={height}
          borderBottomWidth="1px"
          gridTemplateColumns={`repeat(${small ? 1 : columns}, 1fr)`}
        >
          {Array.from({ length: small ? 1 : columns }, (__, column) => (
            <Skeleton key={column} width={widths[(row + column) % widths.length]} />
          ))}
        </chakra.div>
      ))}
    </Waiting>
  );
}
