import { Button, chakra } from '../ui/index.ts';
import { leadTo } from '../modules/purpose/fieldFocus.tsx';

export interface ListedProblem {
  readonly path: readonly (string | number)[];
  /** The field it is of, in words. */
  readonly label: string;
  /** What is wrong with it, where that is more than that it is missing. */
  readonly detail?: string;
}

/**
 * What still keeps a record from being published, as a list; each leads to its field. Inside the form, or in a dialog
 * that `onChosen` closes.
 */
export function ProblemList({ problems, onChosen }: { problems: readonly ListedProblem[]; onChosen?: () => void }) {
  return (
    <chakra.ul listStyle="none" display="grid" gap="2.5">
      {problems.map(({ path, label, detail }) => (
        <chakra.li key={path.join('.')} textStyle="dense">
          <Button
            look="text"
            whiteSpace="normal"
            textAlign="start"
            height="auto"
            onClick={() => {
              onChosen?.();
              // After a dialog has given the focus back.
              setTimeout(() => leadTo([...path]), onChosen ? 200 : 0);
            }}
          >
            {label}
          </Button>
          {detail && <chakra.div color="muted">{detail}</chakra.div>}
        </chakra.li>
      ))}
    </chakra.ul>
  );
}
