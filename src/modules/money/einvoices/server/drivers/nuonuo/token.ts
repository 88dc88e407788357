import { and, eq, gt } from 'drizzle-orm'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { callProvider } from '#lib/server/http/callProvider.ts'
import { parseJson } from '#lib/server/http/signedCalls.ts'
import type { NuonuoSettings } from '#lib/server/process/invoiceSettings.ts'
import { lockKey } from '#modules/accounts/server/attempts.ts'
import { eInvoiceToken } from '../../tables.ts'
import { type DriverContext, ProviderUnavailable } from '../invoiceDriver.ts'

const DAY = 86_400_000
/** The platform lends a token 50 times in 30 days; some are left for whoever tries the same application elsewhere. */
const MAX_REQUESTS_PER_30_DAYS = 45
const COUNTED_PERIOD_MS = 30 * DAY
/** A day needs one: whatever goes wrong, it does not use up the month. */
const MAX_REQUESTS_PER_DAY = 4
/** Renews a token this many ms before it expires. */
const RENEWAL_MARGIN_MS = 600_000
const MAX_ANSWER_BYTES = 16 << 10

/** Returns the access token, shared by all processes; one of them renews it under a lock when it has expired. */
export async function tokenOf(ctx: DriverContext, of: NuonuoSettings): Promise<string> {
  const kept = of.token || (await read(ctx, of))
  if (kept) return kept
  const asked = await inTransaction(ctx, async tx => {
    await lockKey(tx, `e-invoice token ${of.appKey}`)
    return (await read(tx, of)) ?? (await renew(tx, of))
  })
  if (asked instanceof Error) throw asked
  return asked
}

/** The platform no longer takes it, whatever time it was lent for; another process may have a newer one already. */
export async function dropToken(ctx: DriverContext, of: NuonuoSettings, value: string): Promise<void> {
  if ((await read(ctx, of)) !== value) return
  await ctx.db.update(eInvoiceToken).set({ expiresAt: null }).where(eq(eInvoiceToken.appKey, of.appKey))
}

async function read({ db, encryption }: DriverContext, { appKey }: NuonuoSettings): Promise<string | undefined> {
  const [kept] = await db
    .select()
    .from(eInvoiceToken)
    .where(and(eq(eInvoiceToken.appKey, appKey), gt(eInvoiceToken.expiresAt, new Date())))
  return kept && encryption.decrypt(kept.valueSealed)
}

/** Returns an error instead of throwing, so that the attempt is committed and counted. */
async function renew({ db, encryption }: DriverContext, of: NuonuoSettings): Promise<string | Error> {
  const { appKey } = of
  const now = Date.now()
  const [row] = await db.select().from(eInvoiceToken).where(eq(eInvoiceToken.appKey, appKey))
  const recent = (row?.asked ?? []).filter(at => Date.parse(at) > now - COUNTED_PERIOD_MS)
  const today = recent.filter(at => Date.parse(at) > now - DAY)
  if (recent.length >= MAX_REQUESTS_PER_30_DAYS || today.length >= MAX_REQUESTS_PER_DAY)
    return new ProviderUnavailable(
      '向诺诺获取令牌的次数接近上限（30 天 50 次），请系统管理员核对这个应用是否在别处使用',
    )
  const lent = await askToken(of).catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
  const asked = [...recent, new Date(now).toISOString()]
  const kept =
    lent instanceof Error
      ? { asked }
      : {
          asked,
          valueSealed: encryption.encrypt(lent.value),
          expiresAt: new Date(now + lent.lasts - RENEWAL_MARGIN_MS),
        }
  await db
    .insert(eInvoiceToken)
    .values({ appKey, ...kept })
    .onConflictDoUpdate({ target: eInvoiceToken.appKey, set: kept })
  return lent instanceof Error ? lent : lent.value
}

async function askToken({ open, appKey, appSecret }: NuonuoSettings) {
  const body = new URLSearchParams({
    client_id: appKey,
    client_secret: appSecret,
    grant_type: 'client_credentials',
  }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }
  const answered = await callProvider(`${open}/accessToken`, { method: 'POST', headers, body, most: MAX_ANSWER_BYTES })
  const said = parseJson(answered.body)
  if (typeof said !== 'object' || said === null) throw new Error(`诺诺没有给出令牌（${answered.status}）`)
  const value = 'access_token' in said ? said.access_token : undefined
  if (typeof value !== 'string' || value === '') {
    const words = ['error' in said && said.error, 'error_description' in said && said.error_description]
    const why =
      words
        .filter(word => typeof word === 'string')
        .join(' ')
        .slice(0, 100) || `${answered.status}`
    throw new ProviderUnavailable(`诺诺没有给出令牌（${why}），请系统管理员核对 appKey 和 appSecret`)
  }
  const seconds = 'expires_in' in said ? Number(said.expires_in) : 0
  return { value, lasts: seconds > 0 ? Math.min(seconds * 1000, COUNTED_PERIOD_MS) : DAY }
}
