/** An id of a record, in either case. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is the id of a record. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** An id from an address; undefined where it is none. */
export const uuidOf = (value: string | null | undefined): string | undefined =>
  value && isUuid(value) ? value : undefined;
