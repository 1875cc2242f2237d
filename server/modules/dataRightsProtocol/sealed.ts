import { sealedJson } from '../../platform/crypto/sealedColumn.ts';

/** What an agent stated with a request, beside the data subject. */
export interface AgentFacts {
  readonly exercise: string;
  /** The agent's own number; '' without one. */
  readonly reference: string;
  readonly regime: string;
  readonly relationships: readonly string[];
  readonly telephone: string;
  readonly address: string;
  readonly powerOfAttorney: string;
  /** Which contacts of the data subject the agent has verified. */
  readonly verified: readonly ('email' | 'telephone' | 'address')[];
  /** The address for reports; '' for none. */
  readonly callback: string;
}

export const sealedAgentFacts = sealedJson<AgentFacts>()({ table: 'agentRequests', column: 'facts' });
