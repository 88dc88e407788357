import { typedKeys } from '#lib/keys.ts'
import { nameOfStage, nameOfState, type Stage, type State, stagesOf } from './workflow.ts'

/** Ways in which an applicant can confirm an application. */
export const wayNames = { online: '负责人线上确认', provider: '电子签章（服务商）', paper: '打印、盖章后上传' }
export type Way = keyof typeof wayNames
export const ways = typedKeys(wayNames)

/** How a kind of application is confirmed, as its words must say; `several`: the applicant chooses. */
export const confirmedByAll = [...ways, 'several'] as const
export type ConfirmedBy = (typeof confirmedByAll)[number]

export const confirmedBy = (open: readonly Way[]): ConfirmedBy => (open.length > 1 ? 'several' : (open[0] ?? 'paper'))

type Words = {
  /** Name of the state in which the applicant has to act, and of its stage. */
  state: string
  stage: string
  /** What the applicant does, on a button. */
  task: string
  /** After the name of the kind, in the title of the message. */
  told: string
  /** What must be done before the last day. */
  asked: string
  /** The step, as one reads it before applying. */
  step: string
  /** What it spares. */
  instead: string
}

/** Words of the materials stage where it is not paper alone, for which the stage has its own. */
export const wayWords: Record<Exclude<ConfirmedBy, 'paper'>, Words> = {
  online: {
    state: '待线上确认',
    stage: '线上确认与复审',
    task: '线上确认',
    told: '已通过初审，请线上确认并提交材料',
    asked: '由负责人线上确认并提交材料',
    step: '由负责人线上确认申请表，上传材料，由协会复审',
    instead: '申请表由负责人线上确认，不必打印、盖章。',
  },
  provider: {
    state: '待电子签章',
    stage: '电子签章与复审',
    task: '电子签章',
    told: '已通过初审，请电子签章并提交材料',
    asked: '由负责人电子签章并提交材料',
    step: '由负责人电子签章申请表，上传材料，由协会复审',
    instead: '申请表由负责人电子签章，不必打印、盖章。',
  },
  several: {
    state: '待确认申请表',
    stage: '确认材料与复审',
    task: '确认并提交材料',
    told: '已通过初审，请确认申请表并提交材料',
    asked: '确认申请表并提交材料',
    step: '任选一种方式确认申请表，上传材料，由协会复审',
    instead: '申请表有几种确认方式，可以选择不打印、盖章的。',
  },
}

export const nameOfStateBy = (by: ConfirmedBy, state: State) =>
  state === 'preparing' && by !== 'paper' ? wayWords[by].state : nameOfState(state)

export const nameOfStageBy = (by: ConfirmedBy, stage: Stage) =>
  stage === 'materials' && by !== 'paper' ? wayWords[by].stage : nameOfStage(stage)

export const stagesBy = (by: ConfirmedBy, path: readonly Stage[], state: State) =>
  stagesOf(path, state).map((step, i) => (path[i] ? { ...step, name: nameOfStageBy(by, path[i]) } : step))
