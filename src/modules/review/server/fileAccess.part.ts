import { or } from 'drizzle-orm'
import { limitsOn } from '#lib/server/api/permissionLimits.ts'
import { defineFileReader } from '#modules/files/server/readers.ts'
import { applicationsWithin } from './provinces.ts'
import { isSubmittedFile } from './reading.ts'

/**
 * Lets staff whose access is limited to some applications read the files submitted with these, now or in earlier
 * rounds.
 */
defineFileReader(async (ctx, fileId) => {
  if (ctx.actor.kind !== 'staff') return false
  const limited = ['staff:review', 'staff:decide'].filter(permission => limitsOn(ctx, permission))
  if (limited.length === 0) return false
  return isSubmittedFile(ctx, fileId, or(...limited.map(permission => applicationsWithin(ctx, permission))))
})
