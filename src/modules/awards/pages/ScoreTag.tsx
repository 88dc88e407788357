import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { Tag, type Tone } from '#ui/Tag.tsx'

export type Scoring = Output<ApiContract['GET /award/scoring/round']>
export type ScoredEntry = Scoring['entries'][number]

const tones: Record<ScoredEntry['state'], Tone> = {
  blank: 'plain',
  draft: 'warn',
  submitted: 'good',
  changed: 'warn',
  recused: 'plain',
  out: 'plain',
}

export const ScoreTag = ({ of: { state, stateName } }: { of: ScoredEntry }) => (
  <Tag tone={tones[state]}>{stateName}</Tag>
)
