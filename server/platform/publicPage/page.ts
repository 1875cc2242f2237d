import type { Db, Executor, Trx } from '../../../db/client.ts';
import { countTries, type Limit, spend, triesOf } from '../auth/throttle.ts';
import type { WorkspaceKey } from '../crypto/keyring.ts';
import { oneAtATime } from '../database/locks.ts';
import { appError } from '../errors.ts';
import { type RequestContext, transact } from '../trpc/context.ts';
import { requireOpenWorkspace } from './closed.ts';
import { addressLimits, type Bound } from './request.ts';
import type { ErrorCode } from '../../../shared/registry/errors.ts';

type NameOf<Code> = Code extends `${infer Name}.automatic` ? Name : never;
/** Pages that have errors of their own. */
type PageName = NameOf<ErrorCode>;

/** A page behind a link, on which people without a session send something in. */
export interface PublicPage<Owner> {
  /**
   * Names its limits and its lock, and begins the codes of its refusals: `<name>.notFound` and `<name>.automatic`,
   * whose words are locales `<name>:unknownLink` and `<name>:looksAutomatic`.
   */
  readonly name: PageName;
  /** The workspace of a link that is in use. Nothing else of a workspace is seen without one. */
  readonly workspaceOf: (systemDb: Db, token: string) => Promise<string | undefined>;
  /** Whom the page belongs to; undefined where the workspace does not have it. */
  readonly owner: (db: Executor, workspaceId: string) => Promise<Owner | undefined>;
  readonly limits: {
    /** Openings by address: somebody who tries tokens is stopped. */
    readonly open: Bound;
    /** Submissions by address, and those that are written by link; what exceeds either is written for review. */
    readonly address: Bound;
    readonly link: Bound;
    /**
     * The same, beyond which a submission is refused: however many addresses somebody has, a workspace is not buried.
     */
    readonly most: { readonly address: Bound; readonly link: Bound };
  };
  /** Names the secret by which the id of a submission follows from the browser's key. */
  readonly keyContext: string;
}

/** What the page's form sends beside its fields. */
export interface Submission {
  token: string;
  /** Chosen by the browser once for each submission, so that sending again does not submit twice. */
  key: string;
  /** Left empty by people; programs fill it in. */
  website: string;
}

/** What is done with a submission. Both in one transaction. */
export interface Intake {
  /** Whether the submission of this id was taken before. */
  readonly isThere: (trx: Trx, workspaceId: string, id: string) => Promise<boolean>;
  /** `isExcess`: more came than people send; it is to wait for somebody to look at it, and to disturb nobody. */
  readonly write: (trx: Trx, workspaceId: string, id: string, isExcess: boolean) => Promise<unknown>;
}

/**
 * The server's side of a page behind a link.
 * @example
 * const page = publicPage({ name: 'incidentReport', workspaceOf, owner, limits, keyContext: 'incidents.reportKey' });
 * const open = (ctx, { token }) => page.open(ctx, token);
 */
export function publicPage<Owner>({ name, workspaceOf, owner, limits, keyContext }: PublicPage<Owner>) {
  const spendCall = addressLimits(name, { open: limits.open, addressMost: limits.most.address });
  const limit = (of: string, bound: Bound): Limit => ({ name: `${name}.${of}`, ...bound });
  const perAddress = limit('address', limits.address);
  const perLink = limit('link', limits.link);
  const mostOfLink = limit('linkMost', limits.most.link);

  // One that is unknown, switched off or renewed, and one of a workspace without the page: nobody learns which.
  const unknown = () => appError(`${name}.notFound`);

  /** Runs `work` in the workspace that a link belongs to. */
  async function inside<Result>(
    { deps }: RequestContext,
    token: string,
    work: (trx: Trx, workspaceId: string, found: Owner) => Promise<Result>,
  ): Promise<Result> {
    const workspaceId = await workspaceOf(deps.systemDb, token);
    if (!workspaceId) throw unknown();
    return transact(deps, { workspaceId }, async (trx) => {
      const found = await owner(trx, workspaceId);
      if (!found) throw unknown();
      await requireOpenWorkspace(trx, workspaceId);
      return work(trx, workspaceId, found);
    });
  }

  return {
    /**
     * Whom a link belongs to.
     * @throws 404 for a link that is not in use; 409 while its workspace is closed; 429 for somebody who tries many
     */
    async open(ctx: RequestContext, token: string): Promise<Owner> {
      await spendCall(ctx, 'open');
      return inside(ctx, token, async (_, __, found) => found);
    },

    /**
     * Takes a submission in, once however often it is sent; answers its id.
     * @throws 400 for what only a program fills in; 404 for a link that is not in use; 409 while its workspace is
     * closed; 429 for very many
     */
    async submit(
      ctx: RequestContext,
      { token, key, website }: Submission,
      { isThere, write }: Intake,
    ): Promise<string> {
      const { deps } = ctx;
      await spendCall(ctx, 'addressMost');
      const ofAddress = await countTries(deps, perAddress, ctx.ip);
      // Told, not swallowed: where a browser's autofill did it, a person must not believe that it was sent.
      if (website !== '') throw appError(`${name}.automatic`, { at: 'website' });
      return inside(ctx, token, async (trx, workspaceId) => {
        // Two presses of one button arrive together: the second waits and finds the first.
        await oneAtATime(trx, workspaceId, name);
        const id = submissionId(await deps.keyring.workspaceKey(trx, workspaceId), keyContext, key);
        if (!(await isThere(trx, workspaceId, id))) {
          const isExcess = ofAddress > perAddress.max || (await triesOf(deps, perLink, workspaceId)) >= perLink.max;
          await write(trx, workspaceId, id, isExcess);
          // Only what is written counts: whoever sends rubbish, or the same again, closes the page for nobody.
          await spend(deps, mostOfLink, workspaceId);
          await countTries(deps, perLink, workspaceId);
        }
        return id;
      });
    },
  };
}

/**
 * The id of a submission follows from the browser's key, by a secret: nobody outside can name one that exists. A UUID
 * of version 8 (RFC 9562).
 */
function submissionId(secret: WorkspaceKey, context: string, key: string): string {
  const bytes = Buffer.from(secret.lookup(context, key), 'base64url').subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
