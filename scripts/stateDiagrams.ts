import { isStatusMachine, type StatusMachine, targetsOf } from '../shared/status.ts';

/** What a file of `shared/<module>/` exports. */
export interface SharedFile {
  module: string;
  exports: Record<string, unknown>;
}

const HEAD = `# States and moves

Drawn from the state tables in \`shared/\` (\`defineStatus\`) by \`npm run codegen\`. A move without a permission is made by the product itself; \`reader\` is everyone who can read the record.
`;

/** Every state table of these files, by the name under which it is exported, in alphabetical order. */
export const machinesOf = (files: readonly SharedFile[]): { module: string; name: string; machine: StatusMachine }[] =>
  files
    .flatMap(({ module, exports }) =>
      Object.entries(exports).flatMap(([name, machine]) =>
        isStatusMachine(machine) ? [{ module, name, machine }] : [],
      ),
    )
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));

/** The document of all state tables, in Markdown with Mermaid diagrams. */
export const stateDocument = (files: readonly SharedFile[]): string =>
  [HEAD, ...machinesOf(files).map(({ module, name, machine }) => section(module, name, machine))].join('\n');

function section(module: string, name: string, machine: StatusMachine): string {
  const moves = Object.entries(machine).flatMap(([from, open]) =>
    Object.entries(open).map(([action, move]) => ({
      from,
      action,
      to: targetsOf(move!),
      permission: move!.permission,
    })),
  );
  const edges = new Map<string, string[]>();
  for (const { from, to, action } of moves)
    for (const target of to) {
      const edge = `${from} --> ${target}`;
      edges.set(edge, [...(edges.get(edge) ?? []), action]);
    }
  const rows = moves.map(
    ({ from, action, to, permission }) =>
      `| ${from} | ${action} | ${to.join(', ')} | ${permission === null ? '' : `\`${permission}\``} |`,
  );
  return [
    `## ${module}: \`${name}\``,
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...Object.keys(machine).map((state) => `  ${state}`),
    ...[...edges].map(([edge, actions]) => `  ${edge}: ${actions.join(', ')}`),
    '```',
    '',
    '| from | move | to | permission |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
