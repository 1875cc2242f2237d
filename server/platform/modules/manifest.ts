import type { AnyTRPCRouter } from '@trpc/server';
import type { FastifyInstance } from 'fastify';
import type { CreateContext } from '../http/createContext.ts';
import type { Embed } from '../publicPage/embeds.ts';
import type { Hub } from '../live/hub.ts';
import type { OverviewPart } from '../overview/card.ts';
import type { Deps } from '../trpc/context.ts';

/** What plain HTTP routes are given. */
export interface HttpOptions {
  readonly deps: Deps;
  readonly hub: Hub;
  readonly createContext: CreateContext;
}

/** Everything that the platform learns of a module. Each part is optional: a module states what it has. */
export interface Manifest {
  /** The noun of the module: its folder and the name of its router. */
  readonly name: string;
  /** Its procedures, called over tRPC and REST. */
  readonly router?: AnyTRPCRouter;
  /** Routes that are no procedures (uploads, downloads, calls from other sites): a Fastify plugin. */
  readonly http?: (app: FastifyInstance, options: HttpOptions) => Promise<void>;
  /** What it offers to other people's pages. */
  readonly embed?: Embed;
  /** Its card on the programme overview. */
  readonly overview?: OverviewPart;
}

/** Refuses a part that no manifest has, which is then most likely misspelled. */
type OnlyParts<M> = { readonly [Part in Exclude<keyof M, keyof Manifest>]: never };

/** Declares a module; listed in server/modules/index.ts, it is plugged in. */
export function defineModule<const M extends Manifest>(manifest: M & OnlyParts<M>): M {
  return manifest;
}

/** The routers of the modules that have one, by the name of their module. */
export type Routers<Modules extends readonly Manifest[]> = {
  [M in Extract<Modules[number], { readonly router: AnyTRPCRouter }> as M['name']]: M['router'];
};

/** Collects the routers of the modules, in their order. */
export function routersOf<const Modules extends readonly Manifest[]>(modules: Modules): Routers<Modules> {
  const routers = modules.flatMap(({ name, router }) => (router ? [[name, router] as const] : []));
  return Object.fromEntries(routers) as Routers<Modules>;
}
