import type { SdkPlatform } from '../../shared/sdk.ts';

/** One piece of code with its purpose. */
export interface Piece {
  key: string;
  title: string;
  lead: string;
  code: string;
  /** The name of the piece's language, displayed beside it. */
  language: string;
}

/** A term of a table under a guide, with its meaning. */
export interface Term {
  name: string;
  meaning: string;
}

/** The sources of one platform, and the code that uses them. */
export interface SdkPackage {
  /** Their download address, from the server's root. */
  archive: string;
  lead: string;
  pieces: readonly Piece[];
}

/** How to collect with one kind of form. The components render any kind. */
export interface Guide {
  webLead: string;
  /** Numbered, in the order of work. */
  steps: readonly Piece[];
  /** Options of the second step. */
  options: readonly Term[];
  /** Advanced pieces. */
  more: readonly Piece[];
  apiLead: string;
  api: readonly Piece[];
  /** Answers that an integrator has to handle. */
  answers: readonly Term[];
  sdk: Readonly<Record<SdkPlatform, SdkPackage>>;
}
