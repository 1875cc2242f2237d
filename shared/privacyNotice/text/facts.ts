import type { RightCode } from '../../dataRight/schema.ts';
import type { LawfulBasis, SensitiveExemption, TransferSafeguard } from '../../purpose/lawfulBasis.ts';
import type { LawLetter, NoticeKind, POINTS_ELSEWHERE, ResearchKind } from '../draft.ts';

export interface Words {
  readonly th: string;
  readonly en: string;
}

export type SourceRecord = 'purpose' | 'application' | 'dataController' | 'privacyNotice' | 'requestForm';

/** Where a sentence comes from: a record, the published version of it where it has one, and the field. */
export interface Source {
  readonly record: SourceRecord;
  readonly id: string;
  readonly version: number | null;
  readonly field: string;
}

/** Whoever receives data. */
export interface RecipientFacts {
  /** The same as long as it is the same recipient. */
  readonly key: string;
  readonly name: Words;
  /** Countries abroad that it goes to, each with the ground on which it may; null: there is none. */
  readonly countries: readonly { readonly name: Words; readonly ground: TransferSafeguard | null }[];
}

/** A storage system. */
export interface StorageFacts extends RecipientFacts {
  /** Its country is recorded, be it Thailand or another; otherwise nobody knows whether the data leaves Thailand. */
  readonly isPlaced: boolean;
  /** Where it is recorded that it is used: at the purpose, or in lines of the data mapping alone. */
  readonly field: 'storageSystems' | 'dataMapping';
}

/** A group of data subjects. */
export interface GroupFacts {
  readonly id: string;
  readonly name: Words;
}

/** How long data is kept. */
export interface PeriodFacts {
  /** The same as long as the period is; empty for the purpose's own, and for one alone. */
  readonly key: string;
  /** Period and what it counts from. */
  readonly words: Words;
  readonly days: number;
  /** The same in months, where it is stated in months or years. */
  readonly months: number | null;
  /** What is kept so long. */
  readonly data: readonly Words[];
}

/** What the register has no field for, as the notice says it of one purpose. */
export interface PurposeDetail {
  /** The task in the public interest (section 24(4)). */
  readonly mandate: Words;
  /** The legitimate interest, and whose it is; left empty, the controller's (section 24(5)). */
  readonly interest: Words;
  readonly whose: Words;
  /** The law that requires it (sections 24(6) and 26(5)). */
  readonly law: Words;
  /** Measures that protect the data in research (section 24(1)). */
  readonly researchMeasures: Words;
  /** How withdrawing consent affects the person; empty: it does not, or nobody has said (section 19 paragraph 6). */
  readonly withdrawalEffect: Words;
  /** Kinds of recipients (section 23(4)). */
  readonly recipientKinds: Words;
  /** Letters of section 26(5); none: nobody has said. */
  readonly letters: readonly LawLetter[];
  /** What of section 24(1) it is; none: nobody has said. */
  readonly researchKinds: readonly ResearchKind[];
}

/** What a published purpose says, as a notice needs it. */
export interface PurposeFacts {
  readonly id: string;
  readonly version: number;
  readonly title: Words;
  readonly description: Words;
  /** Groups of data subjects whose data is used, of those that the notice is written for. */
  readonly groups: readonly GroupFacts[];
  readonly bases: readonly LawfulBasis[];
  /** Names of the section 26 data among `data`. */
  readonly sensitiveData: readonly Words[];
  /** Empty: explicit consent. */
  readonly exemptions: readonly SensitiveExemption[];
  readonly data: readonly Words[];
  /** How long it is kept: each different period once; empty where it is not recorded for all of it. */
  readonly periods: readonly PeriodFacts[];
  /** Whether the register says that nobody outside receives it; otherwise one who is not named is a gap. */
  readonly disclosed: boolean;
  readonly recipients: readonly RecipientFacts[];
  /** Other data controllers whose applications receive it. */
  readonly controllers: readonly { readonly key: string; readonly name: Words }[];
  /** Storage systems of the purpose, and of its lines in the data mapping. */
  readonly storage: readonly StorageFacts[];
  /** Of minors. */
  readonly children: boolean;
  /** Its category is marketing: everybody may object (section 32(2)). */
  readonly marketing: boolean;
  /** Whether the data must be given; null: nobody has said. `consequence`: what follows where it is not. */
  readonly provision: { readonly required: boolean | null; readonly consequence: Words };
  /** What the notice says of its bases and recipients beyond the register; empty texts: nothing. */
  readonly detail: PurposeDetail;
}

export interface ApplicationFacts {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly dataControllerId: string;
  /** Where the data comes from; null where nobody recorded it. */
  readonly source: { readonly name: Words; readonly direct: boolean } | null;
  readonly purposes: readonly PurposeFacts[];
}

/** Everything that the text of a notice follows from. */
export interface NoticeFacts {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly controller: {
    readonly id: string;
    readonly name: Words;
    readonly address: string;
    readonly email: string;
    readonly phone: string;
    /** Who represents one abroad in Thailand (section 37(5)), and how they are reached; null: nobody is recorded. */
    readonly representative: { readonly name: string; readonly contact: string } | null;
  };
  readonly organization: { readonly name: Words; readonly acronym: string; readonly address: string };
  readonly dpo: {
    readonly name: string;
    readonly email: string;
    readonly phone: string;
    readonly sameAddress: boolean;
    readonly address: string;
  };
  readonly applications: readonly ApplicationFacts[];
  readonly rights: { readonly codes: readonly RightCode[]; readonly custom: readonly Words[] };
  readonly measures: readonly Words[];
  /** Points that another notice says; `isInForce`: it does so today. */
  readonly elsewhere: readonly {
    readonly section: (typeof POINTS_ELSEWHERE)[number];
    readonly noticeId: string;
    readonly version: number | null;
    readonly name: string;
    readonly url: string;
    readonly isInForce: boolean;
  }[];
  /** The request forms in force by which rights are used, each with the name of its application. */
  readonly requestForms: readonly {
    readonly id: string;
    readonly version: number;
    readonly applicationId: string;
    readonly application: string;
    readonly url: string;
    /** Whether consent can be withdrawn by it: its rights are chosen freely. */
    readonly takesWithdrawals: boolean;
  }[];
  /** The day from which it is in force, in words; null: not known yet. */
  readonly effective: Words | null;
}
