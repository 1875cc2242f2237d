import type { ConsentLevel } from '../../../../shared/consent/settings.ts';
import type { SdkPlatform } from '../../../../shared/consent/snippets.ts';

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

/** How to collect with one kind of form. The blocks draw whatever kind they are given. */
export interface Guide {
  kind: 'consent';
  /** How the form knows for whom it is answered: the pieces follow it. */
  level: ConsentLevel;
  /** Numbered, in the order in which they are done. */
  steps: readonly Piece[];
  /** Options of the second step. */
  options: readonly Term[];
  /** What goes beyond the steps. */
  more: readonly Piece[];
  api: readonly Piece[];
  /** Answers that an integrator must be ready for. */
  answers: readonly Term[];
  sdk: Readonly<Record<SdkPlatform, { archive: string; lead: string; pieces: readonly Piece[] }>>;
}
