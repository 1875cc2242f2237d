/** Whether the organisation decides on the processing (PDPA section 39) or does it for a controller (section 40). */
export const PROCESSING_ROLES = ['controller', 'processor'] as const;
export type ProcessingRole = (typeof PROCESSING_ROLES)[number];
