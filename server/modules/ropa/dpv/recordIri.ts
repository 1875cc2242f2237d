/** The IRI of a record, or of a part of it. It is the same in every export. */
export const recordIri = (id: string, part?: string): string => `urn:uuid:${id}${part ? `#${part}` : ''}`;
