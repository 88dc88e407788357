import type { Handlers } from '#lib/server/api/call.ts'
import type { placesContract } from '../contract.ts'
import { geocodeHandlers } from './geocode.ts'

export const placesHandlers: Handlers<typeof placesContract> = {
  ...geocodeHandlers,
}
