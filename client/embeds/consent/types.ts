import type { PublicConsentForm, UserConsentStatus } from '../../../shared/userConsent/schema.ts';
import type { Language } from '../kit/language.ts';

/** What the host page says at the start. */
export interface ConsentOptions {
  /** Ids of the workspace and of the application whose form is shown; both stand on the form's channel page. */
  workspaceUUID: string;
  applicationUUID: string;
  /** The visitor's id at the host's (at most 200 characters). Left out: a random one, kept in this browser. */
  uid?: string;
  /** The visitor's name, kept with the proof of consent. */
  name?: string;
  /** Where the choice is made, for the statistics. Default: the page's host name. */
  source?: string;
  /** Only a choice made at this `source` counts as an answer. */
  sourceCheck?: boolean;
  /** Shows the form by itself when there is no answer yet, or when the purposes have changed since. */
  autoShowIfNoConsent?: boolean;
  /** Keeps the form away when every purpose is allowed, unless the visitor asks for it (a click that calls `show`). */
  hideIfAllow?: boolean;
  /** Default: that of the page (`<html lang>`), then Thai. */
  language?: Language;
  /**
   * Proves who visits, which some forms ask for: a JWT signed with the form's secret, or a function that fetches a fresh
   * one. A token is good for one choice. Without one this browser answers for itself alone, unless the form is open.
   */
  token?: string | (() => string | Promise<string>);
  /** Tells Google tags by Consent Mode v2. */
  googleConsentMode?: boolean;
  /**
   * Replaces what the form brings: the address of a logo, a font of the page by name, or the address of a font file.
   */
  template?: { logo?: string; fontFamilyName?: string; fontUrl?: string };
  /** Origin of the product. Default: the one that this script came from. */
  apiUrl?: string;
  /** An element, or its selector, in which the form stands in the flow of the page instead of over it. */
  target?: string | Element;
}

/** What is allowed now. Only what is in `purposes` may be done. */
export interface ConsentState {
  /** ALL: everything the form asked for. ACCEPT: some. NONE: declined. NO_ANSWER: nothing is known to be allowed. */
  action: UserConsentStatus['action'];
  /** UUIDs of the purposes that are allowed. */
  purposes: string[];
  /** Version of the form that was answered. */
  version: number | null;
  /**
   * Why: the visitor chose, or their browser sends Global Privacy Control and they have not chosen; null without an
   * answer.
   */
  basis: 'choice' | 'gpc' | null;
  /** When it was chosen, ISO 8601. */
  at: string | null;
  /** The form has other purposes now than when it was answered. */
  askAgain: boolean;
  /** A choice waits to be sent. What it grants does not count yet; what it withdraws does. */
  pending: boolean;
}

export interface ConsentProblem {
  /**
   * network: could not be reached, tried again. refused: the product said no. outdated: the form changed meanwhile.
   * notFound: no form in force. token: the form asks for one.
   */
  code: 'network' | 'refused' | 'outdated' | 'notFound' | 'token';
  message: string;
  /** HTTP status, where there was an answer. */
  status?: number;
  willRetry: boolean;
}

/** Events on `document`, by name, with their `detail`. */
export interface ConsentEvents {
  /** The state is known, as far as it can be; once after each `init`. */
  'consent:ready': ConsentState;
  /** What is allowed became known or changed. */
  'consent:change': ConsentState;
  /** The form came up. */
  'consent:shown': { layout: PublicConsentForm['layout'] };
  'consent:error': ConsentProblem;
}
export type ConsentEventName = keyof ConsentEvents;

/** A form drawn for looking at: nothing is sent, kept or announced. */
export interface ConsentPreview {
  /** Draws another form, or the same in another language; what was opened stays open. */
  update(form: PublicConsentForm, options?: { language?: Language }): void;
  close(): void;
}

/** The global `PokpongConsent`. */
export interface ConsentApi {
  /**
   * Starts, and answers the state. Called again with the same options it answers the same; with others (another
   * visitor) it starts again. Never rejects for lack of network: the state is NO_ANSWER then.
   * @throws TypeError when an id is missing
   */
  init(options: ConsentOptions): Promise<ConsentState>;
  /**
   * Shows the form. With `hideIfAllow`, only on a visitor's act or with `always`, once everything is allowed. Answers
   * whether it came up; where the product cannot be reached, a visitor who asked is told so.
   * @param options.byVisitor whether a visitor asked for it; as the browser knows it unless given
   */
  show(options?: { always?: boolean; byVisitor?: boolean }): Promise<boolean>;
  /** Takes the form away without an answer. */
  hide(): void;
  /** The state as it stands now. */
  status(): ConsentState;
  /**
   * Submits a choice made in the host's own interface: UUIDs of all purposes that are allowed from now on.
   * Answers the state after it was received, or with `pending` when it waits.
   * @throws TypeError for a purpose that the form has not; Error when the product refuses
   */
  update(purposes: readonly string[]): Promise<ConsentState>;
  /** Listens to an event; `change` and `consent:change` are the same. Answers how to stop. */
  on<Name extends ConsentEventName>(
    type: Name | (Name extends `consent:${infer Short}` ? Short : never),
    listener: (detail: ConsentEvents[Name]) => void,
  ): () => void;
  /** Draws a form inside an element, for editors. */
  preview(container: Element, form: PublicConsentForm, options?: { language?: Language }): ConsentPreview;
}

/** A call from before this script was there. */
export interface QueuedCall {
  name: 'init' | 'show' | 'hide' | 'update';
  args: unknown[];
  resolve(result: unknown): void;
  reject(error: unknown): void;
}
/** What the page's snippet puts in the place of the API until this script is there (shared/consent/stub.ts). */
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
