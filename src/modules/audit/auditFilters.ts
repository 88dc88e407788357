import { code, day, number, type RegisterFilters, seldom, text } from '#lib/register/register.ts'

export const auditFilters = {
  from: day('从'),
  to: day('到'),
  /** A user name, whole. */
  actor: text('操作人'),
  group: code('类别'),
  words: text('内容'),
  address: seldom(text('来源地址')),
  /** The record that lines are about: links to the log name it. */
  objectType: code('对象'),
  objectId: number('对象编号'),
} satisfies RegisterFilters
