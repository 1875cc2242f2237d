import {
  type BinaryOperationNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  RawNode,
} from 'kysely';

// The plugin follows the one that converts names to snake_case, but must not depend on it.
const WORKSPACE_COLUMN = /"name":"(workspaceId|workspace_id)"/;
const isWorkspaceColumn = (node: OperationNode | undefined): boolean =>
  node !== undefined &&
  (node.kind === 'ReferenceNode' || node.kind === 'ColumnNode') &&
  WORKSPACE_COLUMN.test(JSON.stringify(node));
const isValue = (node: OperationNode | undefined): boolean =>
  node?.kind === 'ValueNode' || node?.kind === 'PrimitiveValueListNode' || node?.kind === 'ValueListNode';

/** Turns `workspace_id = <value>` into a condition that is always true, in built queries and in raw SQL. */
class Unfiltered extends OperationNodeTransformer {
  removed = 0;

  protected override transformNodeImpl<Node extends OperationNode>(node: Node): Node {
    const transformed = super.transformNodeImpl(node);
    if (transformed.kind === 'BinaryOperationNode') {
      const { leftOperand, rightOperand } = transformed as unknown as BinaryOperationNode;
      if (!isWorkspaceColumn(leftOperand) || !isValue(rightOperand)) return transformed;
      return this.#always<Node>();
    }
    if (transformed.kind === 'RawNode') {
      const { sqlFragments, parameters } = transformed as unknown as RawNode;
      const changed = parameters.map((parameter, index) => {
        if (!isValue(parameter)) return parameter;
        const named = /((?:\w+\.)?workspace_id)\s*=\s*$/.exec(sqlFragments[index] ?? '');
        const before = parameters[index - 1];
        if (named) {
          this.removed += 1;
          return RawNode.create([named[1] as string], []);
        }
        if (/^\s*=\s*$/.test(sqlFragments[index] ?? '') && isWorkspaceColumn(before)) {
          this.removed += 1;
          return before as OperationNode;
        }
        return parameter;
      });
      return RawNode.create(sqlFragments, changed) as unknown as Node;
    }
    return transformed;
  }

  #always<Node>(): Node {
    this.removed += 1;
    return RawNode.create(['1 = 1'], []) as unknown as Node;
  }
}

export interface WithoutFilters extends KyselyPlugin {
  /** The number of conditions removed so far. */
  readonly removed: number;
}

/**
 * A plugin that disables the tenant filters of queries, so that only row-level security separates tenants. Example:
 * `const plugin = withoutFilters(); const db = deps.db.withPlugin(plugin)`
 */
export function withoutFilters(): WithoutFilters {
  const transformer = new Unfiltered();
  return {
    get removed() {
      return transformer.removed;
    },
    transformQuery: ({ node, queryId }: PluginTransformQueryArgs) => transformer.transformNode(node, queryId),
    transformResult: async ({ result }: PluginTransformResultArgs) => result,
  };
}
