import type { PublicConsentForm, UserConsentStatus } from '../../../shared/userConsent/schema.ts';
import type { Language } from '../kit/language.ts';

/** Options of the host page. */
export interface ConsentOptions {
  /** Ids of the workspace and of the application whose form is displayed; both are on the form's channel page. */
  workspaceUUID: string;
  applicationUUID: string;
  /** The host's id of the visitor (at most 200 characters). Left out: a random one, stored in this browser. */
  uid?: string;
  /** The visitor's name, stored with the proof of consent. */
  name?: string;
  /** Where the choice is made, for the statistics. Default: the page's host name. */
  source?: string;
  /** Only a choice made at this `source` counts as an answer. */
  sourceCheck?: boolean;
  /** Displays the form automatically when there is no answer yet, or when the purposes have changed since. */
  autoShowIfNoConsent?: boolean;
  /** Hides the form when every purpose is allowed, unless the visitor requests it (a click that calls `show`). */
  hideIfAllow?: boolean;
  /** Default: that of the page (`<html lang>`), then Thai. */
  language?: Language;
  /**
   * Authenticates the visitor, which some forms require: a JWT signed with the form's secret, or a function that
   * fetches a fresh one. A token is valid for one choice. Without one, or with '' for a visitor who is not signed in,
   * choices belong to this browser alone, unless the form is open.
   */
  token?: string | (() => string | Promise<string>);
  /** Updates Google tags by Consent Mode v2. */
  googleConsentMode?: boolean;
  /**
   * Overrides the form's settings: the address of a logo, a font of the page by name, or the address of a font file.
   */
  template?: { logo?: string; fontFamilyName?: string; fontUrl?: string };
  /** Origin of the product. Default: that of this script. */
  apiUrl?: string;
  /** An element, or its selector, in which the form is displayed in the flow of the page instead of over it. */
  target?: string | Element;
}

/** The current state. Only what is in `purposes` is allowed. */
export interface ConsentState {
  /** ALL: every purpose of the form. ACCEPT: some. NONE: declined. NO_ANSWER: nothing is known to be allowed. */
  action: UserConsentStatus['action'];
  /** UUIDs of the allowed purposes. */
  purposes: string[];
  /** Version of the form that was answered. */
  version: number | null;
  /**
   * The reason: the visitor chose, or their browser sends Global Privacy Control and they have not chosen; null without
   * an answer.
   */
  basis: 'choice' | 'gpc' | null;
  /** When it was chosen, ISO 8601. */
  at: string | null;
  /** The purposes of the form have changed since the answer. */
  askAgain: boolean;
  /** A choice waits to be sent. What it grants does not count yet; what it withdraws does. */
  pending: boolean;
}

export interface ConsentProblem {
  /**
   * network: could not be reached, tried again. refused: the product refused it. outdated: the form changed meanwhile.
   * notFound: no form in force. token: the form requires one.
   */
  code: 'network' | 'refused' | 'outdated' | 'notFound' | 'token';
  message: string;
  /** HTTP status, if there was an answer. */
  status?: number | undefined;
  willRetry: boolean;
}

/** Events on `document`, by name, with their `detail`. */
export interface ConsentEvents {
  /** The state is known, as far as possible; once after each `init`. */
  'consent:ready': ConsentState;
  /** The allowed purposes became known or changed. */
  'consent:change': ConsentState;
  /** The form was displayed. */
  'consent:shown': { layout: PublicConsentForm['layout'] };
  'consent:error': ConsentProblem;
}
export type ConsentEventName = keyof ConsentEvents;

/** The global `PokpongConsent`. */
export interface ConsentApi {
  /**
   * Starts, and resolves to the state. A repeated call with the same options resolves to the same; with others (another
   * visitor) it restarts. Never rejects for lack of network: the state is NO_ANSWER then.
   * @throws TypeError when an id is missing
   */
  init(options: ConsentOptions): Promise<ConsentState>;
  /**
   * Displays the form. With `hideIfAllow`, and once everything is allowed, only on a visitor's request or with
   * `always`. Resolves to whether it is displayed; if the product cannot be reached, a visitor who requested it is
   * informed.
   * @param options.byVisitor whether a visitor requested it; by default as the browser reports it
   */
  show(options?: { always?: boolean; byVisitor?: boolean }): Promise<boolean>;
  /** Closes the form without an answer. */
  hide(): void;
  /** The current state. */
  status(): ConsentState;
  /**
   * Submits a choice of the host's own interface: UUIDs of all purposes that are allowed from now on. Resolves to the
   * state after it was received, or with `pending` when it waits.
   * @throws TypeError for a purpose that the form does not have; Error when the product refuses
   */
  update(purposes: readonly string[]): Promise<ConsentState>;
  /** Adds a listener; `change` and `consent:change` are the same. @returns removes it */
  on<Name extends ConsentEventName>(
    type: Name | (Name extends `consent:${infer Short}` ? Short : never),
    listener: (detail: ConsentEvents[Name]) => void,
  ): () => void;
}

/** A call from before this script was loaded. */
export interface QueuedCall {
  name: 'init' | 'show' | 'hide' | 'update';
  args: unknown[];
  resolve(result: unknown): void;
  reject(error: unknown): void;
}
/** The stub of the API in the page's snippet until this script is loaded (shared/consent/stub.ts). */
export interface ConsentStub {
  queue?: QueuedCall[];
}

declare global {
  interface Window {
    PokpongConsent?: ConsentApi & ConsentStub;
    dataLayer?: unknown[];
    gtag?: (...args: unknown[]) => void;
  }
}
