import type { Ctx } from '#lib/server/api/context.ts'
import { publishFiles } from '#modules/files/server/attachments.ts'
import { defineKind, type Effect, type Entered, fixedSchema } from '#modules/review/server/applicationKinds.ts'
import { advertSlots, changeFields } from '../advertForm.ts'
import { routeOfAdvert } from './advertKind.ts'
import { changeFaults, checkChange, refuseOver } from './checks.ts'
import { contentForm, lockAdvert, writeAdvert } from './records.ts'
import { changeReviewFacts } from './reviewFacts.ts'

/** 广告变更: of what is shown. What was approved goes on until the change is; where and when it stands does not change. */
export const advertChangeKind = defineKind({
  kind: 'advertChange',
  name: '广告变更',
  prefix: 'GB',
  publishes: true,
  messages: 'advert',
  schema: fixedSchema({
    path: ['review'],
    fields: changeFields,
    slots: advertSlots.map(slot => ({ ...slot, required: false })),
  }),
  route: (_, __, { subjectId }) => routeOfAdvert(subjectId),
  title: ({ title }, before) => String(title ?? before.title),
  // Begun by `updateOwn`.
  applicant: {},
  faults: changeFaults,
  check: checkChange,
  aside: changeReviewFacts,
  entered: { approved },
})

async function approved(ctx: Ctx, { application: of, values }: Entered): Promise<Effect> {
  const current = await lockAdvert(ctx, of.subjectId!)
  refuseOver(ctx, current)
  const changes = contentForm.rowOf(values)
  await publishFiles(ctx, [changes.imageId!])
  await writeAdvert(ctx, current, changes)
  return { resultId: current.id, say: '新的内容已替换原来的内容，广告位和时间不变。' }
}
