import { randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import type { Ctx } from '#lib/server/api/context.ts'
import { readWork } from '../proofOfWork.ts'

type Asking = Pick<Ctx, 'config' | 'encryption'>

/** Rounds of each try: with 2,000 tries at most, a phone takes a second or two, and the server one try. */
const ROUNDS = 1_000

const secrets = ({ encryption }: Asking) => ({
  hmacSignatureSecret: encryption.hash('proof of work'),
  hmacKeySignatureSecret: encryption.hash('proof of work, its key'),
})

/** Work of a known amount, by ALTCHA: which of so many numbers fits, and nobody finds out but by trying. */
export function setWork(ctx: Asking): Promise<Challenge> {
  const most = ctx.config.limits.captchaWork
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: ROUNDS,
    counter: randomInt(Math.ceil(most / 2), most + 1),
    deriveKey,
    ...secrets(ctx),
  })
}

export async function isDone(ctx: Asking, work: Challenge | null, shown: string): Promise<boolean> {
  if (!work) return false
  // Only what is compared; the time that it took is the browser's word.
  const solution = { ...readWork(shown), time: 0 }
  const { verified } = await verifySolution({ challenge: work, solution, deriveKey, ...secrets(ctx) })
  return verified
}
