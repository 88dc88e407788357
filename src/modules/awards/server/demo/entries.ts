import { and, eq } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { addDays, dayOf, longDay } from '#lib/dates.ts'
import type { FormField, FormRow, FormValues } from '#lib/form/form.ts'
import type { Ctx, Services } from '#lib/server/api/context.ts'
import { letterPdf } from '#lib/server/documents/letter.ts'
import { actingAs } from '#modules/accounts/server/demo.ts'
import { applySubmit } from '#modules/awards/applying/server/applying.ts'
import { getApply } from '#modules/awards/applying/server/entryDetail.ts'
import { awardCall, awardEntry, awardKind } from '#modules/awards/server/tables.ts'
import { keepOwnPage } from '#modules/files/server/demo/ownPage.ts'
import { readItems } from '#modules/meetings/server/meetings.ts'
import { moveMeeting, saveMeeting, setItems } from '#modules/meetings/server/planning.ts'
import { recordMeeting } from '#modules/meetings/server/recording.ts'
import type { staffMeetingContract } from '#modules/meetings/staffContract.ts'
import { bodyByCode } from '#modules/posts/server/bodies.ts'
import { printOf } from '#modules/review/applying/server/prints.ts'
import { decideAs } from '#modules/review/desk/server/decisions.ts'
import { ownApplication } from '#modules/review/server/applications.ts'
import { advanceApplication, lockApplication } from '#modules/review/server/steps.ts'
import { application } from '#modules/review/server/tables.ts'
import type { State } from '#modules/review/workflow.ts'
import { closeDemoCalls } from './calls.ts'
import { type DemoEntry, demoEntries as entries } from './projects.ts'

type Loading = Services & { now: Date }

/** Days between two steps of an entry. */
const DAYS_PER_STEP = 6
/** Days since the experts handed entries to the committee, which has not met yet. */
const DAYS_BEFORE_COMMITTEE = 4

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
    const isLast = state === 'scoring' && of.until === 'deciding'
    daysAgo = isLast ? DAYS_BEFORE_COMMITTEE : daysAgo - DAYS_PER_STEP
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

/**
 * Records the result of the experts and advances or rejects the entry, as the award office does at the close of a
 * round.
 */
async function conclude(ctx: Ctx, id: number, { until, score, rank, proposed }: DemoEntry) {
  await ctx.db.update(awardEntry).set({ score, rank, levelProposed: proposed }).where(eq(awardEntry.applicationId, id))
  const isOut = until === 'rejected'
  await advanceApplication(ctx, await lockApplication(ctx, id), {
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
  const { id: bodyId } = await bodyByCode(ctx, 'awards')
  const about = { title: `奖励委员会会议（${longDay(meetsOn)}）`, bodyId, place: '协会会议室' }
  const made = await saveMeeting(ctx, { ...about, meetsOn, startsAt: '', onlineUrl: '', isWritten: false })
  const planned = await setItems(ctx, { ...made, items: [{ applicationId: id }] })
  const [item] = await readItems(ctx, made.id)
  const held = await moveMeeting(ctx, { ...planned, to: 'held' })
  const decided = { opinion: '奖励委员会审定通过', exceptions: [], fileIds: [] }
  await recordMeeting(ctx, { ...held, ...decided, ...committeeMeeting(item!.item.id) })
}

type Recording = Parsed<(typeof staffMeetingContract)['POST /staff/meeting/record']>

/** The members of the committee; of 21 two are on leave at each meeting. */
const MEMBERS =
  '顾长青 林知远 沈云舟 周望舒 许景行 程砚北 方怀瑾 邵清越 宋听澜 陆明川 韩松年 苏慕白 叶知秋 傅临渊 钟毓秀 温如玉 秦川 魏子衿 谢安和 何其正 杜若川'.split(
    ' ',
  )
const ON_LEAVE = 2

/** Attendance and votes on one item; they vary with its id. */
function committeeMeeting(itemId: number): Pick<Recording, 'attendance' | 'votes'> {
  const from = itemId % (MEMBERS.length - ON_LEAVE)
  const names = MEMBERS.toSpliced(from, ON_LEAVE)
  const no = itemId % 3
  return {
    attendance: {
      entitled: MEMBERS.length,
      present: names.length,
      onLeave: ON_LEAVE,
      names,
      chair: names[0]!,
      recorder: '江砚秋',
    },
    votes: [{ itemId, yes: names.length - no - 1, no, abstained: 1, recused: 0 }],
  }
}

const titles = ['正高级工程师', '高级工程师', '工程师', '工程师']
const parts = ['总体方案与技术路线', '试验研究', '工程应用', '数据分析']

/** A form as its applicant would fill it in; what is known already stays. */
function demoEntryForm(fields: readonly FormField[], known: FormValues, of: DemoEntry, today: string): FormValues {
  const [own = {}] = (known.organisations ?? []) as FormRow[]
  const name = String(own.name ?? '演示锅炉研究所')
  const year = Number(today.slice(0, 4)) - 1
  const all: FormValues = {
    ...known,
    name: of.name,
    subType: of.subType ?? null,
    groupCode: of.group ?? null,
    levelWanted: of.level ?? null,
    taskSource: 'G',
    startDate: addDays(today, -1100),
    endDate: addDays(today, -240),
    isSecret: 'no',
    keywords: '锅炉、节能、环保',
    subjectClass: '动力与电气工程',
    industry: '专用设备制造业',

    intro: of.intro,
    abstract: of.intro,
    innovation: of.innovation,
    background: '行业内长期依靠经验，缺少成熟的成套技术。',
    techContent: `${of.intro}关键部件自行设计，并完成工业试验。${of.innovation}`,
    compare: '与国内同类技术相比，主要指标处于先进水平。',
    application: '已在十余家单位应用，运行稳定。',
    socialBenefit: '减少废水排放和能源消耗。',
    benefits: [
      { year: year - 1, newSales: 680, newProfit: 96, newTax: 41, saved: 120 },
      { year, newSales: 1250, newProfit: 188, newTax: 76, saved: 210 },
    ],
    rights: [
      {
        type: '发明专利',
        name: `${of.name}的方法`,
        number: 'ZL202310000001.X',
        date: addDays(today, -500),
        owner: name,
      },
      { type: '软件著作权', name: '配套监测软件', number: '2024SR0000001', date: addDays(today, -400), owner: name },
    ],
    organisations: [
      { ...own, name, contribution: '技术研究、工程应用' },
      ...(of.with ? [{ name: of.with, contribution: '工程应用与数据采集' }] : []),
    ],
    persons: of.people.map((person, i) => ({
      name: person,
      title: titles[i] ?? '工程师',
      organisation: name,
      contribution: parts[i] ?? '应用推广',
    })),
    publishedBefore: 'no',
    duplicateRate: 6.2,
    reportNo: 'DEMO-2026-018',
    object: '在用锅炉',
    standards: '国家标准和行业标准',
    reportedOn: addDays(today, -60),
    nominatorKind: 'expert',
    nominator: '演示专家（演示大学）',
    nominateOpinion: '材料属实，同意提名。',
    contactName: of.people[0]!,
    contactMobile: '13900000931',
    contactEmail: 'award@example.com',
    consent: true,
    agreeTruth: true,
  }
  return Object.fromEntries(fields.flatMap(({ name }) => (all[name] ? [[name, all[name]]] : [])))
}
