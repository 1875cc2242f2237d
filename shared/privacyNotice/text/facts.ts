import type { LawfulBasis, SensitiveExemption, TransferSafeguard } from '../../purpose/lawfulBasis.ts';

export interface Words {
  readonly th: string;
  readonly en: string;
}

/** Where a sentence comes from: a published version of a record, and the field of it. */
export interface Source {
  readonly record: 'purpose' | 'application' | 'dataController' | 'privacyNotice';
  readonly id: string;
  readonly version: number;
  readonly field: string;
}

/** What a published purpose says, as a notice needs it. */
export interface PurposeFacts {
  readonly id: string;
  readonly version: number;
  readonly title: Words;
  readonly bases: readonly LawfulBasis[];
  /** Names of the section 26 data among `data`. */
  readonly sensitiveData: readonly Words[];
  /** Empty: explicit consent. */
  readonly exemptions: readonly SensitiveExemption[];
  readonly data: readonly Words[];
  /** Period and what it counts from, in words; null where none is recorded. */
  readonly period: Words | null;
  readonly recipients: readonly {
    readonly name: string;
    /** Country abroad; null is Thailand. */
    readonly country: Words | null;
    readonly safeguard: TransferSafeguard | null;
  }[];
  /** Of minors. */
  readonly children: boolean;
}
