import { type FormValues, rowsIn } from '#lib/form/form.ts'
import { storedRows } from '#lib/server/forms/formExceptions.ts'
import type { AwardRules } from '#modules/awards/rules.ts'
import { ruleColumns } from '../ruleForm.ts'

type Rule = keyof AwardRules

/** The rules that a form says, as the tables keep them. */
export const rulesIn = (values: FormValues): AwardRules => ({
  subTypes: storedRows(ruleColumns.subTypes, rowsIn(values, 'subTypes')),
  groups: storedRows(ruleColumns.groups, rowsIn(values, 'groups')),
  levels: storedRows(ruleColumns.levels, rowsIn(values, 'levels')),
  criteria: storedRows(ruleColumns.criteria, rowsIn(values, 'criteria')),
  materials: storedRows(ruleColumns.materials, rowsIn(values, 'materials')),
})

const rule = <const Name extends Rule>(name: Name) => ({
  read: ({ rules }: { rules: AwardRules }) => rules[name].map(row => ({ ...row })),
  write: (_: unknown, values: FormValues) => ({ rules: rulesIn(values) }),
})

/** Binds the rule fields of an award or a call to their common JSON column. */
export const ruleBindings = {
  subTypes: rule('subTypes'),
  groups: rule('groups'),
  levels: rule('levels'),
  criteria: rule('criteria'),
  materials: rule('materials'),
}
