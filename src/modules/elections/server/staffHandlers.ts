import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { DOCX, privateDownload } from '#lib/server/http/download.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { paperDownload } from '#modules/signatures/server/sealing.ts'
import type { staffElectionsContract } from '../staffContract.ts'
import { filingBundle } from './bundle.ts'
import { cancelElection, confirmElection, draftArticle, noteFiled } from './confirming.ts'
import { proposeShares, saveCommittee, saveContests, saveElection } from './drafting.ts'
import { readChoices, readDetail } from './electionPage.ts'
import { electionRegister, findElection } from './elections.ts'
import { nominate, openNominations, publishCandidates, reopenNominations, reviewCandidate } from './nominations.ts'
import { paperDocx, protocolOf, readPaperFacts, signedPdf } from './papers.ts'
import { addObjection, decideObjection, freezeRoll, unfreezeRoll } from './roll.ts'
import { rollRegister } from './rollRegister.ts'
import { answerNomination, prepareBallots, settleTie } from './voting.ts'

/** Runs an act in a transaction. */
const act =
  <Given, Answer>(run: (ctx: Ctx, given: Given) => Promise<Answer>) =>
  (ctx: Ctx, given: Given) =>
    inTransaction(ctx, tx => run(tx, given))

async function protocol(ctx: Ctx, { id, format }: { id: number; format: 'pdf' | 'docx' }) {
  const paper = await protocolOf(ctx, await readPaperFacts(ctx, await findElection(ctx, id)))
  if (format === 'docx') return privateDownload(`${paper.title}.docx`, DOCX, await paperDocx(paper))
  return paperDownload(ctx, `${paper.title}.pdf`, await signedPdf(ctx, paper))
}

export const staffElectionsHandlers: Handlers<typeof staffElectionsContract> = {
  'GET /staff/election/list': (ctx, asked) => electionRegister.list(ctx, asked),
  'GET /staff/election/export': (ctx, asked) =>
    exportRegister(ctx, electionRegister, asked, { action: 'election.export', objectType: 'election' }),
  'GET /staff/election/choices': ctx => readChoices(ctx),
  'GET /staff/election/detail': (ctx, { id }) => readDetail(ctx, id),
  'GET /staff/election/roll': (ctx, asked) => rollRegister.list(ctx, asked),
  'GET /staff/election/rollExport': (ctx, asked) =>
    exportRegister(ctx, rollRegister, asked, { action: 'election.exportRoll', objectType: 'election' }),
  'GET /staff/election/shares': (ctx, given) => proposeShares(ctx, given),
  'POST /staff/election/save': act(saveElection),
  'POST /staff/election/committee': act(saveCommittee),
  'POST /staff/election/contests': act(saveContests),
  'POST /staff/election/freeze': act(freezeRoll),
  'POST /staff/election/unfreeze': act(unfreezeRoll),
  'POST /staff/election/objection': (ctx, { id, ...given }) => inTransaction(ctx, tx => addObjection(tx, id, given)),
  'POST /staff/election/decideObjection': act(decideObjection),
  'POST /staff/election/openNominations': act(openNominations),
  'POST /staff/election/nominate': (ctx, { id, nominatorName, ...given }) =>
    inTransaction(ctx, tx => nominate(tx, id, given, { name: nominatorName })),
  'POST /staff/election/consent': (ctx, { id, candidateId, agrees, note }) =>
    inTransaction(ctx, tx => answerNomination(tx, id, candidateId, agrees, note)),
  'POST /staff/election/review': act(reviewCandidate),
  'POST /staff/election/publishCandidates': act(publishCandidates),
  'POST /staff/election/reopenNominations': act(reopenNominations),
  'POST /staff/election/ballots': act(prepareBallots),
  'POST /staff/election/settleTie': act(settleTie),
  'POST /staff/election/confirm': act(confirmElection),
  'POST /staff/election/article': act(draftArticle),
  'POST /staff/election/filed': act(noteFiled),
  'POST /staff/election/cancel': act(cancelElection),
  'GET /staff/election/protocol': protocol,
  'GET /staff/election/bundle': async (ctx, { id }) => filingBundle(ctx, await findElection(ctx, id)),
}
