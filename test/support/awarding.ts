import { eq } from 'drizzle-orm'
import { awardCall, awardEntry, awardKind } from '#modules/awards/server/tables.ts'
import { publicNotice } from '#modules/review/server/tables.ts'
import { addDays, dayOf } from '../../src/lib/dates.ts'
import type { FormValues } from '../../src/lib/form/form.ts'
import type { AwardRules } from '../../src/modules/awards/rules.ts'
import { expert, expertTie } from '../../src/modules/experts/server/tables.ts'
import { applyDeadlines } from '../../src/modules/review/server/calendar.ts'
import { packedAward } from '../setups/packedAward.ts'
import type { Site } from './app.ts'
import { decide } from './applying.ts'
import { asStaff, putFile, signUp, signUpComplete, staffWith } from './make.ts'
import { bodyIdOf, everybody } from './meeting.ts'

type Staff = ReturnType<Site['as']>
export type Applicant = Awaited<ReturnType<typeof applicant>>
type Call = typeof awardCall.$inferInsert

const today = dayOf(new Date())
let made = 0

/** New staff for the steps of an award, from call to certificate. */
export async function awardDesks(site: Site) {
  const desk = async (role: string) => asStaff(site, await staffWith(site, [role]))
  return { awards: await desk('awards'), reviewer: await desk('reviewer'), secretary: await desk('secretary') }
}

/** An award like the demo association's of that code, with a code and a name of its own. */
export async function anAward({ services: { db } }: Site, like = 'science') {
  const { code, name, ...of } = await packedAward(like)
  const n = ++made
  const [kind] = await db
    .insert(awardKind)
    .values({ ...of, code: `${code}${n}`, name: `${name}${n}`, numberCode: `T${n}`, sort: n })
    .returning()
  return kind!
}

/** An award and its call, open since a month and for one more; `of`: what is different. */
export async function openCall(site: Site, of: Partial<Call> = {}, like = 'science') {
  const kind = await anAward(site, like)
  const year = of.year ?? Number(today.slice(0, 4))
  const [call] = await site.services.db
    .insert(awardCall)
    .values({
      kindId: kind.id,
      year,
      title: `${year} 年度${kind.name}申报通知`,
      rules: kind.rules,
      opensOn: addDays(today, -30),
      closesOn: addDays(today, 30),
      state: 'published',
      actorName: '奖励办',
      ...of,
    })
    .returning()
  return { kind, call: call! }
}

/** A company that may apply, with a file that it may hand in for anything. */
export async function applicant(site: Site) {
  const company = await signUpComplete(site)
  return { ...company, fileId: await putFile(site, company.token, '材料.png') }
}

/** A project as a company puts it forward, complete. */
export const projectOf = ({ orgName, creditCode }: Pick<Applicant, 'orgName' | 'creditCode'>): FormValues => ({
  subType: 'progress',
  groupCode: '05',
  levelWanted: 'first',
  name: `锅炉余热利用技术${++made}`,
  taskSource: 'G',
  startDate: '2023-03-01',
  endDate: '2025-06-30',
  keywords: '锅炉、余热、节能',
  isSecret: 'no',

  intro: '回收排烟余热。',
  techContent: '冷凝换热与防腐。',
  innovation: '分级回收。',
  application: '已用于 12 台锅炉。',
  benefits: [{ year: 2024, newSales: 1200, newProfit: 180, newTax: 60, saved: 90 }],
  rights: [
    { type: '发明专利', name: '一种余热回收装置', number: 'ZL202310000001.1', date: '2024-05-01', owner: orgName! },
  ],
  organisations: [{ name: orgName!, creditCode: creditCode!, contribution: '研究与应用' }],
  persons: [
    {
      name: '李晓明',
      sex: '男',
      title: '高级工程师',
      organisation: orgName!,
      mobile: '13900000911',
      contribution: '总体设计',
    },
    { name: '王芳', sex: '女', title: '工程师', organisation: orgName!, contribution: '试验与应用' },
  ],
  nominatorKind: 'unit',
  nominator: '示例省锅炉协会',
  nominateOpinion: '同意提名。',
  contactName: '李晓明',
  contactMobile: '13900000911',
  contactEmail: 'award@example.com',
  consent: true,
  agreeTruth: true,
})

