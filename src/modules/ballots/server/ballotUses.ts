import type { Ctx } from '#lib/server/api/context.ts'
import type { PublishedBallot } from '../published.ts'
import type { Ballot } from './ballots.ts'

/**
 * What a kind of record does with its ballots, such as a meeting with its resolutions. Its module creates a draft
 * (`createBallot`, `writeRoll` in drafting.ts), opens it (`openBallot` in opening.ts), closes and counts it or declares it
 * void (counting.ts), each in its own transaction, and learns of the result here. Staff can do the same on the screens of
 * ballots.
 */
export type BallotUse = {
  /** Refuses whoever may not manage the ballot of this record; staff with `staff:ballots` come this far. */
  mayManage?: (ctx: Ctx, ref: string) => Promise<boolean>
  /** Name and screen of the record. */
  nameOf: (ctx: Pick<Ctx, 'db'>, ref: string) => Promise<{ name: string; route: string | null }>
  /** Takes the result over, in the transaction in which the ballot is counted: the one is never without the other. */
  counted: (ctx: Ctx, ballot: Ballot, result: PublishedBallot['result']) => Promise<void>
  /** Takes the result back where a counted ballot is declared void, or refuses that. */
  voided?: (ctx: Ctx, ballot: Ballot) => Promise<void>
}

const uses = new Map<string, BallotUse>()

/** The module of a record that holds ballots says what they are to it. */
export function defineBallotUse(kind: string, use: BallotUse): void {
  if (uses.has(kind)) throw new Error(`two uses of ballots are called ${kind}`)
  uses.set(kind, use)
}

/** Undefined for a ballot that staff hold by itself. */
export function findBallotUse({ useKind }: Pick<Ballot, 'useKind'>): BallotUse | undefined {
  if (useKind === '') return undefined
  const use = uses.get(useKind)
  if (!use) throw new Error(`there is no use of ballots called ${useKind}`)
  return use
}
