import { describe, expect, test } from 'vitest'
import { blindSign, makeRegistrarKey } from '../server/registrar.ts'
import { bytesOf, canonicalJson } from './bytes.ts'
import type { Answers, Question } from './question.ts'
import { isEnvelope, openEnvelope, receiptOf, sealedLength, sealVote, voteBytes } from './secretVote.ts'
import { commitmentOf, joinShares, makeTellersKey, readShare } from './tellersKey.ts'
import { importRegistrarKey, isSigned, type Purpose, receiveRight, requestRight, sign } from './votingRight.ts'

const question: Question = {
  id: 'q1',
  title: '选举理事',
  kind: 'choose',
  options: [
    { id: 'a', name: '甲' },
    { id: 'b', name: '乙' },
  ],
  min: 0,
  max: 2,
  writeIns: true,
  seats: 1,
  share: null,
  shareOf: 'cast',
}
const questions = [question]
const id = '0d9f2f0e-7b7a-4c62-9a55-0a4c4c9f3f10'

const registrars = Promise.all([makeRegistrarKey(), makeRegistrarKey()])
const tellers = makeTellersKey(3, 2)

async function rightFor(purpose: Purpose) {
  const [forEnvelope, forVote] = await registrars
  const { privateKey, publicKey } = purpose === 'envelope' ? forEnvelope : forVote
  const registrar = await importRegistrarKey(publicKey)
  const pending = await requestRight(id, purpose, registrar)
  const right = await receiveRight(id, purpose, registrar, pending, blindSign(privateKey, pending.blinded)!)
  return { right, pending, registrar }
}

async function castVote(answers: Answers = [{ picks: ['a'], names: [] }]) {
  const [envelope, vote] = await Promise.all([rightFor('envelope'), rightFor('vote')])
  const ballot = { id, questions, tellersKey: (await tellers).publicKey }
  return { envelope, vote, sealed: await sealVote(ballot, { envelope: envelope.right, vote: vote.right }, answers) }
}

async function openWith(shares: readonly string[], publicKey: string) {
  const read = await Promise.all(shares.map(readShare))
  return joinShares(
    read.map(share => share!.bytes),
    publicKey,
  )
}

describe('a voting right', () => {
  test('is signed without its key being shown, and is good for its ballot and purpose alone', async () => {
    const { right, pending, registrar } = await rightFor('vote')
    expect(pending.blinded).not.toContain(right.key.slice(4, 40))
    const signed = await sign(id, 'vote', right, 'content')
    expect(await isSigned(id, 'vote', registrar, signed, 'content')).toBe(true)
    expect(await isSigned(id, 'envelope', registrar, signed, 'content')).toBe(false)
    expect(await isSigned('another', 'vote', registrar, signed, 'content')).toBe(false)
    expect(await isSigned(id, 'vote', registrar, signed, 'changed')).toBe(false)
    const forged = { ...signed, certificate: (await rightFor('envelope')).right.certificate }
    expect(await isSigned(id, 'vote', registrar, forged, 'content')).toBe(false)
  })

  test('asked for twice is the same right, and a number that is no request is refused', async () => {
    const [{ privateKey, publicKey }] = await registrars
    const { blinded } = await requestRight(id, 'envelope', await importRegistrarKey(publicKey))
    expect(blindSign(privateKey, blinded)).toBe(blindSign(privateKey, blinded))
    expect(blindSign(privateKey, 'AAAA')).toBeUndefined()
    expect(blindSign(privateKey, Buffer.alloc(256, 0xff).toString('base64'))).toBeUndefined()
  })
})

describe('a sealed vote', () => {
  test('is opened by two of three tellers, with its answers and its own right', async () => {
    const { envelope, vote, sealed } = await castVote()
    const { shares, publicKey } = await tellers
    expect(await isEnvelope(id, envelope.registrar, sealed)).toBe(true)
    const key = await openWith([shares[2]!, shares[0]!], publicKey)
    const opened = await openEnvelope(id, key, vote.registrar, sealed)
    expect(opened).toMatchObject({ key: vote.right.key, answers: [{ picks: ['a'], names: [] }] })
    expect(JSON.stringify(opened)).not.toContain(envelope.right.key)
  })

  test('is not opened by one teller, by shares of another ballot, or as a copy in a second envelope', async () => {
    const { vote, sealed } = await castVote()
    const { shares, publicKey } = await tellers
    const other = await makeTellersKey(3, 2)
    await expect(openWith([shares[0]!], publicKey)).rejects.toThrow()
    await expect(openWith([shares[0]!, other.shares[1]!], publicKey)).rejects.toThrow()
    const key = await openWith(shares.slice(0, 2), publicKey)
    const copy = {
      ...(await sign(id, 'envelope', (await rightFor('envelope')).right, sealed.sealed)),
      sealed: sealed.sealed,
    }
    expect(await openEnvelope(id, key, vote.registrar, copy)).toBeUndefined()
  })

  test('has the same size whatever was voted', async () => {
    const sizes = [
      [{ picks: [], names: [] }],
      [{ picks: ['a', 'b'], names: [] }],
      [{ picks: [], names: ['王'.repeat(40), '"'.repeat(40)] }],
    ]
    for (const answers of sizes) {
      const { sealed, vote } = await castVote(answers)
      expect(sealed.sealed).toHaveLength(sealedLength(questions))
      const whole = canonicalJson({ ...(await sign(id, 'vote', vote.right, '')), answers })
      expect(bytesOf(whole).length).toBeLessThanOrEqual(voteBytes(questions))
    }
  })

  test('changed in one sign has another receipt and no valid signature', async () => {
    const { envelope, sealed } = await castVote()
    const changed = { ...sealed, sealed: `${sealed.sealed[0] === 'B' ? 'C' : 'B'}${sealed.sealed.slice(1)}` }
    expect(await receiptOf(changed)).not.toBe(await receiptOf(sealed))
    expect(await isEnvelope(id, envelope.registrar, changed)).toBe(false)
  })
})

test('a share is read as people type it, its slips are found, and it is recognised without being known', async () => {
  const { shares, commitments } = await tellers
  const read = await readShare(` ${shares[1]!.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')}`)
  expect(read!.text).toBe(shares[1])
  expect(await commitmentOf(read!.text)).toBe(commitments[1])
  const slip = shares[1]!.replace(/^./, sign => (sign === 'A' ? 'B' : 'A'))
  expect(await readShare(slip)).toBeUndefined()
  expect(await readShare('')).toBeUndefined()
})
