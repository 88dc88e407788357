import { choice, day, number, type RegisterFilters, seldom, text } from '#lib/register/register.ts'
import { articleStates } from './articleStates.ts'

export const articleFaultNames = {
  deadLink: '有打不开的站内链接',
  deadOutside: '有打不开的外部链接',
  noAlt: '图片没有文字说明',
}

export const articleFilters = {
  catalogId: number('栏目'),
  status: choice('状态', articleStates),
  /** Part of a title or of a document number. */
  key: text('标题或文号'),
  author: seldom(text('作者或建立人')),
  from: seldom(day('日期从')),
  to: seldom(day('到')),
  awaits: choice('等谁办理', { me: '待我审核' }),
  fault: choice('待改正', articleFaultNames),
  mine: seldom({ kind: 'choice', label: '谁的', options: [{ code: '1', name: '我建立的' }] } as const),
  trash: {
    kind: 'choice',
    label: '回收站',
    options: [
      { code: '0', name: '不在回收站' },
      { code: '1', name: '在回收站' },
    ],
  },
} as const satisfies RegisterFilters
