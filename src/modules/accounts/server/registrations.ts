import { randomInt } from 'node:crypto'
import { eq, or } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { invalidFields, isRefusal, Refusal } from '#lib/error.ts'
import type { FieldErrors, FormField } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { currentVersions, type Version } from '../documents/server/versions.ts'
import type { ownAccountContract } from '../ownAccountContract.ts'
import { lockKey } from './attempts.ts'
import { registerCode } from './codePurposes.ts'
import { checkCode, spendCode } from './codes.ts'
import { isOnRecord, isTheCompany } from './companyRecords.ts'
import { hashPassword, passwordFault } from './passwords.ts'
import { type Account, openSession } from './sessions.ts'
import { account, consent } from './tables.ts'
import { isUserName, userNameFault } from './userNames.ts'

type Registration = (typeof ownAccountContract)['POST /register']
type Given = Parsed<Registration>

const field = (name: string, label: string, kind: FormField['kind']): FormField => {
  return { name, label, kind, section: '', required: true }
}
const PHONE = field('phone', '手机号', 'mobile')
const FIELDS = {
  organisation: [
    field('orgName', '单位名称', 'organisationName'),
    field('creditCode', '统一社会信用代码', 'creditCode'),
  ],
  person: [field('realName', '姓名', 'personName')],
}

export const registrationsHandlers = {
  'POST /register': (ctx, given) =>
    openAccount(ctx, given.userName.trim() ? given : { ...given, userName: anyUserName() }, {
      fields: FIELDS[given.accountType],
      whose: ({ orgName, realName, creditCode }) => ({
        kind: given.accountType,
        displayName: (orgName ?? realName)!,
        creditCode,
      }),
    }),
} satisfies Partial<Handlers<typeof ownAccountContract>>

/** Generates a user name for accounts that sign in by phone or credit code. */
const anyUserName = () => `u${randomInt(1e9, 1e10)}`

type Credentials = Pick<Given, 'userName' | 'phone' | 'code' | 'password' | 'agree'>
type Texts = Partial<Record<string, string>>
type AccountOpening = {
  /** Form fields besides user name, phone and password. */
  fields: readonly FormField[]
  whose: (typed: Texts) => { kind: 'organisation' | 'person'; displayName: string; creditCode?: string }
  /** Checks further conditions inside the transaction, before anything is inserted; throws if they fail. */
  prove?: (tx: Ctx) => Promise<void>
  opened?: (tx: Ctx, made: Account) => Promise<void>
}

/** Creates an account. Phone, credit code and user name stay unique under concurrent calls. */
export async function openAccount(ctx: Ctx, given: Credentials, { fields, whose, prove, opened }: AccountOpening) {
  const { userName, phone, typed, faults } = await readRegistration(ctx, given, fields)
  const { kind, displayName, creditCode } = whose(typed)
  const isReadable = !('phone' in faults || 'code' in faults)
  const code = isReadable ? await fieldsRefused(checkCode(ctx, { purpose: registerCode, phone, code: given.code })) : {}
  // A company on record must be proved: until then several accounts may claim its credit code.
  const isClaimed = creditCode !== undefined && (await isOnRecord(ctx, creditCode))
  // Checked only after the SMS code, so that strangers cannot find out who has an account.
  const known = typeof code === 'number' ? await findTaken(ctx, { userName, creditCode, isClaimed }) : undefined
  if (typeof code !== 'number' || Object.keys(faults).length > 0)
    throw invalidFields({ ...faults, ...(typeof code !== 'number' && code), ...known?.fields })
  if (known) throw known
  const passwordHash = await hashPassword(given.password)
  return inTransaction(ctx, async tx => {
    await prove?.(tx)
    const phoneHash = ctx.encryption.hash(phone)
    await lockKey(tx, phoneHash)
    const [made] = await tx.db
      .insert(account)
      .values({
        kind,
        userName,
        displayName,
        creditCode: isClaimed ? null : creditCode,
        claimedCode: isClaimed ? creditCode : null,
        passwordHash,
        phoneHash,
        phoneSealed: ctx.encryption.encrypt(phone),
        createdAt: ctx.now,
        passwordChangedAt: ctx.now,
      })
      .onConflictDoNothing()
      .returning()
    if (!made) throw await findTaken(tx, { userName, creditCode, isClaimed, phoneHash })
    await spendCode(tx, code)
    const agreed = given.agree.map(one => ({ ...one, accountId: made.id, action: 'given' as const }))
    await tx.db.insert(consent).values(agreed.map(row => ({ ...row, at: ctx.now, address: ctx.address })))
    await opened?.(tx, made)
    const [own] = await tx.db.select().from(account).where(eq(account.id, made.id))
    return openSession(tx, own!)
  })
}

