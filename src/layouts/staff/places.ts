import { groups } from '../../staffScreens.ts'
import { makePlaces } from '../places.ts'

export const { addressOf, screenAt, currentness } = makePlaces('/staff', groups)

export const staffLoginPath = (target: string) => `/staff/login?dir=${encodeURIComponent(JSON.stringify([target]))}`
