import { type ReactElement, useState } from 'react';
import { Banner, Button, chakra, Flex } from '../ui/index.ts';

// Moves of several records of a list at once.

interface MovedRow {
  readonly id: string;
  readonly number: number;
}

/** What became of one row. */
export interface Outcome {
  readonly number: number;
  /** Reason of the refusal; undefined: moved. */
  readonly failure?: string;
}

interface SelectionBarProps {
  /** How many rows are selected, in words; undefined: none. */
  chosen: string | undefined;
  move: { label: string; icon: ReactElement; onClick: () => void };
  clear: { label: string; onClick: () => void };
}

/**
 * Displayed above a list: how many rows are selected, what can be done with all of them, and how they are deselected.
 */
export function SelectionBar({ chosen, move, clear }: SelectionBarProps) {
  return (
    <Flex align="center" wrap="wrap" gap="3" mb={chosen === undefined ? '0' : '3'}>
      <span role="status">{chosen}</span>
      {chosen !== undefined && (
        <>
          <Button size="sm" icon={move.icon} onClick={move.onClick}>
            {move.label}
          </Button>
          <Button size="sm" look="quiet" onClick={clear.onClick}>
            {clear.label}
          </Button>
        </>
      )}
    </Flex>
  );
}

interface MoveOptions<Row, Input> {
  rows: readonly Row[];
  move: (row: Row, input: Input) => Promise<unknown>;
  reasonOf: (error: unknown) => string;
  /** Called at the end with the rows that were refused. */
  onDone: (failed: readonly string[]) => void;
}

/** Moves rows one after the other; each succeeds or fails independently. */
export function useOneByOne<Row extends MovedRow, Input>({ rows, move, reasonOf, onDone }: MoveOptions<Row, Input>) {
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [isOver, setOver] = useState(false);
  const run = async (input: Input) => {
    const done: Outcome[] = [];
    const failed: string[] = [];
    for (const row of rows) {
      try {
        await move(row, input);
        done.push({ number: row.number });
      } catch (error) {
        done.push({ number: row.number, failure: reasonOf(error) });
        failed.push(row.id);
      }
      setOutcomes([...done]);
    }
    setOver(true);
    onDone(failed);
  };
  return { outcomes, failures: outcomes.filter(({ failure }) => failure !== undefined), isOver, run };
}

interface RefusedRowsProps {
  title: string;
  failures: readonly Outcome[];
  nameOf: (number: number) => string;
}

/** The rows that were refused, with the reason of each. */
export function RefusedRows({ title, failures, nameOf }: RefusedRowsProps) {
  if (failures.length === 0) return null;
  return (
    <Banner tone="warn" role="alert" title={title}>
      <chakra.ul listStyle="none">
        {failures.map(({ number, failure }) => (
          <li key={number}>
            {nameOf(number)}: {failure}
          </li>
        ))}
      </chakra.ul>
    </Banner>
  );
}
