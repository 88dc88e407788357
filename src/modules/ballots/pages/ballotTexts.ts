import { shareWords } from '#lib/share.ts'
import { shareBaseNames } from '../ballotWords.ts'
import type { Question } from '../protocol/question.ts'

/** Pass of a ballot that is opened from the member centre: kept in this tab, in no address. */
export const PASS_PLACE = 'ballot-pass'

/** “，共 12 票”, where weights make it another number than that of the voters. */
export const totalUnits = ({ voters, units }: { voters: number; units: number }) =>
  units === voters ? '' : `，共 ${units} 票`

/** How a question is answered and decided: 选 1 至 3 项，可另写姓名；应选 3 人，须参加投票的过半数. */
export function ruleWords({ kind, min, max, writeIns, seats, share, shareOf }: Question): string {
  const needed = share ? `须${shareBaseNames[shareOf]}${shareWords(share)}` : '票数多的'
  if (kind === 'yesNo') return `同意、反对、弃权选一项；${share ? `${needed}同意才通过` : '同意多于反对即通过'}`
  if (kind === 'ranked') return `按您的意愿排出次序，至少 ${min} 项；逐轮淘汰票数最少的，先过半数的当选`
  const how = min === max ? `选 ${max} 项` : min === 0 ? `最多选 ${max} 项，可以都不选` : `选 ${min} 至 ${max} 项`
  return `${how}${writeIns ? '，可另写姓名' : ''}；应选 ${seats} 人，${needed}当选`
}
