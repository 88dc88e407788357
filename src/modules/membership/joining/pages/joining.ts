import type { JoiningStep } from '../joiningRules.ts'

export type JoiningPlace = 'form' | JoiningStep | 'member'

/** The way into the association as it has it, and where on it an application is. */
export function joiningStages(steps: readonly JoiningStep[], at: JoiningPlace) {
  const has = (step: JoiningStep) => steps.includes(step)
  const meeting = [has('decision') && '审议', has('notice') && '公示'].filter(Boolean)
  const stages: { name: string; places: JoiningPlace[] }[] = [
    { name: '填写申请表', places: ['form'] },
    { name: has('materials') ? '上传盖章材料' : '', places: ['materials'] },
    { name: meeting.join('与'), places: ['decision', 'notice'] },
    { name: has('fee') ? '缴纳会费' : '', places: ['fee'] },
    { name: '入会', places: ['member'] },
  ]
  const shown = stages.filter(({ name }) => name !== '')
  const here = shown.findIndex(({ places }) => places.includes(at))
  return shown.map(({ name }, i) => ({ name, state: stateOf(i - here) }))
}

const stateOf = (distance: number) =>
  distance < 0 ? ('done' as const) : distance === 0 ? ('current' as const) : ('todo' as const)
