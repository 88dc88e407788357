import { and, asc, eq, gt, inArray, isNotNull, or } from 'drizzle-orm'
import type { FieldErrors, FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inBatches } from '#lib/server/sheets/workbook.ts'
import { refuseForbidden } from '#modules/imports/server/forbiddenWords.ts'
import { defineImport, type ImportColumn, type ImportKind, type Verdict } from '#modules/imports/server/importKinds.ts'
import { restoreRows } from '#modules/imports/server/restoring.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { readPublicWordRule } from '#modules/settings/server/publicWords.ts'
import { sexNames } from '../bodyWords.ts'
import { readMonth } from '../postForms.ts'
import type { Held } from '../rules.ts'
import { appointmentsMade, checkAppointment, type NewAppointment, readSetting } from './appointing.ts'
import { readEntries } from './appointments.ts'
import { appointment } from './tables.ts'

const BATCH_SIZE = 500

const text = (name: string, label: string, max: number, example: string, of: Partial<ImportColumn> = {}) => ({
  name,
  label,
  section: '',
  kind: 'text' as const,
  max,
  example,
  ...of,
})

const columns: ImportColumn[] = [
  text('personName', '姓名', 50, '程远', { kind: 'personName', required: true, aliases: ['代表姓名', '人员姓名'] }),
  text('organisation', '单位', 100, '示例机电有限公司', {
    aliases: ['单位名称', '工作单位', '所在单位', '企业名称', '会员单位'],
    hint: '与登记的名称一致的自动关联；没有登记的按名称记录',
  }),
  text('post', '职务', 20, '常务理事', { required: true, aliases: ['协会职务', '会内职务', '担任职务'] }),
  text('body', '机构', 30, '理事会', { aliases: ['任职机构'], hint: '职务的名称只有一个机构有的可以不填' }),
  text('term', '届次', 20, '第六届', { hint: '留空为任期起所在的一届' }),
  text('fromDay', '任期起', 10, '2024-03-20', {
    kind: 'day',
    aliases: ['任职起', '任职时间', '任职日期', '开始日期'],
    hint: '写了届次的可以不填：从届初算起',
  }),
  text('toDay', '任期止', 10, '', { kind: 'day', aliases: ['任职止', '结束日期'], hint: '留空为至届满' }),
  {
    ...text('sex', '性别', 1, '男'),
    kind: 'choice',
    options: [
      { code: 'male', name: sexNames.male },
      { code: 'female', name: sexNames.female },
    ],
  },
  text('bornMonth', '出生年月', 12, '1968-05', { aliases: ['出生日期', '出生'] }),
  text('mobile', '手机', 20, '13900001234', {
    kind: 'mobile',
    personal: true,
    aliases: ['手机号', '电话', '联系电话'],
  }),
  text('position', '单位职务', 40, '董事长', { aliases: ['职位', '行政职务'] }),
  text('decision', '依据', 100, '第六届会员大会选举', { aliases: ['产生方式', '选举会议'] }),
  text('decidedOn', '决定日期', 10, '', { kind: 'day' }),
  text('exceptionReason', '例外理由', 300, '', {
    aliases: ['例外的理由', '超龄理由', '特殊情况说明'],
    hint: '不符合任职规则、而章程允许例外的，写明理由；随任职记录保存',
  }),
]

type Setting = Awaited<ReturnType<typeof readSetting>>
const said = (values: FormValues, name: string) => String(values[name] ?? '').trim()

