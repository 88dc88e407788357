import { eq } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { readKinds } from '#modules/qualifications/catalogue/server/kindSettings.ts'
import { type Application, defineKind, type Effect, type Entered } from '#modules/review/server/applicationKinds.ts'
import { application } from '#modules/review/server/tables.ts'
import { legacyFields, MAX_SCANS, OTHER } from '../legacyForm.ts'
import { legacyAside, registerLegacy } from './legacyApproval.ts'
import { refuseRegistered } from './legacyRegister.ts'
import { legacyClaim } from './tables.ts'

export const SCAN = 'certScan'
const PAGE = '/admin/publicity/qualification/old'

type QueryCtx = Pick<Ctx, 'db'>

async function schema(ctx: QueryCtx) {
  // Closed ones included: certificates of the past are of them, too.
  const kinds = await readKinds(ctx)
  const option = ({ id, name }: { id: number; name: string }) => ({ code: String(id), name })
  return {
    path: ['review'] as const,
    fields: legacyFields(
      kinds.map(option),
      kinds.flatMap(({ levels }) => levels.map(option)),
    ),
    slots: [{ code: SCAN, name: '证书扫描件', required: true, max: MAX_SCANS, hint: '正本或副本，编号和公章须清晰' }],
  }
}

/** 旧证补录: a certificate from before the register, brought in by whoever holds the paper. */
export const legacyKind = defineKind({
  kind: 'qualificationLegacy',
  name: '旧证补录',
  prefix: 'BL',
  publishes: false,
  messages: 'qualification',
  schema,
  route: (_, id) => `${PAGE}?id=${id}`,
  title: ({ orgName = '', certNo = '' }) => `${orgName} ${certNo}`.trim(),
  visitorIn: title => title.slice(0, title.lastIndexOf(' ')) || title,
  phone: ({ contactMobile = '' }) => String(contactMobile),
  check,
  aside: legacyAside,
  entered: {
    submitted: async (ctx, { application }) => linkFor(ctx, application, '查看进度'),
    returned: async (ctx, { application }) => {
      await openLinked(ctx, application)
      return linkFor(ctx, application, '更正')
    },
    approved: async (ctx, entered) => {
      await closeClaim(ctx, entered)
      return registerLegacy(ctx, entered)
    },
    rejected: closeClaim,
    withdrawn: closeClaim,
    expired: closeClaim,
  },
})

/** Checks across fields. */
async function check(ctx: Ctx, { application, values }: { application: Application; values: FormValues }) {
  const faults = { ...(await kindFaults(ctx, values)), ...dateFaults(ctx, values) }
  if (!/\d/.test(String(values.certNo))) faults.certNo = '编号中应有数字，请照证书抄写'
  const wrong = Object.keys(faults).length
  if (wrong) throw invalid(`有 ${wrong} 处需要更正`, faults)
  await isOfOwnCompany(ctx, application, values)
  await refuseRegistered(ctx, values)
}

async function kindFaults(ctx: QueryCtx, { childId, oldKind, levelId }: FormValues): Promise<Record<string, string>> {
  if (childId === OTHER) return oldKind ? {} : { oldKind: '请照证书填写种类名称' }
  const found = (await readKinds(ctx)).find(({ id }) => String(id) === childId)
  const { levels } = found!
  if (levels.length === 0 || levels.some(({ id }) => String(id) === levelId)) return {}
  return { levelId: `请选择该种类的级别：${levels.map(({ name }) => name).join('、')}` }
}

function dateFaults({ now }: Ctx, { issueDate, validTo, childId }: FormValues): Record<string, string> {
  if (String(issueDate) > dayOf(now)) return { issueDate: '发证日期不能晚于今天' }
  if (validTo && String(validTo) < String(issueDate)) return { validTo: '不能早于发证日期' }
  return !validTo && childId === OTHER ? { validTo: '请填写证书上的有效期至' } : {}
}

/** A member hands in what its own company holds; a visitor's is looked at by staff. */
async function isOfOwnCompany({ db }: Ctx, { accountId }: Application, { creditCode }: FormValues) {
  if (accountId === null) return
  const [own] = await db.select({ creditCode: account.creditCode }).from(account).where(eq(account.id, accountId))
  if (own!.creditCode === creditCode) return
  throw invalid('会员账号只能补录本单位的证书', { creditCode: `应为本单位的 ${own!.creditCode}` })
}

/** Kind and level can only be corrected together: a remark on one of these fields opens all of them. */
const LINKED = ['childId', 'oldKind', 'levelId', 'oldLevel']

async function openLinked(ctx: Ctx, of: Application) {
  const named = of.remarks.flatMap(({ field }) => field ?? [])
  if (!LINKED.some(name => named.includes(name))) return
  const { fields } = await schema(ctx)
  const others = fields.filter(({ name }) => LINKED.includes(name) && !named.includes(name))
  const remarks = [...of.remarks, ...others.map(({ name, label }) => ({ field: name, label, text: '随种类一并核对' }))]
  await ctx.db.update(application).set({ remarks }).where(eq(application.id, of.id))
}

/** Adds a link to the text message for visitors, who have no member centre. */
async function linkFor(ctx: Ctx, { id, accountId }: Application, what: string): Promise<Effect | undefined> {
  if (accountId !== null) return
  return { say: `${what}：${ctx.config.publicUrl}${PAGE}?token=${ctx.encryption.encrypt(`${LINK}${id}`)}` }
}
const LINK = 'legacy '

/** The application whose link this is; none where it is not one of ours. */
export function linkedApplication({ encryption }: Pick<Ctx, 'encryption'>, token: string): number | undefined {
  try {
    const said = encryption.decrypt(token)
    return said.startsWith(LINK) ? Number(said.slice(LINK.length)) : undefined
  } catch {
    return
  }
}

/** Closes the claim, so that the certificate may be submitted again unless it is registered. */
async function closeClaim({ db }: Ctx, { application }: Entered): Promise<undefined> {
  await db.update(legacyClaim).set({ isOpen: false }).where(eq(legacyClaim.applicationId, application.id))
}
