const STEPS = ['填写申请表', '上传盖章材料', '审议与公示', '缴纳会费', '入会']

/** The way into the association, at this step of it. */
export const joiningStages = (step: number) => STEPS.map((name, i) => ({ name, state: stateOf(i - step) }))

const stateOf = (distance: number) =>
  distance < 0 ? ('done' as const) : distance === 0 ? ('current' as const) : ('todo' as const)
