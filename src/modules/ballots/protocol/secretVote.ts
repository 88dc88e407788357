import { passcodeOf } from '#lib/passcode.ts'
import { MAX_NAME } from '../ballotWords.ts'
import { type Bytes, bytesOf, canonicalJson, sha256, textOf } from './bytes.ts'
import { type Answers, optionIds, orderAnswers, type Question } from './question.ts'
import { SEAL_BYTES, seal, unseal } from './tellersKey.ts'
import { isSigned, type Signed, sign, type VotingRight } from './votingRight.ts'

/** A vote of one unit, signed with its own right. */
export type Vote = Signed & { answers: Answers }
/** A sealed vote, signed with the right to hand in one envelope. */
export type Envelope = Signed & { sealed: string }

/** Public keys of a secret ballot: the registrar's two, which sign rights, and that of the tellers. */
export type PublicKeys = { envelope: string; vote: string; tellers: string }
export type SecretBallot = { id: string; questions: readonly Question[]; tellersKey: string }

/** Key, certificate and signature in Base64, with the names around them, are shorter than this. */
const SIGNED_BYTES = 640
/** Size of a UTF-8 sign at most. */
const SIGN_BYTES = 4

/** Bytes of every vote of this ballot, filled up with blanks: its size says nothing. */
export function voteBytes(questions: readonly Question[]): number {
  const most = questions.map(question => {
    const ids = optionIds(question)
      .map(id => id.length + 3)
      .sort((one, other) => other - one)
    const picks = ids.slice(0, question.max).reduce((sum, n) => sum + n, 0)
    return 40 + picks + (question.writeIns ? question.max * (MAX_NAME * SIGN_BYTES + 3) : 0)
  })
  return Math.ceil((SIGNED_BYTES + most.reduce((sum, n) => sum + n, 0)) / 256) * 256
}

/** Characters of `sealed` in Base64. */
export const sealedLength = (questions: readonly Question[]): number =>
  Math.ceil((voteBytes(questions) + SEAL_BYTES) / 3) * 4

export async function sealVote(
  { id, questions, tellersKey }: SecretBallot,
  rights: { envelope: VotingRight; vote: VotingRight },
  given: Answers,
): Promise<Envelope> {
  const answers = orderAnswers(questions, given)
  const vote = { ...(await sign(id, 'vote', rights.vote, canonicalJson(answers))), answers }
  const content = bytesOf(canonicalJson(vote))
  const padded = bytesOf(' '.repeat(voteBytes(questions)))
  padded.set(content)
  // Bound to the envelope's key: nobody can hand in a copy of another's sealed vote as their own.
  const sealed = await seal(tellersKey, `ballot-1 ${id}`, rights.envelope.key, padded)
  return { ...(await sign(id, 'envelope', rights.envelope, sealed)), sealed }
}

export const isEnvelope = (ballotId: string, registrar: CryptoKey, envelope: Envelope) =>
  isSigned(ballotId, 'envelope', registrar, envelope, envelope.sealed)

export const isVote = (ballotId: string, registrar: CryptoKey, vote: Vote) =>
  isSigned(ballotId, 'vote', registrar, vote, canonicalJson(vote.answers))

/** Opens an envelope; undefined where no vote of this ballot is inside. */
export async function openEnvelope(ballotId: string, key: CryptoKey, registrar: CryptoKey, envelope: Envelope) {
  try {
    const {
      key: of,
      certificate,
      signature,
      answers,
    } = JSON.parse(textOf(await unseal(key, `ballot-1 ${ballotId}`, envelope.key, envelope.sealed)))
    const vote: Vote = { key: of, certificate, signature, answers }
    return (await isVote(ballotId, registrar, vote)) ? vote : undefined
  } catch {
    return undefined
  }
}

/** Receipt: 80 bits of a hash, 7K3M-9QXR-2HVD-PW4T. */
export async function receiptOfBytes(bytes: Bytes): Promise<string> {
  return passcodeOf(await sha256(bytes))
}

export const receiptOf = ({ key, certificate, signature, sealed }: Envelope): Promise<string> =>
  receiptOfBytes(bytesOf(canonicalJson({ key, certificate, signature, sealed })))
