import type { OverviewPart } from '../overview/card.ts';
import type { Manifest } from './manifest.ts';

/** What the platform finds in the manifests, by what it looks for. */
export interface ModuleRegistry {
  readonly overviews: readonly { readonly module: string; readonly overview: OverviewPart }[];
}

/** Collects the parts of all manifests. */
export function collectModules(modules: readonly Manifest[]): ModuleRegistry {
  return {
    overviews: modules.flatMap(({ name, overview }) => (overview ? [{ module: name, overview }] : [])),
  };
}
