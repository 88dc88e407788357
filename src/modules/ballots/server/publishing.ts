import { and, asc, eq, sql } from 'drizzle-orm'
import { conflict, forbidden } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { privateDownload } from '#lib/server/http/download.ts'
import { bytesOf, canonicalJson } from '../protocol/bytes.ts'
import { receiptOfBytes } from '../protocol/secretVote.ts'
import type { NamedVote, PublishedBallot } from '../published.ts'
import { type Ballot, readRoll } from './ballots.ts'
import { ballotEnvelope, ballotNamedVote, ballotVote, ballotVoter } from './tables.ts'

/** Receipt of a vote by name. */
export const namedReceipt = ({ key }: Pick<Ballot, 'key'>, vote: Omit<NamedVote, 'receipt'>): Promise<string> =>
  receiptOfBytes(bytesOf(canonicalJson({ ...vote, ballot: key })))

export const readEnvelopes = ({ db }: Pick<Ctx, 'db'>, { id }: Pick<Ballot, 'id'>) =>
  db
    .select({
      key: ballotEnvelope.key,
      certificate: ballotEnvelope.certificate,
      signature: ballotEnvelope.signature,
      sealed: ballotEnvelope.sealed,
      receipt: ballotEnvelope.receipt,
    })
    .from(ballotEnvelope)
    .where(eq(ballotEnvelope.ballotId, id))
    .orderBy(sql`${ballotEnvelope.key} collate "C"`)

export const readNamedVotes = ({ db }: Pick<Ctx, 'db'>, { id }: Pick<Ballot, 'id'>): Promise<NamedVote[]> =>
  db
    .select({
      voter: ballotVoter.name,
      weight: ballotVoter.weight,
      answers: ballotNamedVote.answers,
      nonce: ballotNamedVote.nonce,
      receipt: ballotNamedVote.receipt,
    })
    .from(ballotNamedVote)
    .innerJoin(ballotVoter, eq(ballotVoter.id, ballotNamedVote.voterId))
    .where(eq(ballotVoter.ballotId, id))
    .orderBy(asc(ballotVoter.id))

const readVotes = ({ db }: Pick<Ctx, 'db'>, { id }: Pick<Ballot, 'id'>) =>
  db
    .select({
      key: ballotVote.key,
      certificate: ballotVote.certificate,
      signature: ballotVote.signature,
      answers: ballotVote.answers,
    })
    .from(ballotVote)
    .where(and(eq(ballotVote.ballotId, id)))
    .orderBy(sql`${ballotVote.key} collate "C"`)

export async function publishedBallot(ctx: Pick<Ctx, 'db'>, of: Ballot): Promise<PublishedBallot> {
  if (of.state !== 'counted' || !of.result) throw conflict('计票以后才有公布文件')
  const { key: id, title, secrecy, questions, quorum, groups, paper, result, envelopeKey, voteKey, tellersKey } = of
  const common = {
    format: 'ballot-1' as const,
    ballot: { id, title, secrecy, questions, quorum },
    roll: await readRoll(ctx, of),
    groups,
    paper,
    result,
  }
  if (secrecy === 'named') return { ...common, votes: await readNamedVotes(ctx, of) }
  return {
    ...common,
    keys: { envelope: envelopeKey ?? '', vote: voteKey ?? '', tellers: tellersKey ?? '' },
    envelopes: await readEnvelopes(ctx, of),
    votes: await readVotes(ctx, of),
    spoiled: of.spoiled,
  }
}

export async function publishedFile(ctx: Pick<Ctx, 'db'>, of: Ballot) {
  const bytes = Buffer.from(canonicalJson(await publishedBallot(ctx, of)))
  return privateDownload(`投票公布文件-${of.title}.json`, 'application/json', bytes)
}

/** Refuses whoever is neither a voter of a ballot that is not public nor asks for a public one. */
export function refuseStrangers(of: Ballot, voterOf: number | undefined): void {
  if (!of.isPublic && voterOf !== of.id) throw forbidden('这次投票的结果只给投票人看，请凭口令打开')
}
