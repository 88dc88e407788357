import { eq } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { advanceApplication } from '#modules/review/server/steps.ts'
import type { siteContract } from '../siteContract.ts'
import { actedOn, lockSite } from './siteArranging.ts'
import { readNonconformities } from './siteDetail.ts'
import { dueFault, writeReview } from './siteRecording.ts'
import { nonconformity } from './tables.ts'

type Endpoints = typeof siteContract
type Verify = Endpoints['POST /staff/qualification/site/verify']
type Nonconformity = typeof nonconformity.$inferSelect

export const siteVerifyingHandlers = {
  /**
   * Verifies each correction. If all are accepted the application advances, else it returns to the applicant with the
   * reasons.
   */
  'POST /staff/qualification/site/verify': (ctx, given) =>
    inTransaction(ctx, async tx => {
      const site = await lockSite(tx, given, { action: 'pass', from: ['verifying'] })
      const pending = (await readNonconformities(tx, site.review!.id)).filter(({ result }) => result !== 'accepted')
      const verdicts = verdictsOn(pending, given, dayOf(ctx.now))
      for (const { of, accepted, remark, dueOn } of verdicts) await writeVerdict(tx, of, { accepted, remark, dueOn })
      const actorName = await ownName(tx)
      const refused = verdicts.filter(({ accepted }) => !accepted)
      const version = await writeReview(tx, site, { actorName, ...(refused.length === 0 && { state: 'closed' }) })
      await recordChange(tx, {
        action: 'siteReview.verify',
        objectType: 'site_review',
        objectId: site.review!.id,
        objectName: site.about.title,
        before: Object.fromEntries(pending.map(({ place, result }) => [`不符合项 ${place}`, result])),
        after: Object.fromEntries(
          verdicts.map(({ of, accepted }) => [`不符合项 ${of.place}`, accepted ? 'accepted' : 'refused']),
        ),
      })
      const by = { by: 'staff' as const, actorName }
      const moved = refused.length
        ? await advanceApplication(tx, site.about, {
            ...by,
            action: 'return',
            opinion: '整改未全部通过验证，请按说明继续整改',
            remarks: refused.map(({ of, remark, dueOn }) => ({
              label: `不符合项 ${of.place}（${of.clause}）`,
              text: `${remark}（整改期限 ${dueOn}）`,
            })),
            dueOn: refused
              .map(({ dueOn }) => dueOn!)
              .toSorted()
              .at(-1)!,
          })
        : await advanceApplication(tx, site.about, {
            ...by,
            action: 'pass',
            opinion: '现场评审的不符合项均已整改，验证通过',
          })
      return actedOn(moved, version)
    }),
  /** Ends the application: the applicant refuses access or never corrects. */
  'POST /staff/qualification/site/reject': (ctx, given) =>
    inTransaction(ctx, async tx => {
      const site = await lockSite(tx, given, { action: 'reject', from: ['awaitingSite', 'onSite', 'verifying'] })
      const actorName = await ownName(tx)
      const version = site.review ? await writeReview(tx, site, { actorName, state: 'closed' }) : 0
      const moved = await advanceApplication(tx, site.about, {
        action: 'reject',
        by: 'staff',
        actorName,
        opinion: given.reason,
      })
      return actedOn(moved, version)
    }),
} satisfies Partial<Handlers<Endpoints>>

type Verdict = { accepted: boolean; remark: string; dueOn?: string }

/** Requires a verdict on each pending nonconformity; a refusal needs a remark and a new due date. */
function verdictsOn(pending: readonly Nonconformity[], { results }: Parsed<Verify>, today: string) {
  const faults: Record<string, string> = {}
  const verdicts = pending.flatMap(of => {
    const name = `nonconformity-${of.id}`
    const verdict = results.find(({ id }) => id === of.id)
    if (!verdict) faults[name] = '请选择验证结果'
    else if (!verdict.accepted && !verdict.remark) faults[name] = '未通过的，请写明还缺什么，申请人会看到'
    else if (!verdict.accepted) Object.assign(faults, dueFault(name, verdict.dueOn ?? '', today))
    return verdict ? { of, ...verdict } : []
  })
  const wrong = Object.keys(faults).length
  if (wrong) throw invalid(`有 ${wrong} 处需要更正，验证结果没有提交`, faults)
  return verdicts
}

const writeVerdict = ({ db, now }: Ctx, of: Nonconformity, { accepted, remark, dueOn }: Verdict) =>
  db
    .update(nonconformity)
    .set({
      result: accepted ? 'accepted' : 'refused',
      remark: accepted ? '' : remark,
      verifiedOn: dayOf(now),
      dueOn: accepted ? of.dueOn : dueOn,
    })
    .where(eq(nonconformity.id, of.id))
