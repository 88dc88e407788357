import { award } from '#modules/awards/winners/server/awarding.ts'
import { committee } from '#modules/awards/winners/server/noticing.ts'
import { defineKind, type Schema } from '#modules/review/server/applicationKinds.ts'
import { STAMPED_FORM } from '#modules/review/workflow.ts'
import { asideOf } from './aside.ts'
import { entryPath, fieldsOf, readEntry } from './entries.ts'
import { entryApplicant } from './entryApplicant.ts'
import { checkEntry, mendUntil } from './entryChecks.ts'

/** 奖励申报: formal review, experts, committee, public notice. No fee, at no point. */
export const entryKind = defineKind({
  kind: 'award',
  name: '奖励申报',
  prefix: 'JL',
  messages: 'award',
  schema: async (ctx, { subjectId }): Promise<Schema> => {
    const about = await readEntry(ctx, subjectId!)
    return {
      path: entryPath,
      fields: fieldsOf(about),
      slots: about.call.rules.materials,
    }
  },
  route: (_, id) => `/admin/user/awards/${id}`,
  title: ({ name }, { title }) => String(name ?? '') || title,
  ...committee,
  applicant: entryApplicant,
  sealedSlot: STAMPED_FORM,
  elsewhere: { experts: { hint: '专家评审的分组、评分和排名，请在“奖励评审”中办理' } },
  check: checkEntry,
  dueOn: mendUntil,
  aside: asideOf,
  entered: { approved: award },
})
