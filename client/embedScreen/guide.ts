import type { SdkPlatform } from '../../shared/sdk.ts';

/** One piece of code with what it is for. */
export interface Piece {
  key: string;
  title: string;
  lead: string;
  code: string;
  /** How the piece's language is called, beside it. */
  language: string;
}

/** A term of a table under a guide, with what it means. */
export interface Term {
  name: string;
  meaning: string;
}

/** The sources of one platform, and the code that uses them. */
export interface SdkPackage {
  /** Where they are downloaded, from the server's root. */
  archive: string;
  lead: string;
  pieces: readonly Piece[];
}

/** How to collect with one kind of form. The blocks draw whatever kind they are given. */
export interface Guide {
  webLead: string;
  /** Numbered, in the order in which they are done. */
  steps: readonly Piece[];
  /** Options of the second step. */
  options: readonly Term[];
  /** What goes beyond the steps. */
  more: readonly Piece[];
  apiLead: string;
  api: readonly Piece[];
  /** Answers that an integrator must be ready for. */
  answers: readonly Term[];
  sdk: Readonly<Record<SdkPlatform, SdkPackage>>;
}
