import type { AnswerLetter } from '../../../shared/requestAnswer/schema.ts';
import { sealedJson, sealedText } from '../../platform/crypto/sealedColumn.ts';

/** A file in the archive. `fileId`: of the same file by itself. */
export interface PackedFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly sha256: string;
  readonly fileId: string;
}

/** A place on a page, in fractions of its width and height from its upper left corner. */
export interface Box {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const sealedBoxes = sealedJson<readonly Box[]>()({ table: 'requestAnswerFiles', column: 'boxes' });
export const sealedLetter = sealedJson<AnswerLetter>()({ table: 'requestAnswers', column: 'letter' });
export const sealedPassword = sealedText({ table: 'requestAnswers', column: 'password' });
export const sealedContents = sealedJson<readonly PackedFile[]>()({ table: 'requestAnswers', column: 'contents' });