/** Waits for an answer, or for the faults of fields with which it was refused; throws any other refusal. */
async function fieldsRefused(answer: Promise<number>): Promise<number | FieldErrors> {
  try {
    return await answer
  } catch (error) {
    if (isRefusal(error) && error.fields) return error.fields
    throw error
  }
}

/** Reads and normalises the form, and collects the faults of its fields. */
async function readRegistration(ctx: Ctx, given: Credentials, fieldsBeside: readonly FormField[]) {
  const today = dayOf(ctx.now)
  const { values, errors } = readForm([PHONE, ...fieldsBeside], given, { whole: true, today })
  const userName = given.userName.normalize('NFKC')
  const { phone, ...typed } = values as Texts
  const faults: Record<string, string | undefined> = {
    userName: userNameFault(userName),
    ...errors,
    code: given.code ? undefined : '请填写短信验证码',
    password: await passwordFault(ctx, given.password, { userName, phone }),
    agree: agreementFault(given.agree, await currentVersions(ctx)),
  }
  const found = Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault)) as FieldErrors
  return { userName, phone: phone!, typed, faults: found }
}

function agreementFault(agreed: Given['agree'], current: readonly Version[]): string | undefined {
  const givenTo = (document: string) => agreed.filter(one => one.document === document)
  const missing = current.filter(({ document }) => givenTo(document).length === 0)
  if (missing.length > 0) return `请先阅读并同意${missing.map(({ title }) => title).join('和')}`
  const changed = current.filter(({ document, version }) => givenTo(document).some(one => one.version !== version))
  if (changed.length > 0) return `${changed.map(({ title }) => title).join('和')}已更新，请重新阅读并同意`
  if (agreed.length > current.length) return '每份文件只需同意一次'
}

type Unique = { userName: string; creditCode?: string; isClaimed: boolean; phoneHash?: string }

/** Returns a refusal that names the fields whose value already has an account. */
async function findTaken(
  ctx: Ctx,
  { userName, creditCode, isClaimed, phoneHash }: Unique,
): Promise<Refusal | undefined> {
  const same = [
    isUserName(userName),
    creditCode ? eq(account.creditCode, creditCode) : undefined,
    phoneHash ? eq(account.phoneHash, phoneHash) : undefined,
  ]
  const holders: Account[] = await ctx.db
    .select()
    .from(account)
    .where(or(...same))
  if (phoneHash && holders.some(holder => holder.phoneHash === phoneHash))
    return taken({ phone: '这个手机号已有账号，请直接登录或找回密码' })
  const faults: FieldErrors = {}
  if (creditCode && holders.some(holder => holder.creditCode === creditCode && (!isClaimed || isTheCompany(holder))))
    faults.creditCode = '该单位已有账号，请用“找回密码”登录；原联系人已离职的，请办理“联系人变更”'
  if (holders.some(holder => holder.userName.toLowerCase() === userName.toLowerCase()))
    faults.userName = '这个用户名已被使用，请换一个'
  return Object.keys(faults).length > 0 ? taken(faults) : undefined
}

const taken = (faults: FieldErrors) => new Refusal(409, Object.values(faults)[0]!, faults)
