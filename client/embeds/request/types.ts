import type { RequestReceived } from '../../../shared/requestSubmission/schema.ts';
import type { Language } from '../kit/language.ts';

/** What the host page says at the start. */
export interface RequestOptions {
  /** Ids of the workspace and of the request form; both stand on the form's channel page. */
  workspaceUUID: string;
  dsrmFormId: string;
  /** The visitor's id at the host's (at most 200 characters), kept with the request. */
  uid?: string;
  /** What is filled in already. */
  defaultValues?: { firstName?: string; lastName?: string; email?: string; telephone?: string };
  /** Replaces what the form brings: the address of a logo, a font of the page by name, or the address of a font file. */
  template?: { logo?: string; fontFamilyName?: string; fontUrl?: string };
  /** Default: that of the page (`<html lang>`), then Thai. */
  language?: Language;
  /**
   * Proves who visits: a JWT signed with the form's secret whose `sub` is `uid`, or a function that fetches a fresh one.
   * With it nothing is left to confirm.
   */
  token?: string | (() => string | Promise<string>);
  /** Origin of the product. Default: the one that this script came from. */
  apiUrl?: string;
  /** An element, or its selector, in which the form stands in the flow of the page instead of over it. */
  target?: string | Element;
  /** Our own page of the form says so; any other leaves it out. */
  channel?: 'JS Web Form' | 'Web Page';
}

/** Events on `document`, by name, with their `detail`. */
export interface RequestEvents {
  /** The form came up. */
  'request:shown': Record<string, never>;
  /** A request was received by the organisation. */
  'request:sent': RequestReceived;
  /** A request waits to be sent. */
  'request:waiting': Record<string, never>;
}

/** The global `PokpongRequest`. */
export interface RequestApi {
  /**
   * Starts, and sends what still waits of an earlier visit. Called again with the same options it does nothing.
   * @throws TypeError when an id is missing
   */
  init(options: RequestOptions): void;
  /** Shows the form, at the step that the visitor left it at. Answers whether it came up. */
  show(): Promise<boolean>;
  /** Takes the form away; what was filled in stays on the device. */
  hide(): void;
}

declare global {
  interface Window {
    PokpongRequest?: RequestApi;
  }
}
