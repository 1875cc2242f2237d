import type { RequestReceived } from '../../../shared/requestSubmission/schema.ts';
import type { Language } from '../kit/language.ts';

/** Options of the host page. */
export interface RequestOptions {
  /** Ids of the workspace and of the request form; both are on the form's channel page. */
  workspaceUUID: string;
  dsrmFormId: string;
  /**
   * The host's id of the visitor (at most 200 characters), stored with the request. Input and unsent requests belong to
   * it: those of another visitor, or of one without an id, are neither displayed nor sent.
   */
  uid?: string;
  /** Initial input. */
  defaultValues?: { firstName?: string; lastName?: string; email?: string; telephone?: string };
  /**
   * Overrides the form's settings: the address of a logo, a font of the page by name, or the address of a font file.
   */
  template?: { logo?: string; fontFamilyName?: string; fontUrl?: string };
  /** Default: that of the page (`<html lang>`), then Thai. */
  language?: Language;
  /**
   * Authenticates the visitor: a JWT signed with the form's secret whose `sub` is `uid`, or a function that fetches a
   * fresh one. With it no confirmation is needed. '': the visitor is not signed in.
   */
  token?: string | (() => string | Promise<string>);
  /** Origin of the product. Default: that of this script. */
  apiUrl?: string;
  /** An element, or its selector, in which the form is displayed in the flow of the page instead of over it. */
  target?: string | Element;
  /** Set by our own page of the form; any other leaves it out. */
  channel?: 'JS Web Form' | 'Web Page';
}

/** Events on `document`, by name, with their `detail`. */
export interface RequestEvents {
  /** The form was displayed. */
  'request:shown': Record<string, never>;
  /** A request was received by the organisation. */
  'request:sent': RequestReceived;
  /** A request waits to be sent. */
  'request:waiting': Record<string, never>;
}

/** The global `PokpongRequest`. */
export interface RequestApi {
  /**
   * Starts, and sends a request of this visitor that still waits from an earlier visit. A repeated call with the same
   * options does nothing.
   * @throws TypeError when an id is missing
   */
  init(options: RequestOptions): void;
  /** Displays the form, at the step where the visitor left it. Resolves to whether it is displayed. */
  show(): Promise<boolean>;
  /** Closes the form; the input stays on the device. */
  hide(): void;
}

declare global {
  interface Window {
    PokpongRequest?: RequestApi;
  }
}
