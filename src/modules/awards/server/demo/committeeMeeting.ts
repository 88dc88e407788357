import type { Parsed } from '#lib/contract.ts'
import type { staffBoardContract } from '#modules/review/boards/contract.ts'

type Recording = Parsed<(typeof staffBoardContract)['POST /staff/board/record']>

/** The members of the committee; of 21 two are on leave at each meeting. */
const MEMBERS =
  '顾长青 林知远 沈云舟 周望舒 许景行 程砚北 方怀瑾 邵清越 宋听澜 陆明川 韩松年 苏慕白 叶知秋 傅临渊 钟毓秀 温如玉 秦川 魏子衿 谢安和 何其正 杜若川'.split(
    ' ',
  )
const ON_LEAVE = 2

/** Who was there and how they voted on one application, a little different each time. */
export function committeeMeeting(applicationId: number): Pick<Recording, 'attendance' | 'votes'> {
  const from = applicationId % (MEMBERS.length - ON_LEAVE)
  const names = MEMBERS.toSpliced(from, ON_LEAVE)
  const no = applicationId % 3
  return {
    attendance: {
      entitled: MEMBERS.length,
      present: names.length,
      onLeave: ON_LEAVE,
      names,
      chair: names[0]!,
      recorder: '江砚秋',
    },
    votes: [{ applicationId, yes: names.length - no - 1, no, abstained: 1, recused: 0 }],
  }
}
