import type { NoticeKind } from '../../../shared/requestMessage/schema.ts';
import type { Bilingual } from '../../../shared/text.ts';
import { sealedJson, sealedText } from '../../platform/crypto/sealedColumn.ts';
import type { Person } from '../../../shared/request/persons.ts';

/** The facts of a notice, so that its mail can be written again. */
export interface NoticeFacts {
  readonly rights: readonly {
    /** By it the date of a question is stated that holds by now. Absent in earlier notices. */
    readonly id?: string;
    readonly name: Bilingual;
    /** The new due date; of a question: until when an answer is awaited. */
    readonly until: string | null;
    readonly section: string | null;
    readonly groundCode: string | null;
    /** Completed without all of it being carried out. Absent in notices from before this was told. */
    readonly inPart?: boolean;
    /** Completed, and its answer is still to be released. Absent in earlier notices. */
    readonly answerFollows?: boolean;
    /** Completed, and its outcome is on the page. Absent in earlier notices. */
    readonly outcomeOnPage?: boolean;
  }[];
  /** '' where none is given. */
  readonly reason: string;
  /** Who outside acted; absent where staff or the product did, and in earlier notices. */
  readonly by?: Person | 'AGENT';
}

export interface Notice extends NoticeFacts {
  readonly kind: NoticeKind;
}

export const sealedBody = sealedText({ table: 'requestMessages', column: 'body' });
export const sealedFacts = sealedJson<NoticeFacts>()({ table: 'requestNotices', column: 'facts' });
