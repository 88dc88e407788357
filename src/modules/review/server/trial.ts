import type { Ctx } from '#lib/server/api/context.ts'
import { onTrial } from '#lib/server/api/onTrial.ts'
import type { About, Application, Kind } from './applicationKinds.ts'
import { type Sent, submit } from './applications.ts'

/** Runs `submit` and rolls it back: throws all errors, stores nothing. */
export const tryHandIn = (ctx: Ctx, kind: Kind, sent: Sent, about: About = {}): Promise<Application> =>
  onTrial(ctx, tx => submit(tx, kind, sent, about))
