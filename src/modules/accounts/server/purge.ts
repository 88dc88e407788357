import { isNotNull, lt, or } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { HANDLED_DAYS } from './handling.ts'
import { accountHandling, attempt, captcha, phoneCode, session } from './tables.ts'

const DAY = 86_400_000
const SESSION_RETENTION_MS = 30 * DAY

/** Removes what was needed for a moment only: counts older than a day, codes and questions that are over, old sign-ins. */
export async function purgeAccounts({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<void> {
  const ago = (time: number) => new Date(now.getTime() - time)
  await db.delete(attempt).where(lt(attempt.at, ago(DAY)))
  await db.delete(captcha).where(lt(captcha.expiresAt, now))
  await db.delete(phoneCode).where(or(lt(phoneCode.expiresAt, now), isNotNull(phoneCode.usedAt)))
  await db.delete(accountHandling).where(lt(accountHandling.handledAt, ago(HANDLED_DAYS * DAY)))
  await db
    .delete(session)
    .where(or(lt(session.endedAt, ago(SESSION_RETENTION_MS)), lt(session.seenAt, ago(SESSION_RETENTION_MS))))
}
