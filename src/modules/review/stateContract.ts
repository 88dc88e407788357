import { registeredCode } from '#lib/form/registeredCode.ts'
import { allActions, allStates } from './workflow.ts'

export const state = registeredCode(allStates, '不是有效的状态')
export const action = registeredCode(allActions)
