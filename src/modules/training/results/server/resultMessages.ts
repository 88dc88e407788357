import { asc, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { defineTemplate, type Rendered, readWording, renderWording } from '#modules/messages/server/templates.ts'
import { application } from '#modules/review/server/tables.ts'
import { aboutRegistration, textRegistrant } from '#modules/training/enrolling/server/registrant.ts'
import { type ParticipantResult, resultNames } from '#modules/training/participantWords.ts'
import { type course, participant, registration } from '#modules/training/server/tables.ts'

const about = { 培训班: '检验人员取证班', 编号: 'PX2026-000123' }
const shared = { group: '培训' }

export const resultsAnnounced = defineTemplate({
  ...shared,
  code: 'training.results',
  name: '培训成绩已公布',
  title: '“{培训班}”成绩已公布',
  content: '报名 {编号} 的成绩已公布：{结果}。分数和学时可在报名详情中查看。',
  sms: '您报名的“{培训班}”（{编号}）成绩已公布：{结果}。',
  placeholders: { ...about, 结果: '张晓明 合格、李芳 不合格' },
})
export const resultsCorrected = defineTemplate({
  ...shared,
  code: 'training.corrected',
  name: '培训成绩更正',
  title: '“{培训班}”成绩有更正',
  content: '报名 {编号} 的成绩已更正：{结果}。原因：{原因}',
  sms: '您报名的“{培训班}”（{编号}）成绩已更正：{结果}。原因：{原因}。',
  placeholders: { ...about, 结果: '张晓明 合格', 原因: '阅卷复核' },
})
export const certificatesIssued = defineTemplate({
  ...shared,
  code: 'training.certificates',
  name: '培训证书已签发',
  title: '“{培训班}”的人员证书已签发',
  content: '报名 {编号} 的人员证书已签发：{证书}。可在会员中心查看，或在证书查验页查验。',
  sms: '您报名的“{培训班}”（{编号}）人员证书已签发：{证书}。可在协会网站证书查验页查验。',
  placeholders: { ...about, 证书: '张晓明 SJ1-2026-32-00018' },
  variables: { 证书: { name: 'certificates', kind: 'list', max: 35 } },
})

export const holderCertificate = defineTemplate({
  ...shared,
  code: 'training.holderCertificate',
  name: '人员证书已签发（致本人）',
  title: '证书已签发：{证书}',
  content: '{证书}（{编号}）已签发，可在会员中心查看。',
  sms: '',
  placeholders: { 证书: '安全管理员', 编号: 'SJ1-2026-32-00018' },
})

type Course = Pick<typeof course.$inferSelect, 'title'>

/** Tells whoever signed these people up how they did: one message a registration. Answers how many. */
export async function notifyResults(
  ctx: Ctx,
  of: Course,
  { participantIds, corrected }: { participantIds: readonly number[]; corrected?: string },
): Promise<number> {
  const say = (result: ParticipantResult) => resultNames[result]
  const rows = await peopleOf(ctx, participantIds)
  return notifyEach(
    ctx,
    of,
    rows.map(row => ({ ...row, said: `${row.name} ${say(row.result)}` })),
    { code: corrected ? resultsCorrected.code : resultsAnnounced.code, as: '结果', more: { 原因: corrected ?? '' } },
  )
}

/** The same of certificates that have just been issued; by the id of the participant. */
export async function notifyIssued(ctx: Ctx, of: Course, numbers: ReadonlyMap<number, string>): Promise<number> {
  const rows = await peopleOf(ctx, [...numbers.keys()])
  return notifyEach(
    ctx,
    of,
    rows.map(row => ({ ...row, said: `${row.name} ${numbers.get(row.id)}` })),
    { code: certificatesIssued.code, as: '证书' },
  )
}

const peopleOf = ({ db }: Pick<Ctx, 'db'>, ids: readonly number[]) =>
  db
    .select({
      id: participant.id,
      name: participant.name,
      result: participant.result,
      of: registration,
      accountId: application.accountId,
    })
    .from(participant)
    .innerJoin(registration, eq(registration.id, participant.registrationId))
    .leftJoin(application, eq(application.id, registration.applicationId))
    .where(inArray(participant.id, [...ids]))
    .orderBy(asc(registration.id), asc(participant.place), asc(participant.id))

type ResultRecipient = Awaited<ReturnType<typeof peopleOf>>[number] & { said: string }
type MessageWording = { code: string; as: string; more?: Record<string, string> }

/** Maximum number of names in a message; beyond that only the count is given. */
const MAX_NAMES = 8

async function notifyEach(
  ctx: Ctx,
  { title }: Course,
  rows: ResultRecipient[],
  { code, as, more }: MessageWording,
): Promise<number> {
  const wording = await readWording(ctx, code)
  let told = 0
  for (const people of Map.groupBy(rows, row => row.of.id).values()) {
    const { of, accountId } = people[0]!
    const said = people.slice(0, MAX_NAMES).map(one => one.said)
    const list = people.length > MAX_NAMES ? `${said.join('、')} 等 ${people.length} 人` : said.join('、')
    const values = { 培训班: title, 编号: of.number ?? '', [as]: list, ...more }
    told += await notifyOrText(ctx, of, accountId, renderWording(ctx, code, wording, values))
  }
  return told
}

/** Sends to the member centre, or by SMS if there is no account. */
async function notifyOrText(
  ctx: Ctx,
  of: ResultRecipient['of'],
  accountId: number | null,
  texts: Rendered,
): Promise<number> {
  if (accountId !== null) {
    await notify(ctx, { ...texts, ...aboutRegistration(of), accountId })
    return 1
  }
  return (await textRegistrant(ctx, of, texts)) ? 1 : 0
}
