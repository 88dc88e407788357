import { and, eq } from 'drizzle-orm'
import { dayOf, longDay } from '#lib/dates.ts'
import type { Ctx, Services } from '#lib/server/api/context.ts'
import { letterPdf } from '#lib/server/documents/letter.ts'
import { actingAs } from '#modules/accounts/server/demo.ts'
import { awardCall, awardKind } from '#modules/awards/calls/server/tables.ts'
import { applySubmit } from '#modules/awards/entries/server/applying.ts'
import { getApply } from '#modules/awards/entries/server/entryDetail.ts'
import { awardEntry } from '#modules/awards/entries/server/tables.ts'
import { keepOwnPage } from '#modules/files/server/demo/ownPage.ts'
import { printOf } from '#modules/review/applying/server/prints.ts'
import { moveBoard, saveBoard, setItems } from '#modules/review/boards/server/boardChanges.ts'
import { recordBoard } from '#modules/review/boards/server/boardRecording.ts'
import { decideAs } from '#modules/review/desk/server/decisions.ts'
import { ownApplication } from '#modules/review/server/applications.ts'
import { advance, lockApplication } from '#modules/review/server/steps.ts'
import { application } from '#modules/review/server/tables.ts'
import type { State } from '#modules/review/workflow.ts'
import { closeDemoCalls } from './calls.ts'
import { committeeMeeting } from './committeeMeeting.ts'
import { demoEntryForm } from './entryForms.ts'
import { type DemoEntry, demoEntries as entries } from './projects.ts'

type Loading = Services & { now: Date }

/** In days: from one step of an entry to the next. */
const PACE = 6

type Pages = Record<'proof' | 'stampedForm', Buffer>

/** Entries in every state, each brought there by the calls of those whose turn it was. */
export async function demoEntries(loading: Loading) {
  const pages: Pages = {
    proof: await pageFor(loading, '申报材料'),
    stampedForm: await pageFor(loading, '盖章申报书'),
  }
  for (const of of entries) await run(loading, of, pages)
  await closeDemoCalls(loading)
}

/** A page that says what it stands for. */
function pageFor({ now }: Loading, name: string): Promise<Buffer> {
  const about = { association: '演示数据', number: '—', issuedOn: longDay(dayOf(now)), addressee: '查看演示的人' }
  const opening = `这一页代替真实的${name}，只用于演示。`
  return letterPdf({ ...about, title: name, opening, tables: [], notes: [] })
}

async function run(loading: Loading, of: DemoEntry, pages: Pages) {
  let daysAgo = of.daysAgo
  const as = (userName: string) => actingAs(loading, userName, daysAgo)
  const id = await begin(await as(of.userName), of)
  if (of.until === 'draft') return
  await handIn(await as(of.userName), id, pages)
  for (let state = await stateOf(loading, id); state !== of.until; state = await stateOf(loading, id)) {
    daysAgo -= PACE
    if (state === 'submitted') await review(await as('reviewer'), id, of)
    else if (state === 'scoring') await conclude(await as('awards'), id, of)
    else await decide(await as('admin'), id)
  }
}

const stateOf = async ({ db }: Loading, id: number): Promise<State> => {
  const [found] = await db.select({ state: application.state }).from(application).where(eq(application.id, id))
  return found!.state
}

/** The call of that year: entries of last year go into the one that was open then. */
async function begin(ctx: Ctx, of: DemoEntry): Promise<number> {
  const type = of.kind
  const year = await yearOf(ctx, of)
  const { fields, form: known } = await getApply(ctx, { type, year })
  const { id } = await applySubmit(ctx, { type, year, action: 'save' })
  const form = demoEntryForm(fields, known, of, dayOf(ctx.now))
  await applySubmit(ctx, { id, form, action: 'save' })
  return id
}

async function yearOf({ db, now }: Ctx, { kind, yearsAgo = 0 }: DemoEntry): Promise<number> {
  const calls = await db
    .select({ year: awardCall.year })
    .from(awardCall)
    .innerJoin(awardKind, and(eq(awardKind.id, awardCall.kindId), eq(awardKind.code, kind)))
  const years = calls.map(({ year }) => year).sort((a, b) => b - a)
  return years[yearsAgo] ?? Number(dayOf(now).slice(0, 4))
}

async function handIn(ctx: Ctx, id: number, pages: Pages) {
  const { form, materials } = await getApply(ctx, { id })
  const proof = await keepOwnPage(ctx, '申报材料', pages.proof)
  const { qr } = await printOf(ctx, { ...(await ownApplication(ctx, id)), revision: 1 })
  const stamped = await keepOwnPage(ctx, '盖章申报书', pages.stampedForm, [qr])
  const files = materials
    .filter(({ required }) => required)
    .map(({ code }) => ({ code, fileId: code === 'stampedForm' ? stamped : proof }))
  await applySubmit(ctx, { id, form, files, action: 'submit' })
}

async function review(ctx: Ctx, id: number, { until, remarks = [] }: DemoEntry) {
  const { version } = await lockApplication(ctx, id)
  const isReturned = until === 'returned'
  await decideAs('staff:review')(ctx, {
    id,
    version,
    action: isReturned ? 'return' : 'pass',
    remarks,
    opinion: isReturned ? '申报书基本完整，请按批注补正后重新提交。' : '形式审查合格。',
  })
}

/** As the award office closes a round: what the experts came to is written down, and the entry goes on or not. */
async function conclude(ctx: Ctx, id: number, { until, score, rank, proposed }: DemoEntry) {
  await ctx.db.update(awardEntry).set({ score, rank, levelProposed: proposed }).where(eq(awardEntry.applicationId, id))
  const isOut = until === 'rejected'
  await advance(ctx, await lockApplication(ctx, id), {
    action: isOut ? 'reject' : 'pass',
    by: 'staff',
    actorName: '江砚秋',
    opinion: isOut ? '得分未达到授奖的分数线。' : '专家评审已结束，提请奖励委员会审定。',
  })
}

/** The committee meets on it; the notice has run its time. */
async function decide(ctx: Ctx, id: number) {
  const { version, state } = await lockApplication(ctx, id)
  if (state === 'deciding') return meetOn(ctx, id)
  await decideAs('staff:decide')(ctx, { id, version, action: 'pass', remarks: [], opinion: '奖励委员会审定通过。' })
}

async function meetOn(ctx: Ctx, id: number) {
  const meetsOn = dayOf(ctx.now)
  const about = { title: `奖励委员会会议（${longDay(meetsOn)}）`, kind: 'awards', place: '协会会议室' } as const
  const planned = await setItems(ctx, { ...(await saveBoard(ctx, { ...about, meetsOn })), applicationIds: [id] })
  const held = await moveBoard(ctx, { ...planned, to: 'held' })
  const decided = { opinion: '奖励委员会审定通过', exceptions: [], fileIds: [] }
  await recordBoard(ctx, { ...held, ...decided, ...committeeMeeting(id) })
}
