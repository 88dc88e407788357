import { invalid } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { permissions } from '#modules/accounts/permissions.ts'
import { activeStaff } from '#modules/accounts/roles/server/staffRights.ts'
import { watchSettings } from '#modules/settings/server/watching.ts'
import { reviewSteps } from '../../reviewSteps.ts'
import { requiresReview } from './review.ts'

/**
 * Rejects the setting if the three steps lack staff to decide them, since nothing could be published then. The error
 * names the missing role.
 */
watchSettings('articles', async ctx => {
  if (!(await requiresReview(ctx))) return
  const fault = await missingReviewers(ctx)
  if (fault) throw invalid(fault, { review: fault })
})

async function missingReviewers(ctx: Ctx): Promise<string | undefined> {
  const staff = await activeStaff(ctx)
  const holders = reviewSteps.map(({ may }) =>
    staff.filter(({ grants }) => grants.get(may) === 'everywhere').map(({ id }) => id),
  )
  const empty = reviewSteps.find((_, i) => holders[i]!.length === 0)
  if (empty) return `还没有同事有“${permissions[empty.may]}”权限，请先在“角色与权限”中给出`
  const [first, second, last] = holders
  const differ = first!.some(one =>
    second!.some(other => other !== one && last!.some(id => id !== one && id !== other)),
  )
  return differ ? undefined : '三审须由三位不同的同事办理，目前有这些权限的人不够'
}
