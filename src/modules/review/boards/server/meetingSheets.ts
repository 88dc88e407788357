import type { BoardRule } from '../boardRule.ts'
import { ruleSentences } from '../boardRule.ts'
import type { Column, Sheet } from './agendaSheet.ts'

/** In rows, where nobody has said how many are entitled. */
const USUAL = 20
const MOST = 300

const ATTENDANCE: readonly Column[] = [
  { name: '序号', share: 14 },
  { name: '姓名', share: 34 },
  { name: '单位与职务', share: 60 },
  { name: '签名', share: 40 },
  { name: '备注', share: 26 },
]

/** 签到表: a row for each who is entitled; names from the last meeting of its kind, where they were written down. */
export function attendanceSheet(rule: BoardRule, names: readonly string[]): Sheet {
  const count = Math.min(MOST, Math.max(rule.entitled ?? USUAL, names.length))
  const heads = rule.entitled === null ? '应到　　人' : `应到 ${rule.entitled} 人`
  return {
    title: '签到表',
    notes: [`${heads}，实到　　人，请假　　人。${ruleSentences(rule)[0]}。`],
    columns: ATTENDANCE,
    rows: Array.from({ length: count }, (_, i) => [String(i + 1), names[i] ?? '', '', '', '']),
    signatures: ['主持人', '记录人'],
  }
}

const VOTES: readonly Column[] = [
  { name: '序号', share: 12 },
  { name: '编号', share: 34 },
  { name: '申请', share: 58 },
  { name: '同意', share: 14 },
  { name: '反对', share: 14 },
  { name: '弃权', share: 14 },
  { name: '回避', share: 14 },
  { name: '结果', share: 14 },
]

/** 表决统计表: what is counted item by item; undefined where nothing is. `items`: place, number, title. */
export function votesSheet(rule: BoardRule, items: readonly string[][]): Sheet | undefined {
  if (!rule.vote) return undefined
  return {
    title: '表决统计表',
    notes: [`${ruleSentences(rule)[1]}。回避的人不计入基数。`],
    columns: VOTES,
    rows: items.map(item => [...item, '', '', '', '', '']),
    signatures: ['监票人', '计票人', '主持人'],
  }
}
