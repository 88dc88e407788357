import { type Bytes, canonicalJson } from './bytes.ts'
import { type Envelope, openEnvelope, type Vote } from './secretVote.ts'
import { joinShares } from './tellersKey.ts'
import { importRegistrarKey } from './votingRight.ts'

type Sealed = Envelope & { receipt: string }
/** Votes as canonical JSON, in the order of their random keys, which is not the order of the envelopes. */
export type OpenedBallot = { votes: string[]; spoiled: string[]; names: Record<string, string[]> }
type OpeningBallot = { key: string; tellersKey: string; voteKey: string; questions: readonly { id: string }[] }

/** Opens all envelopes with the shares of the tellers. Throws where those are too few or wrong. */
export async function openAll(
  { key, tellersKey, voteKey, questions }: OpeningBallot,
  shares: readonly Bytes[],
  envelopes: readonly Sealed[],
  onProgress: (done: number) => void = () => {},
): Promise<OpenedBallot> {
  const [privateKey, registrar] = await Promise.all([joinShares(shares, tellersKey), importRegistrarKey(voteKey)])
  const votes = new Map<string, Vote>()
  const spoiled: string[] = []
  for (const [i, envelope] of envelopes.entries()) {
    const vote = await openEnvelope(key, privateKey, registrar, envelope)
    // One vote in two envelopes is one vote.
    if (!vote || votes.has(vote.key)) spoiled.push(envelope.receipt)
    else votes.set(vote.key, vote)
    onProgress(i + 1)
  }
  const inOrder = [...votes.values()].sort((one, other) => (one.key < other.key ? -1 : 1))
  const names = questions.map(({ id }, i) => {
    const written = inOrder.flatMap(({ answers }) => answers[i]?.names ?? [])
    return [id, [...new Set(written)].sort()] as const
  })
  return {
    votes: inOrder.map(vote => canonicalJson(vote)),
    spoiled,
    names: Object.fromEntries(names.filter(([, some]) => some.length > 0)),
  }
}