/** What a row names in words, as records; or what is wrong with it, by column. */
function resolve(
  values: FormValues,
  { bodies, posts, terms }: Setting,
  organisations: ReadonlyMap<string, number>,
): { given?: NewAppointment; wrong: FieldErrors } {
  const wrong: FieldErrors = {}
  const body = bodies.find(({ name }) => name === said(values, 'body'))
  if (said(values, 'body') && !body) wrong.body = `没有“${said(values, 'body')}”，请先在“组织机构”里设`
  const named = posts.filter(({ name, bodyId }) => name === said(values, 'post') && (!body || bodyId === body.id))
  const [post] = named
  if (!post && !wrong.body)
    wrong.post = `${body?.name ?? '各机构'}没有“${said(values, 'post')}”这个职务，请先在“组织机构”里设`
  if (named.length > 1) wrong.body = `${named.length} 个机构有“${said(values, 'post')}”，请写明机构`
  const within = terms.filter(({ bodyId }) => bodyId === post?.bodyId)
  const term = within.find(({ number }) => number === said(values, 'term'))
  if (post && said(values, 'term') && !term) wrong.term = '这个机构没有这一届，请先在“组织机构”里设'
  const fromDay = said(values, 'fromDay') || term?.fromDay
  if (!fromDay && !wrong.term) wrong.fromDay = '请填写任期起，或写明届次'
  const bornMonth = said(values, 'bornMonth') ? readMonth(said(values, 'bornMonth')) : null
  if (bornMonth === undefined) wrong.bornMonth = '应为年月，例如 1968-05'
  if (Object.keys(wrong).length > 0 || !post || !fromDay) return { wrong }
  const organisationId = organisations.get(said(values, 'organisation')) ?? null
  const given: NewAppointment = {
    postId: post.id,
    ...(term && { termId: term.id }),
    personName: said(values, 'personName'),
    sex: (values.sex ?? null) as NewAppointment['sex'],
    bornMonth: bornMonth ?? null,
    organisationId,
    organisationName: organisationId === null ? said(values, 'organisation') : '',
    position: said(values, 'position'),
    mobile: said(values, 'mobile') || null,
    fromDay,
    toDay: said(values, 'toDay') || null,
    decision: said(values, 'decision'),
    decidedOn: said(values, 'decidedOn') || null,
    exceptionReason: said(values, 'exceptionReason'),
  }
  return { given, wrong }
}

async function readOrganisations({ db }: Pick<Ctx, 'db'>, rows: readonly { values: FormValues }[]) {
  const names = [...new Set(rows.map(({ values }) => said(values, 'organisation')).filter(Boolean))]
  const { id, name, shortName } = organisation
  const found = await db
    .select({ id, name, shortName })
    .from(organisation)
    .where(or(inArray(name, names), and(inArray(shortName, names), isNotNull(shortName))))
  return new Map([
    ...found.map((one): [string, number] => [one.shortName, one.id]),
    ...found.map((one): [string, number] => [one.name, one.id]),
  ])
}

/** Columns of the sheet in which faults of the form's fields lie. */
const COLUMNS: Record<string, string> = { postId: 'post', termId: 'term', organisationId: 'organisation' }

const look: ImportKind['look'] = async (ctx, rows) => {
  const [setting, organisations] = [await readSetting(ctx), await readOrganisations(ctx, rows)]
  const judge = await readPublicWordRule(ctx)
  const pending: Held[] = []
  const verdicts: Verdict[] = []
  for (const { row, values } of rows) {
    const verdict = await judgeRow(ctx, values, { setting, organisations, pending, row })
    verdicts.push(verdict.do === 'add' ? (refuseForbidden(judge, columns, values) ?? verdict) : verdict)
  }
  return verdicts
}

type Looking = { setting: Setting; organisations: Map<string, number>; pending: Held[]; row: number }

