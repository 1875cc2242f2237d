import type { IdentityView } from '../../../shared/requestIdentity/document.ts';
import { actorOf } from '../../platform/actor.ts';
import { type Limit, spend } from '../../platform/auth/throttle.ts';
import { appError } from '../../platform/errors.ts';
import { recordsChanged } from '../../platform/records/listener.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import * as requests from '../request/service.ts';
import { sendLinks } from './links.ts';
import { identityView } from './view.ts';

/** How the data subject of a request was identified, and their other requests. @throws 404 */
export const view = (ctx: WorkspaceContext, { id }: { id: string }): Promise<IdentityView> =>
  ctx.read((trx) => identityView(trx, ctx, id));

/** How often staff send the links of one request again. */
const LINKS: Limit = { name: 'requestIdentity.links', max: 5, seconds: 3600 };

/**
 * Mails new links to everybody who confirms a request; former links end.
 * @throws 404, 409 `request.closed`, 409 `requestIdentity.noAddress`, 429
 */
export const sendLinksAgain = (ctx: WorkspaceContext, { id }: { id: string }): Promise<IdentityView> =>
  ctx.transaction(async (trx) => {
    const actor = actorOf(ctx);
    const request = await requests.identityOf(trx, actor, id);
    if (!request) throw appError('request.notFound');
    if (request.closedAt !== null) throw appError('request.closed');
    await spend(ctx.deps, LINKS, id);
    if ((await sendLinks(trx, actor, id)) === 0) throw appError('requestIdentity.noAddress');
    // An agent has the former link, which opens nothing any more.
    await recordsChanged(trx, actor, 'request', [id]);
    return identityView(trx, ctx, id);
  });
