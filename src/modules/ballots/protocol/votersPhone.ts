import type { Answers, Question } from './question.ts'
import { type Envelope, type PublicKeys, sealVote } from './secretVote.ts'
import type { PendingRight } from './votingRight.ts'
import { importRegistrarKey, receiveRight, requestRight } from './votingRight.ts'

/** What a phone keeps while it votes in a secret ballot: enough to go on after it was closed in the middle. */
export type PendingVote = {
  answers: Answers
  /** One for each unit. */
  rights: { envelope: PendingRight; vote: PendingRight }[]
  /** Set once the rights are there. */
  envelopes?: Envelope[]
}
type SecretPaper = { key: string; weight: number; questions: readonly Question[]; keys: PublicKeys }

/** Makes the keys of a vote, and what the registrar is asked to sign: nothing is sent yet. */
export async function prepareVote({ key, weight, keys }: SecretPaper, answers: Answers): Promise<PendingVote> {
  const [forEnvelope, forVote] = await Promise.all([importRegistrarKey(keys.envelope), importRegistrarKey(keys.vote)])
  const rights = []
  for (let unit = 0; unit < weight; unit++)
    rights.push({
      envelope: await requestRight(key, 'envelope', forEnvelope),
      vote: await requestRight(key, 'vote', forVote),
    })
  return { answers, rights }
}

export const rightsAsked = ({ rights }: PendingVote) =>
  rights.map(({ envelope, vote }) => ({ envelope: envelope.blinded, vote: vote.blinded }))

/** Seals the vote with the rights that the registrar has signed. */
export async function sealWithRights(
  { key, questions, keys }: SecretPaper,
  { answers, rights }: PendingVote,
  signed: readonly { envelope: string; vote: string }[],
): Promise<Envelope[]> {
  const [forEnvelope, forVote] = await Promise.all([importRegistrarKey(keys.envelope), importRegistrarKey(keys.vote)])
  const ballot = { id: key, questions, tellersKey: keys.tellers }
  return Promise.all(
    rights.map(async ({ envelope, vote }, unit) => {
      const { envelope: envelopeSigned, vote: voteSigned } = signed[unit]!
      return sealVote(
        ballot,
        {
          envelope: await receiveRight(key, 'envelope', forEnvelope, envelope, envelopeSigned),
          vote: await receiveRight(key, 'vote', forVote, vote, voteSigned),
        },
        answers,
      )
    }),
  )
}
