import { always, choice, type RegisterFilters, text } from '#lib/register/register.ts'
import { handoverStateNames } from './handoverStates.ts'

const { begun: _, ...submittedNames } = handoverStateNames

export const handoverFilters = {
  /** Part of the company's or the contact's name, of the credit code, or the whole number. */
  key: text('单位、联系人或编号'),
  status: always(choice('状态', { pending: '未办结', ...submittedNames, all: '全部' }), 'pending'),
} satisfies RegisterFilters
