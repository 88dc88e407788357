import { z } from 'zod'
import { allActions, allStages, allStates } from './workflow.ts'

/** Read when they are asked for first: by then all modules have defined their stages. */
export const state = z.lazy(() => z.enum(allStates(), '不是有效的状态'))
export const stage = z.lazy(() => z.enum(allStages().map(({ code }) => code)))
export const action = z.lazy(() => z.enum(allActions()))
