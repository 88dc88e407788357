import { Facts } from '#ui/Facts.tsx'
import { UNRECORDED } from '../votes.ts'
import type { Board } from './StaffBoard.tsx'

/** Who was there; of meetings that were recorded before that was asked for: that it is not known. */
export function BoardAttended({ of: { rule, attendance } }: { of: Board }) {
  if (!rule) return <p>{UNRECORDED}</p>
  if (!attendance) return null
  const { entitled, present, onLeave, names, chair, recorder } = attendance
  return (
    <Facts
      facts={[
        ['出席', present !== null && `应到 ${entitled} 人，实到 ${present} 人，请假 ${onLeave} 人`],
        ['会议规则的应到人数', rule.entitled !== entitled && rule.entitled && `${rule.entitled} 人`],
        ['主持人', chair],
        ['记录人', recorder],
        ['出席人员', names.join('、')],
      ]}
    />
  )
}
