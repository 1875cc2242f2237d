/**
 * Risk of an incident to the rights and freedoms of people: nobody is notified, the authority is, or the data subjects
 * as well.
 */
export const RISK_LEVELS = ['NO_RISK', 'POSSIBLE_RISK', 'HIGH_RISK'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];
