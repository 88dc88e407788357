import { defineKind, type Schema } from '#modules/review/server/kinds.ts'
import { entryFields } from '../entryForm.ts'
import { readEntry } from './entries.ts'
import { award } from './winners/awarding.ts'

/** 奖励申报: formal review, experts, committee, public notice. No fee, at no point. */
export const entryKind = defineKind({
  ...{ kind: 'award', name: '奖励申报', prefix: 'JL', messages: 'award' },
  schema: async (ctx, { subjectId }): Promise<Schema> => {
    const { call, kind } = await readEntry(ctx, subjectId!)
    return {
      path: ['review', 'experts', 'decision', 'notice'],
      fields: entryFields(kind.form, call.rules),
      slots: call.rules.materials,
    }
  },
  route: (_, id) => `/admin/user/awards/${id}`,
  title: ({ name }, { title }) => String(name ?? '') || title,
  entered: { approved: award },
})
