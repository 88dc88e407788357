import { z } from 'zod'
import { agreedEndpoint, agreedKey, agreedSecret, agreedSettings } from '../http/agreedSettings.ts'
import { readAuthority } from './paperSettings.ts'

/** The variables that say at which service applicants sign their forms. */
export const signingServiceEnvironment = {
  ESIGN_PROVIDER: z.enum(['none', 'generic'], '应为 none 或 generic').default('none'),
  ESIGN_ENDPOINT: agreedEndpoint,
  ESIGN_KEY: agreedKey,
  ESIGN_SECRET: agreedSecret,
  ESIGN_AUTHORITY: z.string().optional(),
}
type Environment = z.output<z.ZodObject<typeof signingServiceEnvironment>>

/** Settings that each provider requires. */
export const signingServiceNeeds = {
  none: [],
  generic: ['ESIGN_ENDPOINT', 'ESIGN_KEY', 'ESIGN_SECRET', 'ESIGN_AUTHORITY'],
} as const satisfies Record<Environment['ESIGN_PROVIDER'], readonly (keyof Environment)[]>

/** Undefined: nobody signs online by a service. `authority`: who must have issued the certificates of those who sign. */
export function signingServiceSettings(e: Environment) {
  switch (e.ESIGN_PROVIDER) {
    case 'none':
      return undefined
    case 'generic':
      return {
        provider: e.ESIGN_PROVIDER,
        ...agreedSettings(e.ESIGN_ENDPOINT!, e.ESIGN_KEY!, e.ESIGN_SECRET!),
        authority: readAuthority('ESIGN_AUTHORITY', e.ESIGN_AUTHORITY!),
      }
  }
}
