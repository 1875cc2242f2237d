import type { ReactNode } from 'react';
import type { LoadOptions, Option } from '../ui/form/index.ts';
import { AsyncSelectField } from '../ui/form/index.ts';
import { EmptyState, ErrorState, LinkButton, Skeleton, Waiting } from '../ui/index.ts';
import type { TargetChoice } from './kind.ts';

interface TargetFieldProps {
  /** Those that rows can be imported into; undefined while they are loading. */
  options: readonly Option[] | undefined;
  error: unknown;
  onRetry: () => void;
  label: string;
  help: string;
  load: LoadOptions;
  /** In place of the form, where there is none. */
  none: { title: string; body: string; action: string; href: string };
  /** The choice in the address. */
  initial: string | null;
  children: (choice: TargetChoice) => ReactNode;
}

/** The target of the rows; without any, a link to create one. The only one is chosen already. */
export function TargetField({ options, error, onRetry, label, help, load, none, initial, children }: TargetFieldProps) {
  if (error && !options) return <ErrorState onRetry={onRetry} />;
  if (!options)
    return (
      <Waiting>
        <Skeleton height="16rem" />
      </Waiting>
    );
  if (options.length === 0)
    return (
      <EmptyState
        title={none.title}
        body={none.body}
        action={
          <LinkButton look="main" href={none.href}>
            {none.action}
          </LinkButton>
        }
      />
    );
  return children({
    initial: initial ?? (options.length === 1 ? options[0]!.value : null),
    field: (onChosen) => (
      <AsyncSelectField
        name="target"
        label={label}
        help={help}
        required
        initialOptions={options}
        onChosen={(chosen) => onChosen(chosen[0]?.value ?? null)}
        load={load}
      />
    ),
  });
}