const filesFor = ({ fileId }: Applicant, { rules }: Pick<typeof awardCall.$inferSelect, 'rules'>) =>
  rules.materials.flatMap(({ code, required }) => (required ? [{ code, fileId }] : []))

type Called = Awaited<ReturnType<typeof openCall>>

/** Hands a complete project in; answers what the call answered. */
export const handInEntry = (by: Applicant, { kind, call }: Called, more: FormValues = {}) =>
  by.api.post('/award/applySubmit', {
    type: kind.code,
    year: call.year,
    action: 'submit',
    files: filesFor(by, call),
    form: { ...projectOf(by), ...more },
  })

/** … and that its reviewer has passed. `id` is the application's, `entryId` what rounds know. */
export async function entryBeforeExperts(
  site: Site,
  { by, called, reviewer, form }: { by: Applicant; called: Called; reviewer: Staff; form?: FormValues },
) {
  const { code, msg, data } = await handInEntry(by, called, form)
  if (code !== 200) throw new Error(`${msg} ${JSON.stringify(data)}`)
  await decide(reviewer, data.id, '/staff/review/decide', '形式审查合格')
  const [entry] = await site.services.db.select().from(awardEntry).where(eq(awardEntry.applicationId, data.id))
  return { id: data.id as number, entryId: entry!.id, number: data.applyNo as string }
}

export type Judge = Awaited<ReturnType<typeof judge>>

/** An expert of the register with an account of the same phone; `ties`: to whom, beside an institute of their own. */
export async function judge(site: Site, { ties = [] as Partial<typeof expertTie.$inferInsert>[] } = {}) {
  const { api, token, phone, accountId } = await signUp(site, { accountType: 'person', realName: '评审员' })
  const { db, encryption } = site.services
  const name = `评审${[...String(++made)].map(digit => '零一二三四五六七八九'[Number(digit)]).join('')}`
  const [row] = await db
    .insert(expert)
    .values({ name, mobileSealed: encryption.encrypt(phone), mobileHash: encryption.hash(phone), mayLead: true })
    .returning()
  const own = { kind: 'employer' as const, organisationName: `${name}研究所`, fromDay: '2010-01-01' }
  await db.insert(expertTie).values([own, ...ties].map(tie => ({ ...own, ...tie, expertId: row!.id })))
  return { api, token, phone, accountId, name, expertId: row!.id }
}

type Round = { callId: number; entryIds: number[]; judges: Judge[]; dueOn?: string; kind?: string; open?: boolean }

/** A round with its panel, the first of them leading, in which experts score; answers its id and version. */
export async function openRound(
  desk: Staff,
  { callId, entryIds, judges, dueOn = addDays(today, 7), kind = 'online', open = true }: Round,
) {
  const where = kind === 'defence' ? { place: '演示路 28 号', startsAt: `${dueOn}T09:00:00+08:00` } : {}
  const made = await desk.post('/staff/award/round/save', { callId, name: '初评', kind, dueOn, entryIds, ...where })
  const experts = judges.map(({ expertId }, i) => ({ expertId, role: i === 0 ? 'leader' : 'member' }))
  const chosen = await desk.post('/staff/award/round/panel', { ...made.data, experts })
  const last = open && chosen.code === 200 ? await desk.post('/staff/award/round/open', chosen.data) : chosen
  if (last.code !== 200) throw new Error(`${made.msg} ${last.msg}`)
  return last.data as { id: number; version: number }
}

