import { inArray } from 'drizzle-orm'
import type { FieldErrors } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import { defineGroupDesk } from '#modules/certificates/catalogue/server/groupDesk.ts'
import { article } from '#modules/content/server/tables.ts'
import { qualificationGroup, qualificationKind } from '#modules/qualifications/server/tables.ts'
import { groupFields } from '../catalogueForm.ts'
import { qualificationRecords } from '../contract.ts'
import { type QualificationGroupRow, readGroups } from './kindSettings.ts'

const groupForm = bindForm(groupFields, qualificationGroup, {
  rules: {
    read: ({ ruleArticleIds }) => ruleArticleIds.join('、'),
    write: typed => ({ ruleArticleIds: idsIn(typed) }),
  },
}).besides({ id: true, sort: true })

/** The groups of the catalogue, as staff keep them. */
defineGroupDesk<QualificationGroupRow>({
  register: 'qualification',
  objectType: 'qualificationGroup',
  ...qualificationRecords.qualificationGroup,
  table: qualificationGroup,
  kinds: qualificationKind,
  fields: groupFields,
  read: readGroups,
  ...groupForm,
  check: (ctx, { rules }) => articleFaults(ctx, String(rules ?? '')),
  leaves: ['rules'],
})

const idsIn = (rules: unknown): number[] => [...new Set([...String(rules ?? '').matchAll(/\d+/g)].map(Number))]

async function articleFaults({ db }: Ctx, rules: string): Promise<FieldErrors> {
  const ids = idsIn(rules)
  if (/[^\d\s、，,；;]/.test(rules)) return { rules: '请填写文章编号，几篇用顿号隔开，例如 3467、3468' }
  const known = ids.length ? await db.select({ id: article.id }).from(article).where(inArray(article.id, ids)) : []
  const missing = ids.filter(id => !known.some(one => one.id === id))
  return missing.length ? { rules: `没有编号为 ${missing.join('、')} 的文章` } : {}
}