/** Rows are held against the rules one after the other: each counts for those below it. */
async function judgeRow(ctx: Ctx, values: FormValues, looking: Looking): Promise<Verdict> {
  const { setting, organisations, pending, row } = looking
  const { given, wrong } = resolve(values, setting, organisations)
  if (!given) {
    const [column] = Object.keys(wrong)
    return { do: 'refuse', column: column!, why: Object.values(wrong).join('；') }
  }
  if (await isRegistered(ctx, given)) return { do: 'same' }
  const { held, errors, faults } = await checkAppointment(ctx, given, setting, { pending })
  const [fault] = [
    ...Object.entries(errors).map(([field, why]) => ({ field, why })),
    ...faults
      .filter(({ isExcusable }) => !isExcusable || !given.exceptionReason)
      .map(({ field, sentence, isExcusable }) => ({
        field,
        why: isExcusable ? `${sentence}；章程允许例外的，请在“例外理由”一栏写明理由` : sentence,
      })),
  ]
  if (fault) return { do: 'refuse', column: COLUMNS[fault.field] ?? fault.field, why: fault.why }
  pending.push({ ...held, id: -row })
  const isUnknown = given.organisationId === null && given.organisationName
  const notes = [
    ...(isUnknown ? ['单位没有登记，按名称记录'] : []),
    ...faults.map(({ sentence }) => `按例外任命：${sentence}`),
  ]
  return { do: 'add', ...(notes.length > 0 && { notes }) }
}

async function isRegistered({ db }: Pick<Ctx, 'db'>, given: NewAppointment): Promise<boolean> {
  const { postId, personName, fromDay, organisationId, organisationName } = appointment
  const same = [eq(postId, given.postId), eq(personName, given.personName), eq(fromDay, given.fromDay)]
  const isSameCompany = given.organisationId
    ? eq(organisationId, given.organisationId)
    : eq(organisationName, given.organisationName ?? '')
  return (await db.$count(appointment, and(...same, isSameCompany))) > 0
}

const write: ImportKind['write'] = async (ctx, rows) => {
  const [setting, organisations] = [await readSetting(ctx), await readOrganisations(ctx, rows)]
  const given = rows.map(({ values }) => resolve(values, setting, organisations).given!)
  return (await appointmentsMade(ctx, given)).map(({ id }) => id)
}

async function* records(ctx: Ctx): AsyncGenerator<FormValues> {
  const batches = inBatches<{ id: number }>(after =>
    ctx.db
      .select({ id: appointment.id })
      .from(appointment)
      .where(after && gt(appointment.id, after.id))
      .orderBy(asc(appointment.id))
      .limit(BATCH_SIZE),
  )
  for await (const { id } of batches) {
    const [entry] = await readEntries(ctx, [id])
    if (!entry) continue
    const { of, body, post, termNumber, organisationName } = entry
    yield {
      recordId: id,
      personName: of.personName,
      organisation: organisationName,
      post: post.name,
      body: body.name,
      term: termNumber ?? '',
      fromDay: of.fromDay,
      toDay: of.toDay,
      sex: of.sex,
      bornMonth: of.bornMonth,
      mobile: of.mobileSealed && ctx.encryption.decrypt(of.mobileSealed),
      position: of.position,
      decision: of.decision,
      decidedOn: of.decidedOn,
      exceptionReason: of.exceptionReason,
    }
  }
}

defineImport({
  kind: 'appointments',
  order: 25,
  name: '任职名单',
  permission: 'staff:posts',
  policy:
    '现在或往届的名单：逐行按任职规则核对后任命；同一人、同一职务、同一任期起已登记的跳过。不会结束原有的任职，也不变更会员级别。',
  key: {
    column: 'personName',
    of: values =>
      ['personName', 'organisation', 'body', 'post', 'term', 'fromDay'].map(name => said(values, name)).join(' '),
  },
  columns: async () => columns,
  look,
  write,
  records,
  personal: {
    read: async (ctx, ids) => {
      const rows = await ctx.db.select().from(appointment).where(inArray(appointment.id, ids))
      const valuesOf = (sealed: string | null): FormValues => (sealed ? { mobile: ctx.encryption.decrypt(sealed) } : {})
      return new Map(rows.map(of => [of.id, valuesOf(of.mobileSealed)]))
    },
    count: ({ db }) => db.$count(appointment, isNotNull(appointment.mobileSealed)),
  },
  undo: (ctx, rows, writtenAt) => restoreRows(ctx, appointment, rows, writtenAt),
})