/** Returns points that sum up to `total`, spread over the criteria of the demo award. */
export function pointsOf({ criteria }: AwardRules, total: number): Record<string, number> {
  let left = total
  return Object.fromEntries(
    criteria.map(({ code, max }, i) => {
      const given = i === criteria.length - 1 ? left : Math.min(max, Math.floor((total * max) / 100))
      left = Math.round((left - given) * 10) / 10
      return [code, given]
    }),
  )
}

type Scoring = { rules: AwardRules; total: number; comment?: string }

/** Signs the declaration, writes and hands in; answers what handing in answered. */
export async function scoreEntry({ api }: Judge, id: number, entryId: number, { rules, total, comment = '' }: Scoring) {
  await api.post('/award/scoring/declare', { id })
  const points = pointsOf(rules, total)
  const saved = await api.post('/award/scoring/save', { id, entryId, points, comment })
  if (saved.code !== 200) return saved
  return api.post('/award/scoring/submit', { id, entries: [{ entryId, version: saved.data.version }] })
}

/** Ends a round, proposes a level for every entry of it, and sends them to the committee. */
export async function proposeAll(desk: Staff, id: number, levelCode: string) {
  const { data: of } = await desk.get('/staff/award/round/detail', { id })
  const closed = await desk.post('/staff/award/round/close', { id, version: of.version })
  if (closed.code !== 200) throw new Error(closed.msg)
  const marks = of.entries.map(({ entryId }: { entryId: number }) => ({ entryId, verdict: 'propose', levelCode }))
  const marked = await desk.post('/staff/award/round/mark', { ...closed.data, marks })
  const sent = await desk.post('/staff/award/round/send', marked.data)
  if (sent.code !== 200) throw new Error(`${marked.msg} ${sent.msg}`)
}

/** A meeting of the committee that passes all of them; answers what recording answered, and the meeting's id. */
export async function meetOn(site: Site, secretary: Staff, applicationIds: number[]) {
  const { data: meeting } = await secretary.post('/staff/meeting/save', {
    title: `奖励委员会第 ${++made} 次会议`,
    bodyId: await bodyIdOf(site, 'awards'),
    meetsOn: today,
  })
  const { data: planned } = await secretary.post('/staff/meeting/items', {
    ...meeting,
    items: applicationIds.map(applicationId => ({ applicationId })),
  })
  const { data: held } = await secretary.post('/staff/meeting/move', { ...planned, to: 'held' })
  const met = await everybody(secretary, meeting.id)
  const recorded = await secretary.post('/staff/meeting/record', { ...held, ...met, opinion: '奖励委员会审定通过' })
  return { ...recorded, meetingId: meeting.id as number, held: held as { id: number; version: number } }
}

/** The days of its notice are over since last night: what nobody objected to passes by itself. */
export async function nightAfterNotice(site: Site, applicationId: number) {
  await site.services.db
    .update(publicNotice)
    .set({ toDay: addDays(today, -1) })
    .where(eq(publicNotice.applicationId, applicationId))
  await applyDeadlines(site.ctx())
}

/** A project that has won the first prize, with the people and desks that it took. */
export async function wonEntry(site: Site, desks: Awaited<ReturnType<typeof awardDesks>>, form: FormValues = {}) {
  const called = await openCall(site)
  const by = await applicant(site)
  const { id, entryId } = await entryBeforeExperts(site, { by, called, reviewer: desks.reviewer, form })
  const judges = [await judge(site), await judge(site), await judge(site)]
  const round = await openRound(desks.awards, { callId: called.call.id, entryIds: [entryId], judges })
  for (const [i, one] of judges.entries())
    await scoreEntry(one, round.id, entryId, { rules: called.call.rules, total: 80 + i })
  await proposeAll(desks.awards, round.id, 'first')
  const { code, msg } = await meetOn(site, desks.secretary, [id])
  if (code !== 200) throw new Error(msg)
  await nightAfterNotice(site, id)
  return { ...called, by, id, entryId }
}
