import type { RawBuilder, SqlBool } from 'kysely';
import type { Db, Executor } from '../../../db/client.ts';
import type { FailureKind } from '../../../shared/mail/servers.ts';
import type { Config } from '../config.ts';
import type { Keyring } from '../crypto/keyring.ts';
import type { QuotaUse } from './quota.ts';
import type { ServerSettings } from './transport.ts';

/** A mail server that carries the mails of some workspaces, in place of the global one. */
export interface OwnServer {
  readonly organizationId: string;
  readonly id: string;
  /** Other settings have another one. */
  readonly version: number;
  readonly settings: ServerSettings;
  readonly from: { readonly name: string; readonly address: string };
  /** Where its mails are returned to that cannot be delivered; left out: to the sender. */
  readonly returnTo?: string | undefined;
}

export interface RouteParts {
  readonly systemDb: Db;
  readonly config: Pick<Config, 'smtpUrl' | 'mailServers'>;
  readonly keyring: Pick<Keyring, 'system'>;
  readonly now: () => Date;
}

/** Why a server did not take a mail over. */
export interface CarriageFailure {
  readonly kind: FailureKind;
  /** Codes alone. */
  readonly reason: string;
  /** The server's answer, without addresses of people. */
  readonly answer: string;
}

/** Which server carries the mails of which workspace: declared by the module that knows. */
export interface MailRoutes {
  /** Whether a workspace has a server of its own that is in use. */
  readonly hasServer: (db: Executor, workspaceId: string) => Promise<boolean>;
  /** How many mails the server of a workspace can send today; null: it has no daily limit, or there is none. */
  readonly leftToday: (parts: Pick<RouteParts, 'now'>, db: Executor, workspaceId: string) => Promise<number | null>;
  /**
   * Whether a row of `mails` can go out now by what its workspace has; for the system's role. Where there is no global
   * server, mails without one of their own wait.
   */
  readonly canGoOut: (parts: Pick<RouteParts, 'config' | 'now'>) => RawBuilder<SqlBool>;
  /**
   * The server by which a mail goes out now, which counts it for the day. Null: the global one; `wait`: none.
   */
  readonly take: (
    parts: RouteParts,
    mail: { readonly workspaceId: string; readonly quota: QuotaUse | null },
  ) => Promise<OwnServer | 'wait' | null>;
  /** Gives back what `take` counted, for a mail that was not tried. */
  readonly giveBack: (parts: RouteParts, server: OwnServer) => Promise<void>;
  /** Writes how it went; null: the server has taken the mail over. */
  readonly settle: (parts: RouteParts, server: OwnServer, failure: CarriageFailure | null) => Promise<void>;
}
