import { Refusal } from '#lib/error.ts'
import type { Answers, Question } from '../protocol/question.ts'
import type { PublicKeys } from '../protocol/secretVote.ts'
import { type PendingVote, prepareVote, rightsAsked, sealWithRights } from '../protocol/votersPhone.ts'

type SecretPaper = {
  key: string
  voterName: string
  weight: number
  questions: readonly Question[]
  keys: PublicKeys
}
export type CastingStep = 'prepare' | 'right' | 'cast'
type Kept = { pending?: PendingVote; receipts?: string[] }
type AskRights = (
  rights: { envelope: string; vote: string }[],
) => Promise<{ rights: { envelope: string; vote: string }[] }>

/** Where this browser keeps a vote under way, and then its receipts alone. */
const placeOf = ({ key, voterName }: Pick<SecretPaper, 'key' | 'voterName'>) => `ballot ${key} ${voterName}`

export function keptVote(paper: Pick<SecretPaper, 'key' | 'voterName'>): Kept {
  try {
    return JSON.parse(localStorage.getItem(placeOf(paper)) ?? '{}')
  } catch {
    return {}
  }
}
const keep = (paper: SecretPaper, kept: Kept) => localStorage.setItem(placeOf(paper), JSON.stringify(kept))

/** Whether this browser can seal a vote: WebCrypto exists by HTTPS alone. */
export const canSeal = () => globalThis.crypto?.subtle !== undefined

/**
 * Votes in secret, or goes on where this browser was interrupted. Each step is kept before the next is sent, and each
 * may be sent again. Two tabs take turns, so that neither overwrites what the other keeps.
 */
export const castSecretly = (
  paper: SecretPaper,
  answers: Answers,
  askRights: AskRights,
  onStep: (step: CastingStep) => void,
): Promise<string[]> => {
  const cast = () => castOnce(paper, answers, askRights, onStep)
  return navigator.locks ? navigator.locks.request(placeOf(paper), cast) : cast()
}

async function castOnce(
  paper: SecretPaper,
  answers: Answers,
  askRights: AskRights,
  onStep: (step: CastingStep) => void,
): Promise<string[]> {
  const kept = keptVote(paper)
  if (kept.receipts) return kept.receipts
  onStep('prepare')
  let { pending } = kept
  if (!pending) {
    pending = await prepareVote(paper, answers)
    keep(paper, { pending })
  }
  if (!pending.envelopes) {
    onStep('right')
    const { rights } = await askRights(rightsAsked(pending)).catch(error => {
      // Another phone has the right: what was made here is good for nothing.
      if (error.code === 409) localStorage.removeItem(placeOf(paper))
      throw error
    })
    pending = { ...pending, envelopes: await sealWithRights(paper, pending, rights) }
    keep(paper, { pending })
  }
  onStep('cast')
  const receipts = []
  for (const envelope of pending.envelopes!) receipts.push(await sendEnvelope(paper.key, envelope))
  // What was voted is forgotten here, too.
  keep(paper, { receipts })
  return receipts
}

/** Hands in an envelope as nobody: no cookie, no token, no pass, no address that the envelope came from. */
async function sendEnvelope(key: string, envelope: object): Promise<string> {
  const response = await fetch('/api/ballot/cast', {
    method: 'POST',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key, envelope }),
  }).catch(() => {
    throw new Refusal(0, '网络中断，选票还没有投出。选票留在这部手机上，网络恢复后请再按一次')
  })
  const answer = await response.json().catch(() => undefined)
  if (answer?.code === 200) return answer.data.receipt
  throw new Refusal(
    answer?.code ?? response.status,
    answer?.msg ?? '网络或服务异常，选票留在这部手机上，请稍后再按一次',
  )
}
