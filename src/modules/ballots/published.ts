import type { Share } from '#lib/share.ts'
import type { Secrecy } from './ballotWords.ts'
import type { Counted, Groups, PaperCount } from './counting/count.ts'
import type { Answers, Question } from './protocol/question.ts'
import type { Envelope, Vote } from './protocol/secretVote.ts'

/** The published file of a ballot, as JSON in canonical form; `public/recount.mjs` reads it. */
export type PublishedBallot = {
  format: 'ballot-1'
  ballot: { id: string; title: string; secrecy: Secrecy; questions: readonly Question[]; quorum: Share | null }
  /** Voters and units on the roll, and who took part. `onlineUnits`: rights that were given out, or named votes. */
  roll: { voters: number; units: number; online: number; onlineUnits: number; paper: number; paperUnits: number }
  groups: Groups
  paper: PaperCount | null
  result: Counted & { isQuorate: boolean }
} & (
  | {
      /** Keys of the registrar, by what they sign, and of the tellers. */
      keys: { envelope: string; vote: string; tellers: string }
      envelopes: (Envelope & { receipt: string })[]
      /** By their keys, which are random: their order is nobody's. */
      votes: Vote[]
      /** Receipts of envelopes in which there was no vote of this ballot. */
      spoiled: string[]
    }
  | { votes: NamedVote[] }
)

/** A vote by name. `nonce`: random, so that a receipt cannot be guessed from the answers. */
export type NamedVote = { voter: string; weight: number; answers: Answers; nonce: string; receipt: string }
